//! A78-A89: what a call looks like.
