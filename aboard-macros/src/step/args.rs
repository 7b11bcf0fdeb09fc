//! `#[step(..)]` as written.
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, Args, Key};
use proc_macro2::TokenStream;
use syn::{Ident, LitInt, LitStr, Type};

const ATTRIBUTE: &str = "#[step(..)]";
const ARTIFACT_ATTRIBUTE: &str = "artifact(..)";

const ID: Key = Key::new("id", "a string, as in `id = \"create-org\"`");
const DEPENDS_ON: Key = Key::new(
    "depends_on",
    "a list of this flow's steps, as in `depends_on = [create_org]`; `depends_on = []` for none",
);
const ARTIFACT: Key = Key::new(
    "artifact",
    "a name and a place, as in `artifact(name = \"starter-kit\", path = \"/downloads/kit.json\")`",
);
const ARTIFACT_NAME: Key = Key::new("name", "a string, as in `name = \"starter-kit\"`");
const ARTIFACT_PATH: Key = Key::new("path", "a string, as in `path = \"/downloads/kit.json\"`");
const WRITES: Key = Key::new("writes", "a list of types, as in `writes = [Project]`");
const STUCK_AFTER: Key = Key::new(
    "stuck_after",
    "a number of failures, as in `stuck_after = 2`",
);

/// The settings of a step, each as it was written.
pub(crate) struct StepArgs {
    pub(crate) id: Option<Arg<LitStr>>,
    pub(crate) depends_on: Option<Arg<Vec<Ident>>>,
    pub(crate) artifact: Option<ArtifactArgs>,
    pub(crate) writes: Option<Arg<Vec<Type>>>,
    pub(crate) stuck_after: Option<Arg<LitInt>>,
}

/// `artifact(..)` as written.
pub(crate) struct ArtifactArgs {
    pub(crate) name: Option<Arg<LitStr>>,
    pub(crate) path: Option<Arg<LitStr>>,
}

impl StepArgs {
    /// Reads the tokens between the parentheses.
    pub(crate) fn parse(tokens: TokenStream, errors: &ErrorSink<'_>) -> Self {
        let mut args = Args::parse(ATTRIBUTE, tokens, errors);
        let read = Self {
            id: args.value(ID, errors),
            depends_on: args.list(DEPENDS_ON, errors),
            artifact: args
                .call(ARTIFACT, ARTIFACT_ATTRIBUTE, errors)
                .map(|artifact| ArtifactArgs::read(artifact, errors)),
            writes: args.list(WRITES, errors),
            stuck_after: args.value(STUCK_AFTER, errors),
        };
        args.finish(errors);
        read
    }
}

impl ArtifactArgs {
    fn read(artifact: Arg<Args>, errors: &ErrorSink<'_>) -> Self {
        let Arg {
            key,
            value: mut args,
        } = artifact;
        let read = Self {
            name: args.required(ARTIFACT_NAME, key.span(), errors),
            path: args.required(ARTIFACT_PATH, key.span(), errors),
        };
        args.finish(errors);
        read
    }
}
