//! A page in each file, where the file's module stands for the page.
pub mod bell;
pub mod door;
