//! Grammar of routes: reads the Next.js form into segments that are valid by construction.
//!
//! What comes out is mounted by the engine through [`Route::axum_paths`],
//! looked up through [`matches()`], compared with other routes through
//! [`conflict`] and with what handlers read from it through [`mismatch`].

mod conflict;
mod error;
mod matching;
mod reads;
mod segment;

use std::fmt;
use std::str::FromStr;

pub use conflict::conflict;
pub use error::RouteError;
pub use matching::matches;
pub use reads::{Field, Mismatch, Others, Reads, mismatch};

/// The most parameters of one segment each that a route can have.
///
/// The router names them `a` to `z` internally and panics at the 26th.
const MAX_PARAMETERS: usize = 25;

/// A route in Next.js form: literals, `[name]`, `[...rest]` and `[[...rest]]`.
///
/// A literal is compared byte by byte with the request's path *before* any
/// percent-decoding, because that is what the router compares. Therefore a
/// literal consists of ASCII letters, digits and ``-._~!$&'()+,;=:@`` only: any
/// other character reaches a server percent-encoded, and in more than one
/// spelling (`%c3%a9`, `%C3%A9`). A parameter takes such text, decoded.
///
/// # Example
///
/// ```
/// use affordances_grammar::Route;
///
/// let route = Route::parse("/products/[slug]")?;
/// assert_eq!(route.axum_paths(), ["/products/{slug}"]);
///
/// let error = Route::parse("/products/[slug").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`[slug` is missing its `]` (segment 2): write `[slug]`",
/// );
/// # Ok::<(), affordances_grammar::route::RouteError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Route {
    text: String,
    segments: Vec<Segment>,
}

/// One part of a route, between two slashes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Text that the request's path must repeat.
    Literal(String),
    /// A part of the path that the page receives by name.
    Parameter(Parameter),
}

/// A named part of a route.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Parameter {
    name: String,
    kind: ParameterKind,
}

/// How much of the path a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// `[name]`: one segment.
    One,
    /// `[...name]`: everything that is left, at least one character.
    Rest,
    /// `[[...name]]`: everything that is left, or nothing at all.
    OptionalRest,
}

impl Route {
    /// Reads a route, or says which piece is wrong and how to write it.
    ///
    /// # Errors
    ///
    /// The first fault, from left to right: see [`RouteError`].
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::Route;
    ///
    /// assert!(Route::parse("/docs/[[...path]]").is_ok());
    /// assert_eq!(
    ///     Route::parse("/products/{slug}").unwrap_err().to_string(),
    ///     "`{slug}` is not Next.js form (segment 2): write `[slug]`",
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Self, RouteError> {
        let Some(path) = text.strip_prefix('/') else {
            return Err(RouteError::whole(
                format!("route `{text}` must start with `/`"),
                format!("write `/{text}`"),
            ));
        };
        if path.is_empty() {
            return Ok(Self {
                text: text.to_owned(),
                segments: Vec::new(),
            });
        }

        let mut segments = Vec::new();
        let written: Vec<&str> = path.split('/').collect();
        for (index, piece) in written.iter().enumerate() {
            let number = index + 1;
            let last = number == written.len();
            if piece.is_empty() {
                return Err(empty_segment(text, number, last));
            }
            let segment = segment::parse(piece, number)?;
            if let Segment::Parameter(parameter) = &segment {
                check_position(parameter, number, last)?;
                check_repetition(parameter, number, &segments)?;
            }
            segments.push(segment);
        }
        check_count(&segments)?;

        Ok(Self {
            text: text.to_owned(),
            segments,
        })
    }

    /// The route as it was written, and as the protocol publishes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The segments in order; none for `/`.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The parameters in order.
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::route::{ParameterKind, Route};
    ///
    /// let route = Route::parse("/[shop]/files/[...path]")?;
    /// let parameters: Vec<_> = route.parameters().map(|p| (p.name(), p.kind())).collect();
    /// assert_eq!(
    ///     parameters,
    ///     [("shop", ParameterKind::One), ("path", ParameterKind::Rest)],
    /// );
    /// # Ok::<(), affordances_grammar::route::RouteError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.segments.iter().filter_map(Segment::parameter)
    }

    /// The paths to mount in axum: two for an optional catch-all, otherwise one.
    ///
    /// # Example
    ///
    /// ```
    /// use affordances_grammar::Route;
    ///
    /// let docs = Route::parse("/docs/[[...rest]]")?;
    /// assert_eq!(docs.axum_paths(), ["/docs", "/docs/{*rest}"]);
    /// let everything = Route::parse("/[[...rest]]")?;
    /// assert_eq!(everything.axum_paths(), ["/", "/{*rest}"]);
    /// # Ok::<(), affordances_grammar::route::RouteError>(())
    /// ```
    #[must_use]
    pub fn axum_paths(&self) -> Vec<String> {
        let mut paths = Vec::with_capacity(2);
        let mut path = String::new();
        for segment in &self.segments {
            let part = match segment {
                Segment::Literal(text) => text.clone(),
                Segment::Parameter(Parameter { name, kind }) => match kind {
                    ParameterKind::One => format!("{{{name}}}"),
                    ParameterKind::Rest => format!("{{*{name}}}"),
                    ParameterKind::OptionalRest => {
                        paths.push(or_root(path.clone()));
                        format!("{{*{name}}}")
                    }
                },
            };
            path.push('/');
            path.push_str(&part);
        }
        paths.push(or_root(path));
        paths
    }
}

