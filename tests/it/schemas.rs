//! A145: the yardstick itself: sound documents pass, broken ones fail.
