//! Writes the documents of the shop's site into a folder, as the build script of
//! `shop-server` does: `cargo run -p shop --bin export -- FOLDER`.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).ok_or("say where: export FOLDER")?;
    Ok(shop::SITE.export(folder)?)
}
