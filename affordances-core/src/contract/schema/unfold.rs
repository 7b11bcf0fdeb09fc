//! A schema as alternatives: references followed, `allOf` joined, `anyOf` and
//! `oneOf` laid side by side.

use serde_json::{Map, Value};

use super::shape;

/// Schemas that all must hold for one value.
pub(super) type Parts<'s> = Vec<&'s Map<String, Value>>;

/// As many alternatives as one schema may have: what has more is not compared.
const MOST: usize = 256;

/// A schema, unfolded.
#[derive(Debug, Default)]
pub(super) struct Unfolded<'s> {
    /// A value fits where it fits one of them.
    pub(super) alternatives: Vec<Parts<'s>>,
    /// Why that is not the whole truth.
    pub(super) inexact: Option<&'static str>,
}

/// Unfolds schemas that all must hold; `root` is the document they stand in.
pub(super) fn unfold<'s>(root: &'s Value, schemas: &[&'s Value]) -> Unfolded<'s> {
    let mut unfolding = Unfolding {
        root,
        inexact: None,
    };
    let alternatives = unfolding.all(schemas.iter().copied(), &mut Vec::new());
    let mut inexact = unfolding.inexact;
    let unevaluated = |part: &&Map<String, Value>| {
        part.contains_key("unevaluatedProperties") || part.contains_key("unevaluatedItems")
    };
    let looks_around = |parts: &Parts<'s>| parts.iter().any(unevaluated);
    if alternatives.iter().any(looks_around) {
        // Such a keyword sees what stands in its own schema, which is all there
        // is where that schema is the only one, and the first.
        let elsewhere = schemas.len() > 1
            || (alternatives.iter()).any(|parts| parts.iter().skip(1).any(unevaluated));
        if elsewhere || !shape::disjoint(root, &alternatives) {
            inexact = inexact.or(Some("what its `unevaluated…` keyword sees"));
        }
    }
    Unfolded {
        alternatives,
        inexact,
    }
}

struct Unfolding<'s> {
    root: &'s Value,
    inexact: Option<&'static str>,
}

impl<'s> Unfolding<'s> {
    fn all(
        &mut self,
        schemas: impl Iterator<Item = &'s Value>,
        trail: &mut Vec<&'s str>,
    ) -> Vec<Parts<'s>> {
        let mut product = vec![Vec::new()];
        for schema in schemas {
            let factor = self.one(schema, trail);
            product = self.times(product, &factor);
        }
        product
    }

    fn one(&mut self, schema: &'s Value, trail: &mut Vec<&'s str>) -> Vec<Parts<'s>> {
        let members = match schema {
            Value::Bool(false) => return Vec::new(),
            Value::Object(members) => members,
            _ => return vec![Vec::new()],
        };
        let mut alternatives = vec![vec![members]];
        if let Some(Value::String(reference)) = members.get("$ref") {
            if trail.contains(&reference.as_str()) {
                self.inexact = Some("a reference that leads to itself");
            } else if let Some(target) = resolve(self.root, reference) {
                trail.push(reference);
                let factor = self.one(target, trail);
                trail.pop();
                alternatives = self.times(alternatives, &factor);
            } else {
                self.inexact = Some("a reference that leads nowhere");
            }
        }
        if let Some(Value::Array(schemas)) = members.get("allOf") {
            let factor = self.all(schemas.iter(), trail);
            alternatives = self.times(alternatives, &factor);
        }
        if let Some(Value::Array(schemas)) = members.get("anyOf") {
            let factor: Vec<_> = (schemas.iter())
                .flat_map(|schema| self.one(schema, trail))
                .collect();
            alternatives = self.times(alternatives, &factor);
        }
        if let Some(Value::Array(schemas)) = members.get("oneOf") {
            let branches: Vec<_> = schemas.iter().map(|one| self.one(one, trail)).collect();
            if !shape::branches_disjoint(self.root, &branches) {
                self.inexact = Some("a `oneOf` of which a value may fit two");
            }
            alternatives = self.times(alternatives, &branches.concat());
        }
        alternatives
    }

    fn times(&mut self, product: Vec<Parts<'s>>, factor: &[Parts<'s>]) -> Vec<Parts<'s>> {
        if product.len() * factor.len() > MOST {
            self.inexact = Some("more alternatives than are compared");
            return product;
        }
        let mut both = Vec::new();
        for left in &product {
            both.extend(factor.iter().map(|right| {
                let mut parts = left.clone();
                for part in right {
                    // A definition that two ways lead to holds once.
                    if !parts.iter().any(|known| std::ptr::eq(*known, *part)) {
                        parts.push(part);
                    }
                }
                parts
            }));
        }
        both
    }
}

/// The schema that a reference inside the document names.
pub(super) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let fragment = reference.strip_prefix('#')?;
    let pointer = percent_encoding::percent_decode_str(fragment)
        .decode_utf8()
        .ok()?;
    root.pointer(&pointer)
}
