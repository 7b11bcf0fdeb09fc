//! Attribute macros of affordances: #[page], #[action] and their kin. Use them through the affordances crate.
