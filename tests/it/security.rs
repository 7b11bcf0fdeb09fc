//! A129-A138: who may call from where.
