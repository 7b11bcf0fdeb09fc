//! A115-A128: what a successful call says.
