//! Route templates, action names and expose levels: the one grammar that the macros and the engine read.
