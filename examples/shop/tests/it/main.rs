//! The shop over HTTP, one module per subject.

mod http;
mod login;
