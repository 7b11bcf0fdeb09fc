//! Exports the descriptors of the flows, for `include_onboarding!` in `main`.

use std::error::Error;

use onboarding::flows::{default, mini};

fn main() -> Result<(), Box<dyn Error>> {
    default::FLOW.export_to_out_dir()?;
    mini::FLOW.export_to_out_dir()?;
    Ok(())
}
