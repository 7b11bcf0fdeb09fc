//! Pages as awkward as Rust allows, under lints as harsh as anybody sets: a module for each way in which
//! generated code could meet the code around it. `tests/serves.rs` reads and calls every one.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    future_incompatible,
    keyword_idents,
    let_underscore,
    nonstandard_style,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unused,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    impl_trait_redundant_captures,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_abi,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(clippy::all, clippy::nursery, clippy::pedantic)]
#![deny(
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::as_underscore,
    clippy::clone_on_ref_ptr,
    clippy::cognitive_complexity,
    clippy::create_dir,
    clippy::dbg_macro,
    clippy::empty_enum_variants_with_brackets,
    clippy::error_impl_error,
    clippy::exit,
    clippy::expect_used,
    clippy::field_scoped_visibility_modifiers,
    clippy::filetype_is_file,
    clippy::float_cmp_const,
    clippy::fn_to_numeric_cast_any,
    clippy::format_push_string,
    clippy::get_unwrap,
    clippy::if_then_some_else_none,
    clippy::impl_trait_in_params,
    clippy::indexing_slicing,
    clippy::infinite_loop,
    clippy::let_underscore_must_use,
    clippy::lossy_float_literal,
    clippy::map_err_ignore,
    clippy::mem_forget,
    clippy::min_ident_chars,
    clippy::missing_docs_in_private_items,
    clippy::mixed_read_write_in_expression,
    clippy::multiple_inherent_impl,
    clippy::mutex_atomic,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::partial_pub_fields,
    clippy::pattern_type_mismatch,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::pub_use,
    clippy::pub_without_shorthand,
    clippy::question_mark_used,
    clippy::rc_mutex,
    clippy::redundant_type_annotations,
    clippy::ref_patterns,
    clippy::renamed_function_params,
    clippy::rest_pat_in_fully_bound_structs,
    clippy::same_name_method,
    clippy::semicolon_inside_block,
    clippy::shadow_reuse,
    clippy::shadow_same,
    clippy::shadow_unrelated,
    clippy::single_char_lifetime_names,
    clippy::str_to_string,
    clippy::string_slice,
    clippy::suspicious_xor_used_as_pow,
    clippy::todo,
    clippy::try_err,
    clippy::undocumented_unsafe_blocks,
    clippy::unimplemented,
    clippy::unnecessary_safety_comment,
    clippy::unnecessary_self_imports,
    clippy::unneeded_field_pattern,
    clippy::unreachable,
    clippy::unseparated_literal_suffix,
    clippy::unwrap_in_result,
    clippy::unwrap_used,
    clippy::use_debug,
    clippy::verbose_file_reads,
    clippy::wildcard_enum_match_arm
)]
#![expect(
    clippy::missing_const_for_fn,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::unused_async,
    reason = "what functions promise and where dependencies stand is the tests' own"
)]

pub mod arguments;
pub mod cfgs;
pub mod counter;
pub mod extractors;
pub mod forwarded;
pub mod generated;
pub mod imported;
pub mod no_prelude;
pub mod raw;
pub mod shadowed;
pub mod steps;
pub mod types;

use affordances::{Affordances, Authenticator, Caller, Faults, Unreachable};
use axum::Router;
use axum::http::request::Parts;
use counter::Counter;

affordances::site! {
    /// Every page of this crate.
    pub static SITE: Counter = {
        name: "Hygiene",
        auth: [bearer],
        pages: [
            arguments,
            cfgs,
            #[cfg(feature = "extra")]
            cfgs::with_extra,
            #[cfg(not(feature = "extra"))]
            cfgs::without_extra,
            extractors,
            forwarded,
            generated::first,
            generated::second,
            generated::whole,
            imported,
            imported::nested,
            no_prelude::product,
            raw::r#type,
            shadowed,
            types,
        ],
    };
}

/// Takes every credential for somebody.
#[derive(Clone, Copy, Debug)]
pub struct Anybody;

impl Authenticator for Anybody {
    async fn bearer(&self, token: &str, _: &Parts) -> Result<Option<Caller>, Unreachable> {
        Ok(Some(Caller::new(token)))
    }
}

/// The app, its number at zero.
///
/// # Errors
///
/// What is wrong with the site.
pub fn app() -> Result<Router, Faults> {
    let site = Affordances::new(&SITE).authenticate(Anybody);
    site.finish(site.pages().with_state(Counter::default()))
}
