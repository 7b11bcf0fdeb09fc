//! A90-A100: the seven steps, in order.
