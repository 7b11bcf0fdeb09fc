//! A45-A53: no cache ever mixes up people and agents.
