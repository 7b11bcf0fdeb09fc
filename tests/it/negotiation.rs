//! A1-A17: the media type and what a request asks for.