fn or_root(path: String) -> String {
    if path.is_empty() {
        "/".to_owned()
    } else {
        path
    }
}

fn empty_segment(text: &str, number: usize, last: bool) -> RouteError {
    if last {
        let without = or_root(text.trim_end_matches('/').to_owned());
        RouteError::whole(
            format!("route `{text}` must not end with `/`"),
            format!("write `{without}`; the address with the slash is another page"),
        )
    } else {
        RouteError::at(
            number,
            format!("`//` in route `{text}` leaves a segment empty"),
            "write one `/`".to_owned(),
        )
    }
}

fn check_position(parameter: &Parameter, number: usize, last: bool) -> Result<(), RouteError> {
    if last || parameter.kind == ParameterKind::One {
        return Ok(());
    }
    Err(RouteError::at(
        number,
        format!("`{parameter}` must be the last segment"),
        format!(
            "move it to the end, or write `[{}]` for one segment",
            parameter.name
        ),
    ))
}

fn check_repetition(
    parameter: &Parameter,
    number: usize,
    before: &[Segment],
) -> Result<(), RouteError> {
    let earlier = before.iter().position(|segment| {
        segment
            .parameter()
            .is_some_and(|p| p.name == parameter.name)
    });
    match earlier {
        None => Ok(()),
        Some(index) => Err(RouteError::at(
            number,
            format!(
                "`{parameter}` repeats the parameter name of segment {}",
                index + 1
            ),
            "give each parameter its own name".to_owned(),
        )),
    }
}

fn check_count(segments: &[Segment]) -> Result<(), RouteError> {
    let count = segments
        .iter()
        .filter_map(Segment::parameter)
        .filter(|parameter| parameter.kind == ParameterKind::One)
        .count();
    if count <= MAX_PARAMETERS {
        return Ok(());
    }
    Err(RouteError::whole(
        format!(
            "a route must not have more than {MAX_PARAMETERS} parameters, this one has {count}"
        ),
        "take the last of them as one `[...rest]`".to_owned(),
    ))
}

impl Segment {
    /// The parameter, if the segment is one.
    #[must_use]
    pub fn parameter(&self) -> Option<&Parameter> {
        match self {
            Self::Literal(_) => None,
            Self::Parameter(parameter) => Some(parameter),
        }
    }
}

impl Parameter {
    /// The name between the brackets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much of the path it takes.
    #[must_use]
    pub fn kind(&self) -> ParameterKind {
        self.kind
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(text),
            Self::Parameter(parameter) => parameter.fmt(f),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind } = self;
        match kind {
            ParameterKind::One => write!(f, "[{name}]"),
            ParameterKind::Rest => write!(f, "[...{name}]"),
            ParameterKind::OptionalRest => write!(f, "[[...{name}]]"),
        }
    }
}

impl FromStr for Route {
    type Err = RouteError;

    fn from_str(text: &str) -> Result<Self, RouteError> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Route::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn root_has_no_segments() {
        let root = Route::parse("/").unwrap();
        assert!(root.segments().is_empty());
        assert_eq!(root.axum_paths(), ["/"]);
    }

    #[test]
    fn each_form_becomes_its_axum_path() {
        let paths = |text| Route::parse(text).unwrap().axum_paths();
        assert_eq!(paths("/cart"), ["/cart"]);
        assert_eq!(paths("/a/[b]/c"), ["/a/{b}/c"]);
        assert_eq!(paths("/[...all]"), ["/{*all}"]);
        assert_eq!(paths("/a/[b]/[[...c]]"), ["/a/{b}", "/a/{b}/{*c}"]);
    }

    #[test]
    fn segments_display_as_they_were_written() {
        let text = "/a-b.c/[_x]/[y2]/[[...z]]";
        let route = Route::parse(text).unwrap();
        let again: String = route.segments().iter().map(|s| format!("/{s}")).collect();
        assert_eq!(again, text);
        assert_eq!(route.to_string(), text);
    }

    #[test]
    fn a_route_starts_with_a_slash() {
        assert_eq!(
            error("cart"),
            "route `cart` must start with `/`: write `/cart`"
        );
        assert_eq!(error(""), "route `` must start with `/`: write `/`");
    }

    #[test]
    fn empty_segments_are_refused() {
        assert_eq!(
            error("/cart/"),
            "route `/cart/` must not end with `/`: write `/cart`; the address with the slash is another page",
        );
        assert_eq!(
            error("/a//b"),
            "`//` in route `/a//b` leaves a segment empty (segment 2): write one `/`",
        );
        assert!(error("//").contains("segment 1"));
    }

    #[test]
    fn a_catch_all_is_last() {
        assert_eq!(
            error("/[...rest]/x"),
            "`[...rest]` must be the last segment (segment 1): \
             move it to the end, or write `[rest]` for one segment",
        );
        assert!(
            error("/a/[[...r]]/x").starts_with("`[[...r]]` must be the last segment (segment 2)")
        );
    }

    #[test]
    fn a_parameter_name_is_used_once() {
        assert_eq!(
            error("/[id]/x/[...id]"),
            "`[...id]` repeats the parameter name of segment 1 (segment 3): \
             give each parameter its own name",
        );
    }

    #[test]
    fn more_parameters_than_the_router_can_hold_are_refused() {
        let route = |n: usize| (0..n).map(|i| format!("/[p{i}]")).collect::<String>();
        assert!(Route::parse(&route(25)).is_ok());
        assert!(Route::parse(&format!("{}/[...rest]", route(25))).is_ok());
        assert!(error(&route(26)).contains("more than 25 parameters"));
    }
}
