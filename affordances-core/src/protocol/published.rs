//! What documents carry as `input` and `output`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The schema of a JSON Schema as a document carries it: of the 2020-12 dialect,
/// and without a reference that leads out of it. For `#[schemars(with = ..)]`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PublishedSchema;

impl JsonSchema for PublishedSchema {
    fn schema_name() -> Cow<'static, str> {
        "PublishedSchema".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
        json_schema!({
            "description": "A JSON Schema (2020-12) that refers to nothing outside of itself.",
            // The dialect's own anchor, so that what is said here holds for the
            // schemas inside the schema too.
            "$dynamicAnchor": "meta",
            "$ref": DIALECT,
            "properties": {
                "$schema": { "const": DIALECT },
                "$ref": { "type": "string", "pattern": "^#" },
                "$dynamicRef": { "type": "string", "pattern": "^#" },
            },
        })
    }
}
