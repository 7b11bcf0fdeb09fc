//! From a schema's JSON to rules. Whatever it says is enforced as it stands or
//! refused, at its place and in words: no keyword is passed over.

use std::collections::HashMap;

use affordances_grammar::names::did_you_mean;
use serde_json::{Map, Value};

use super::rules::{Alternatives, InPlace, Node, NodeId, Types};
use super::{Direction, SchemaFault, alternatives, graph};
use crate::schema::escaped;

/// Keywords that say something about a value, and so are compiled below.
const ASSERTIONS: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Keywords that tell readers something and refuse no value.
const ANNOTATIONS: &[&str] = &[
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Keywords that are not of this dialect, or not of one document.
const FOREIGN: &[(&str, &str)] = &[
    ("$anchor", "refer to `#/$defs/…` instead"),
    ("$dynamicAnchor", "refer to `#/$defs/…` instead"),
    ("$dynamicRef", "refer to `#/$defs/…` with `$ref`"),
    ("$id", "a published schema is one document: leave it out"),
    ("$recursiveRef", "refer to `#` with `$ref`"),
    ("$vocabulary", "leave it out"),
    (
        "additionalItems",
        "write `prefixItems` for the first items and `items` for the rest",
    ),
    ("definitions", "write `$defs`"),
    (
        "dependencies",
        "write `dependentRequired` or `dependentSchemas`",
    ),
    ("nullable", "write `\"type\": [\"…\", \"null\"]`"),
];

pub(super) struct Compiler<'s> {
    document: &'s Value,
    direction: Direction,
    pub(super) nodes: Vec<Node>,
    by_pointer: HashMap<String, NodeId>,
    pub(super) faults: Vec<SchemaFault>,
}

/// One schema object on its way to a node.
pub(super) struct Source<'s, 'c> {
    pub(super) compiler: &'c mut Compiler<'s>,
    keywords: &'s Map<String, Value>,
    at: &'c str,
}

