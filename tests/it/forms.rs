//! Forms posted to a page: the same steps, a page for an answer.
