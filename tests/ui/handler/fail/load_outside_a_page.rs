#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[load]
pub async fn load() {}

fn main() {}
