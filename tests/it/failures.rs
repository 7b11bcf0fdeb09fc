//! A101-A114: what a failed call says.
