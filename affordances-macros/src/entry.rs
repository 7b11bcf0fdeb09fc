//! The entries of our own messages in the error index; the ground's are in the support crate.
use affordances_macro_support::entries;

entries! {
    #[cfg(test)]
    pub(crate) ALL;

    // Attributes and where they stand.
    ARGUMENTS_WITHOUT_PARENTHESES = "arguments_without_parentheses";
    ATTRIBUTE_IN_CFG_ATTR = "attribute_in_cfg_attr";
    ATTRIBUTE_OUTSIDE_PAGE = "attribute_outside_page";
    EMPTY_ATTRIBUTE = "empty_attribute";
    MARKED_TWICE = "marked_twice";
    UNEXPECTED_ARGUMENTS = "unexpected_arguments";

    // Pages.
    INVALID_NAME = "invalid_name";
    INVALID_ROUTE = "invalid_route";
    MISSING_DESCRIPTION = "missing_description";
    MISSING_ENTITIES = "missing_entities";
    MISSING_LOAD = "missing_load";
    TWO_ON_ONE_PAGE = "two_on_one_page";

    // Entities.
    DUPLICATE_NAME = "duplicate_name";
    GENERIC_ENTITIES = "generic_entities";
    UNNAMED_FIELDS = "unnamed_fields";

    // Path parameters.
    NOT_A_ROUTE_PARAMETER = "not_a_route_parameter";
    PARAMETER_COUNT = "parameter_count";
    PARAMETER_TYPE = "parameter_type";
    UNREAD_ROUTE_PARAMETER = "unread_route_parameter";

    // Signatures of handlers.
    CONDITIONAL_PARAMETER = "conditional_parameter";
    FOREIGN_FUNCTION = "foreign_function";
    GENERIC_HANDLER = "generic_handler";
    GUARD_WITHOUT_WORDS = "guard_without_words";
    OPAQUE_OUTPUT = "opaque_output";
    OPAQUE_PARAMETER = "opaque_parameter";
    SELF_PARAMETER = "self_parameter";
    UNSAFE_HANDLER = "unsafe_handler";

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
    LISTED_TWICE = "listed_twice";
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

    // Sites.
    INVALID_SITE_PATH = "invalid_site_path";
    MALFORMED_SITE = "malformed_site";
    UNKNOWN_AUTH = "unknown_auth";
}
