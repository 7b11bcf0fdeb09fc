//! From a type to its JSON Schema, as schemars writes it, made to say what
//! serde does.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use super::standard;
use crate::call::SchemaFn;
use crate::schema::Direction;

/// The schema of a type, its definitions in `$defs`; or with each written out
/// where it is used.
pub(super) fn generate(schema: SchemaFn, direction: Direction, inline: bool) -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = match direction {
        Direction::Input => settings.for_deserialize(),
        Direction::Output => settings.for_serialize(),
    };
    let mut generator = settings
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = inline;
        })
        .with_transform(RecursiveTransform(move |schema: &mut Schema| {
            numbers_hold_what_their_types_hold(schema, direction);
            addresses_have_a_format(schema);
            local_times_have_a_pattern(schema);
            standard::bound_time_delta(schema);
        }))
        .into_generator();
    schema(&mut generator).to_value()
}

/// States the bounds of a number's type, which `format` alone only hints at:
/// what the type cannot hold is a fault that the schema finds, at its place.
fn numbers_hold_what_their_types_hold(schema: &mut Schema, direction: Direction) {
    let format = schema.get("format").and_then(Value::as_str);
    let is_input = direction == Direction::Input;
    let (least, most) = match format {
        Some("int8") => (json!(i8::MIN), json!(i8::MAX)),
        Some("int16") => (json!(i16::MIN), json!(i16::MAX)),
        Some("int32") => (json!(i32::MIN), json!(i32::MAX)),
        Some("int64" | "int") => (json!(i64::MIN), json!(i64::MAX)),
        // Integers beyond 64 bits do not arrive as integers.
        Some("int128") if is_input => (json!(i64::MIN), json!(u64::MAX)),
        Some("uint8") => (json!(0), json!(u8::MAX)),
        Some("uint16") => (json!(0), json!(u16::MAX)),
        Some("uint32") => (json!(0), json!(u32::MAX)),
        Some("uint64" | "uint") => (json!(0), json!(u64::MAX)),
        Some("uint128") if is_input => (json!(0), json!(u64::MAX)),
        // Beyond these, serde makes them infinite.
        Some("float") if is_input => (json!(f64::from(f32::MIN)), json!(f64::from(f32::MAX))),
        _ => return,
    };
    for (keyword, exclusive, bound) in [
        ("minimum", "exclusiveMinimum", least),
        ("maximum", "exclusiveMaximum", most),
    ] {
        if schema.get(keyword).is_none() && schema.get(exclusive).is_none() {
            schema.insert(keyword.to_owned(), bound);
        }
    }
}

/// `ip` is no format of JSON Schema; `ipv4` and `ipv6` are.
fn addresses_have_a_format(schema: &mut Schema) {
    if schema.get("format").and_then(Value::as_str) != Some("ip") {
        return;
    }
    schema.remove("format");
    let either = json!([{ "format": "ipv4" }, { "format": "ipv6" }]);
    match schema.get("anyOf") {
        None => schema.insert("anyOf".to_owned(), either),
        Some(_) => schema.insert("allOf".to_owned(), json!([{ "anyOf": either }])),
    };
}

/// Times without an offset have no format of JSON Schema; their form is said in
/// a pattern, too, for readers who do not know the one that schemars gives.
fn local_times_have_a_pattern(schema: &mut Schema) {
    const TIME: &str = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?$";
    const DATE: &str = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
    let pattern = match schema.get("format").and_then(Value::as_str) {
        Some("partial-time") => format!("^{TIME}"),
        Some("partial-date-time") => format!("{DATE}T{TIME}"),
        _ => return,
    };
    if schema.get("pattern").is_none() {
        schema.insert("pattern".to_owned(), pattern.into());
    }
}
