//! A18-A44: how a page and a site advertise what they offer.
