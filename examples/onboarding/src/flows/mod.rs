//! The flows, a file each.

pub mod default;
pub mod mini;
