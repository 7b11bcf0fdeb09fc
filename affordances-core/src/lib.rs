//! The engine of affordances: wire types, static tables, the seven steps of a call.
