//! A small shop that people and agents use through the same pages.

pub mod entities;
pub mod inputs;
pub mod store;
mod write;
