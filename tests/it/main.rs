//! The integration tests: one binary, real HTTP, each test named after the rule
//! that it proves.

mod handwritten;
mod smoke;
mod support;
