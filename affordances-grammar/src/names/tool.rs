//! The name under which MCP and its kin know an action: one for each exposed action of a site.

use std::fmt;

use super::{MAX_LENGTH, is_token_byte};

/// The name of an action's tool, read in constants and at run time alike: what
/// its `tool = ".."` says, or else `{page}-{action}`.
///
/// An action's wire name holds no `-`, so two actions of a site never share a
/// name that they have not been given. Whether it is a name that clients accept
/// is for [`is_legal`](Self::is_legal) to say.
///
/// # Example
///
/// ```
/// use affordances_grammar::names::ToolName;
///
/// const ADD: ToolName<'_> = ToolName::new("product", "addToCart", None);
/// const OWN: ToolName<'_> = ToolName::new("cart", "checkout", Some("product-addToCart"));
/// const _: () = assert!(ADD.is_legal() && ADD.is(&OWN));
/// assert_eq!(ADD.to_string(), "product-addToCart");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ToolName<'a> {
    parts: [&'a str; 3],
}

impl<'a> ToolName<'a> {
    /// The name of `action` on `page`; `own` is what its `tool = ".."` says.
    #[must_use]
    pub const fn new(page: &'a str, action: &'a str, own: Option<&'a str>) -> Self {
        Self {
            parts: match own {
                Some(own) => [own, "", ""],
                None => [page, "-", action],
            },
        }
    }

    /// Whether clients accept it: `^[A-Za-z0-9_-]{1,64}$`.
    #[must_use]
    pub const fn is_legal(&self) -> bool {
        let mut at = 0;
        while let Some(byte) = self.byte(at) {
            if !is_token_byte(byte) {
                return false;
            }
            at += 1;
        }
        0 < at && self.fits()
    }

    /// Whether it is short enough for clients.
    #[must_use]
    pub const fn fits(&self) -> bool {
        let [a, b, c] = self.parts;
        a.len() + b.len() + c.len() <= MAX_LENGTH
    }

    /// Whether both are the same name.
    #[must_use]
    pub const fn is(&self, other: &Self) -> bool {
        let mut at = 0;
        loop {
            match (self.byte(at), other.byte(at)) {
                (None, None) => return true,
                (Some(a), Some(b)) if a == b => at += 1,
                _ => return false,
            }
        }
    }

    /// The pieces that the name consists of, in order.
    #[must_use]
    pub const fn parts(&self) -> [&'a str; 3] {
        self.parts
    }

    const fn byte(&self, mut at: usize) -> Option<u8> {
        let mut part = 0;
        while part < self.parts.len() {
            let bytes = self.parts[part].as_bytes();
            if at < bytes.len() {
                return Some(bytes[at]);
            }
            at -= bytes.len();
            part += 1;
        }
        None
    }
}

impl fmt::Display for ToolName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| f.write_str(part))
    }
}

#[cfg(test)]
mod tests {
    use super::super::check_tool_name;
    use super::*;

    #[test]
    fn legal_means_the_same_in_constants_and_at_run_time() {
        let long = "a".repeat(60);
        for page in ["product", "", "my page", "a.b", "\u{fc}ber", "2", &long] {
            for action in ["add", "add_2", "addToCart"] {
                let tool = ToolName::new(page, action, None);
                let legal = check_tool_name(&tool.to_string()).is_ok();
                assert_eq!(tool.is_legal(), legal, "{tool}");
            }
            let tool = ToolName::new("", "", Some(page));
            assert_eq!(tool.is_legal(), check_tool_name(page).is_ok(), "{tool}");
        }
    }

    #[test]
    fn names_are_compared_as_they_are_spelled() {
        let names = [
            ToolName::new("a", "b", None),
            ToolName::new("a", "bc", None),
            ToolName::new("ab", "c", None),
            ToolName::new("", "", Some("a-b")),
            ToolName::new("", "", Some("a-b-c")),
            ToolName::new("a-b", "c", None),
            ToolName::new("", "", Some("")),
        ];
        for a in names {
            for b in names {
                assert_eq!(a.is(&b), a.to_string() == b.to_string(), "{a} and {b}");
            }
        }
    }
}
