//! A54-A77: what a graph says.
