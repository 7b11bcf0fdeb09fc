//! What the tests stand on: a fixture site, a real server on a loopback port, a
//! client that checks every document it receives.

pub(crate) mod client;
pub(crate) mod fixture;
pub(crate) mod proxy;
pub(crate) mod spec;

pub(crate) use client::{Client, Reply, VND};
pub(crate) use fixture::{ORIGIN, Shop, serve, start};
