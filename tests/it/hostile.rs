//! Bad input, races and clients that go away.
