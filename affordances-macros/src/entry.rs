//! The entries of our own messages in the error index; those that the macro crates share are in the
//! support crate.
use affordances_macro_support::entries;
pub(crate) use affordances_macro_support::entry::{
    DUPLICATE_NAME, INVALID_NAME, LISTED_TWICE, MISSING_DESCRIPTION, OPAQUE_OUTPUT,
    UNEXPECTED_ARGUMENTS,
};

entries! {
    #[cfg(test)]
    pub(crate) ALL;

    // Attributes and where they stand.
    ATTRIBUTE_OUTSIDE_PAGE = "attribute_outside_page";
    EMPTY_ATTRIBUTE = "empty_attribute";

    // Pages.
    INVALID_ROUTE = "invalid_route";
    MISSING_ENTITIES = "missing_entities";
    MISSING_LOAD = "missing_load";
    TWO_ON_ONE_PAGE = "two_on_one_page";

    // Entities.
    GENERIC_ENTITIES = "generic_entities";
    UNNAMED_FIELDS = "unnamed_fields";

    // Path parameters.
    NOT_A_ROUTE_PARAMETER = "not_a_route_parameter";
    PARAMETER_COUNT = "parameter_count";
    PARAMETER_TYPE = "parameter_type";
    UNPUBLISHABLE_PARAMS = "unpublishable_params";
    UNREAD_ROUTE_PARAMETER = "unread_route_parameter";

    // Signatures of handlers.
    GUARD_WITHOUT_WORDS = "guard_without_words";
    VIEW_OF_NOTHING = "view_of_nothing";

    // Settings of actions.
    CONTRADICTS_READ_ONLY = "contradicts_read_only";
    EMPTY_SCOPE = "empty_scope";
    INVALID_RATE = "invalid_rate";
    INVALID_TIMEOUT = "invalid_timeout";
    SCOPE_OF_PUBLIC_ACTION = "scope_of_public_action";
    SETTING_WITHOUT_EXPOSE = "setting_without_expose";
    UNKNOWN_EXPOSE = "unknown_expose";
    UNKNOWN_GUARD = "unknown_guard";
    UNMARKED_GUARD = "unmarked_guard";

    // Effects.
    EFFECT_WITHOUT_PERMISSION = "effect_without_permission";
    PERMISSION_BY_VALUE = "permission_by_value";
    SHARED_RESOURCE = "shared_resource";
    SHOWN_RESOURCE_IN_WRITES = "shown_resource_in_writes";
    UNDECLARED_EFFECT = "undeclared_effect";
    UNKNOWN_EFFECT = "unknown_effect";

    // Summaries.
    EMPTY_SUMMARY = "empty_summary";
    MALFORMED_SUMMARY = "malformed_summary";
    MISSING_SUMMARY = "missing_summary";
    SUMMARY_OF_UNNAMED_FIELDS = "summary_of_unnamed_fields";
    SUMMARY_WITHOUT_CONFIRM = "summary_without_confirm";
    SUMMARY_WITHOUT_INPUT = "summary_without_input";
    UNKNOWN_SUMMARY_FIELD = "unknown_summary_field";
    WRONG_SUMMARY_FUNCTION = "wrong_summary_function";

    // Sites.
    INVALID_SITE_PATH = "invalid_site_path";
    MALFORMED_SITE = "malformed_site";
    MISSING_BUILD_SCRIPT = "missing_build_script";
    TABLE_OF_A_PAGE = "table_of_a_page";
    UNKNOWN_AUTH = "unknown_auth";
}
