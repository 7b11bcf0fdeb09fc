//! Exports the documents of the shop's site, for `include_site!` in `main`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    Ok(shop::SITE.export_to_out_dir()?)
}
