//! Integers that are written as floats: JSON Schema calls `1.0` an integer,
//! serde does not, so a value that fits is handed on with `1`.

use serde_json::Value;

use super::check::Run;
use super::number;
use super::rules::{Node, NodeId, Types};

/// Whether there is anything to settle at all.
pub(super) fn may_need_it(value: &Value) -> bool {
    match value {
        Value::Number(n) => number::whole(n).is_some(),
        Value::Array(items) => items.iter().any(may_need_it),
        Value::Object(members) => members.values().any(may_need_it),
        _ => false,
    }
}

impl<'v> Run<'v> {
    /// A copy of a value that fits, with each float as an integer where the
    /// schema asks for an integer.
    pub(super) fn settled(&self, id: NodeId, value: &Value) -> Value {
        let mut settled = value.clone();
        self.settle(id, value, &mut settled);
        settled
    }

    fn settle(&self, id: NodeId, value: &Value, to: &mut Value) {
        let node = self.node(id);
        match (value, &mut *to) {
            (Value::Number(number), to) => {
                if asks_for_an_integer(node)
                    && let Some(whole) = number::whole(number)
                {
                    *to = Value::Number(whole);
                }
            }
            (Value::Array(items), Value::Array(to)) => {
                if let Some(rules) = &node.array {
                    let schemas = rules.prefix.iter().copied().map(Some);
                    let schemas = schemas.chain(std::iter::repeat(rules.items));
                    for ((item, to), schema) in items.iter().zip(to).zip(schemas) {
                        if let Some(schema) = schema {
                            self.settle(schema, item, to);
                        }
                    }
                }
            }
            (Value::Object(members), Value::Object(to)) => {
                if let Some(rules) = &node.object {
                    for ((name, member), (_, to)) in members.iter().zip(to) {
                        for schema in rules.of_member(name) {
                            self.settle(schema, member, to);
                        }
                    }
                }
            }
            _ => {}
        }
        for part in self.parts_that_fit(node, value) {
            self.settle(part, value, to);
        }
        self.settle_the_rest(node, value, to);
    }

    /// What the `unevaluated` keywords look at.
    fn settle_the_rest(&self, node: &'v Node, value: &Value, to: &mut Value) {
        if let (Value::Object(members), Some(schema), Value::Object(to)) =
            (value, node.unevaluated_properties, &mut *to)
        {
            for name in self.unevaluated_members(node, value) {
                if let (Some(member), Some(to)) = (members.get(name), to.get_mut(name)) {
                    self.settle(schema, member, to);
                }
            }
        }
        if let (Value::Array(items), Some(schema), Value::Array(to)) =
            (value, node.unevaluated_items, to)
        {
            for at in self.unevaluated_items(node, value) {
                self.settle(schema, &items[at], &mut to[at]);
            }
        }
    }
}

/// An integer, or a constant that is one: `type: integer`, and not `number`.
fn asks_for_an_integer(node: &Node) -> bool {
    node.types.is_some_and(|types| {
        types.overlaps(Types::INTEGER) && !types.names().any(|name| name == "number")
    })
}
