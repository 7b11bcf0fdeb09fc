//! Secrets that callers present, compared so that the time taken says nothing
//! about them.

use std::fmt;

use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq as _};

/// A secret, kept as its digest: neither its text nor its length is at hand to
/// be compared or logged.
#[derive(Clone)]
pub(crate) struct SecretDigest([u8; 32]);

impl SecretDigest {
    pub(crate) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret).into())
    }

    /// Compares without stopping at the first difference.
    pub(crate) fn is(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl fmt::Debug for SecretDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretDigest(..)")
    }
}