/// Compiles a document; its first node is the root.
pub(super) fn compile(
    document: &Value,
    direction: Direction,
) -> Result<Vec<Node>, Vec<SchemaFault>> {
    let mut compiler = Compiler {
        document,
        direction,
        nodes: Vec::new(),
        by_pointer: HashMap::new(),
        faults: Vec::new(),
    };
    compiler.schema(String::new(), document);
    // Definitions that nothing refers to are published, so they too must hold.
    if let Some(definitions) = document.get("$defs").and_then(Value::as_object) {
        for (name, definition) in definitions {
            compiler.schema(format!("/$defs/{}", escaped(name)), definition);
        }
    }
    let Compiler {
        mut nodes,
        mut faults,
        ..
    } = compiler;
    if faults.is_empty() {
        faults = graph::examine(&mut nodes);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    alternatives::find_choices(&mut nodes);
    Ok(nodes)
}

impl<'s> Compiler<'s> {
    fn schema(&mut self, at: String, schema: &'s Value) -> NodeId {
        if let Some(known) = self.by_pointer.get(&at) {
            return *known;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.by_pointer.insert(at.clone(), id);
        let node = match schema {
            Value::Bool(fits) => Node {
                never: !fits,
                ..Node::default()
            },
            Value::Object(keywords) => Source {
                compiler: self,
                keywords,
                at: &at,
            }
            .node(),
            _ => {
                self.faults.push(SchemaFault::new(
                    &at,
                    "is no schema: it must be an object, `true` or `false`",
                ));
                Node::default()
            }
        };
        self.nodes[id] = Node { at, ..node };
        id
    }
}

impl<'s> Source<'s, '_> {
    fn node(mut self) -> Node {
        self.know_all_keywords();
        let mut node = Node {
            types: self.types(),
            constant: self.keywords.get("const").cloned(),
            options: self.list("enum").map(<[Value]>::to_vec),
            number: self.number_rules(),
            string: self.string_rules(),
            array: self.array_rules(),
            object: self.object_rules(),
            unevaluated_items: self.subschema("unevaluatedItems"),
            unevaluated_properties: self.subschema("unevaluatedProperties"),
            ..Node::default()
        };
        node.in_place = self.in_place();
        node
    }

    fn know_all_keywords(&mut self) {
        for keyword in self.keywords.keys().map(String::as_str) {
            if ASSERTIONS.contains(&keyword)
                || ANNOTATIONS.contains(&keyword)
                || keyword.starts_with("x-")
            {
                continue;
            }
            let foreign = FOREIGN.iter().find(|(name, _)| *name == keyword);
            let what = match (foreign, did_you_mean(keyword, ASSERTIONS.iter().copied())) {
                (Some((_, instead)), _) => format!("is not enforced: {instead}"),
                (None, Some(known)) => format!("is no keyword; did you mean `{known}`?"),
                (None, None) => "is no keyword; a note of your own starts with `x-`".to_owned(),
            };
            self.fault(keyword, what);
        }
        let dialect = self.keywords.get("$schema").and_then(Value::as_str);
        if dialect.is_some_and(|dialect| dialect.trim_end_matches('#') != super::DIALECT) {
            self.fault(
                "$schema",
                format!("must be {}, or be left out", super::DIALECT),
            );
        }
    }

    pub(super) fn fault(&mut self, keyword: &str, what: impl Into<String>) {
        let at = self.at_keyword(keyword);
        self.compiler.faults.push(SchemaFault::new(&at, what));
    }

    fn at_keyword(&self, keyword: &str) -> String {
        format!("{}/{}", self.at, escaped(keyword))
    }

    pub(super) fn is_input(&self) -> bool {
        self.compiler.direction == Direction::Input
    }

    /// Reads a keyword, or says what it must be.
    pub(super) fn read<T>(
        &mut self,
        keyword: &str,
        must_be: &str,
        read: impl FnOnce(&'s Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.keywords.get(keyword)?;
        let found = read(value);
        if found.is_none() {
            self.fault(keyword, format!("must be {must_be}"));
        }
        found
    }

    pub(super) fn list(&mut self, keyword: &str) -> Option<&'s [Value]> {
        self.read(keyword, "a list with something in it", |value| {
            value
                .as_array()
                .map(Vec::as_slice)
                .filter(|list| !list.is_empty())
        })
    }

    /// The pairs of an object keyword.
    pub(super) fn pairs(&mut self, keyword: &str) -> Vec<(&'s String, &'s Value)> {
        let pairs = self.read(keyword, "an object", Value::as_object);
        pairs.into_iter().flatten().collect()
    }

    pub(super) fn subschema(&mut self, keyword: &str) -> Option<NodeId> {
        let schema = self.keywords.get(keyword)?;
        let at = self.at_keyword(keyword);
        Some(self.compiler.schema(at, schema))
    }

    pub(super) fn subschemas(&mut self, keyword: &str) -> Vec<NodeId> {
        let Some(list) = self.list(keyword) else {
            return Vec::new();
        };
        let at = self.at_keyword(keyword);
        let numbered = list.iter().enumerate();
        numbered
            .map(|(n, schema)| self.compiler.schema(format!("{at}/{n}"), schema))
            .collect()
    }

    pub(super) fn named_subschemas(&mut self, keyword: &str) -> Vec<(String, NodeId)> {
        let pairs = self.pairs(keyword);
        let at = self.at_keyword(keyword);
        let compiled = pairs.into_iter().map(|(name, schema)| {
            let at = format!("{at}/{}", escaped(name));
            (name.clone(), self.compiler.schema(at, schema))
        });
        compiled.collect()
    }

    fn types(&mut self) -> Option<Types> {
        self.read(
            "type",
            "the name of a JSON type, or a list of such names",
            |value| {
                let one = |value: &Value| value.as_str().and_then(Types::named);
                match value {
                    Value::Array(names) if !names.is_empty() => names
                        .iter()
                        .try_fold(Types::NONE, |types, name| Some(types.or(one(name)?))),
                    value => one(value),
                }
            },
        )
    }

    fn in_place(&mut self) -> Vec<InPlace> {
        let mut parts: Vec<_> = self.reference().map(InPlace::All).into_iter().collect();
        parts.extend(self.subschemas("allOf").into_iter().map(InPlace::All));
        let alternatives = |branches: Vec<NodeId>| {
            (!branches.is_empty()).then_some(Alternatives {
                branches,
                choice: None,
            })
        };
        parts.extend(alternatives(self.subschemas("anyOf")).map(InPlace::Any));
        parts.extend(alternatives(self.subschemas("oneOf")).map(InPlace::One));
        parts.extend(self.subschema("not").map(InPlace::Not));
        let (then, otherwise) = (self.subschema("then"), self.subschema("else"));
        if let Some(condition) = self.subschema("if") {
            parts.push(InPlace::If {
                condition,
                then,
                otherwise,
            });
        }
        parts
    }

    fn reference(&mut self) -> Option<NodeId> {
        let document = self.compiler.document;
        let found = self.read(
            "$ref",
            "a pointer into this document, `#/$defs/…`, at a schema that is there",
            |value| {
                let fragment = value.as_str()?.strip_prefix('#')?;
                let decoded = percent_encoding::percent_decode_str(fragment)
                    .decode_utf8()
                    .ok()?;
                let target = document.pointer(&decoded)?;
                Some((decoded.into_owned(), target))
            },
        );
        let (at, target) = found?;
        Some(self.compiler.schema(at, target))
    }
}
