//! The engine of `affordances`: what a handler is made of, the static tables
//! that the macros emit, and the seven steps that answer a call.
//!
//! An app uses the facade crate `affordances`. The flow, in folder names:
//! `call/` (what handlers take and return) → `table/` (what annotations say) →
//! `schema/` (what fits) → `documents/` (what is published) → `engine/` (the
//! steps) → `protocol/` (the wire). `http/` reads and writes the headers that the
//! adapter needs; `contract/` compares what is published with what was.

pub mod contract;
pub mod documents;
pub mod engine;
pub mod http;
pub mod protocol;
pub mod schema;
pub mod table;

mod call;

pub use affordances_grammar::{Expose, Rate};
pub use call::{
    ActionError, ActionView, BoxError, Caller, Confirmation, Credential, Entity, FormFailure,
    Input, InputType, Nav, Outcome, OutputType, PageEntities, PageError, PageView, PathParams,
    Result, Shown, SummaryValue, Verdict, Write,
};

/// What the macros' expansions name. Outside semver: use it through the macros
/// alone.
#[doc(hidden)]
pub mod __macro {
    pub use crate::call::run::*;
    pub use crate::call::{
        AlwaysPresent, Anyone, Attempt, AttemptFn, BoxFuture, Caller, Cx, Declares, Done, Drawn,
        Entity, EntityMeta, ErrorOf, ExtractFn, FromCall, HandlerError, InputSchema, IntoDone,
        JsonWriter, Loaded, Loads, Nav, NoError, NotSame, Nothing, PageEntities, PageView,
        PathParams, PathRow, PhaseParts, Presence, Receives, Recognises, Returns, Same, SchemaFn,
        Shim, Shown, Somebody, SummaryValue, TheInput, Verdict, ViaCaller, ViaEntities, ViaInput,
        ViaParts, ViaView, ViaWrite, Write, attempt, check_path, sendable, summary,
    };
    pub use crate::documents::Embedded;
    pub use crate::table::{
        ActionDef, Auth, Entry, PageDef, PageTypes, Site, check_page, metas, page_name,
    };
    pub use affordances_grammar::Expose;
    pub use affordances_grammar::route::{Field, Others, Reads};
    pub use axum_core::response::IntoResponse;
    pub use serde_json;
    pub use std::boxed::Box;
    pub use std::format;
    pub use std::string::String;
    pub use std::vec::Vec;
}
