//! Error sink, spanned arguments and a light item parser, shared by the macro crates of affordances.
