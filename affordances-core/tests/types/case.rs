//! One row: a type, its schemas, and values.

use std::path::Path;

use affordances_core::schema::{Direction, InputShape, Validator, publish};
use affordances_core::{InputType, OutputType};
use serde_json::{Value, json};

/// A type without its type.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) input: Value,
    pub(crate) output: Value,
    pub(crate) validator: Validator,
    pub(crate) written: Validator,
    pub(crate) judge: jsonschema::Validator,
    read: fn(&Value) -> Result<Option<Value>, String>,
    pub(crate) accepted: Vec<Value>,
    refused: Vec<Value>,
    narrower: Vec<Value>,
}

/// The row of a type that serialises what it deserialises.
#[track_caller]
pub(crate) fn case<T: InputType + OutputType>(name: &'static str) -> Case {
    let input = publish::input(InputShape::of::<T>())
        .unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
    let output = <T as OutputType>::schema().map_or(json!({ "type": "null" }), |schema| {
        publish::output(schema).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
    });
    let judge = jsonschema::options()
        .should_validate_formats(true)
        .with_format("partial-date-time", |text: &str| {
            text.parse::<chrono::NaiveDateTime>().is_ok()
        })
        .with_format("partial-time", |text: &str| {
            text.parse::<chrono::NaiveTime>().is_ok()
        })
        .build(&input)
        .unwrap();
    assert!(
        jsonschema::draft202012::meta::is_valid(&input)
            && jsonschema::draft202012::meta::is_valid(&output)
    );
    Case {
        name,
        validator: Validator::new(&input, Direction::Input).unwrap(),
        written: Validator::new(&output, Direction::Output).unwrap(),
        judge,
        input,
        output,
        read: |value| {
            let read = T::read(value).map_err(|error| error.to_string())?;
            // Some variants are never written.
            let written = read.write().ok();
            Ok(written.map(|json| {
                json.map_or(Value::Null, |json| serde_json::from_slice(&json).unwrap())
            }))
        },
        accepted: Vec::new(),
        refused: Vec::new(),
        narrower: Vec::new(),
    }
}

impl Case {
    /// Values that fit and are read.
    pub(crate) fn accepts(mut self, values: impl IntoIterator<Item = Value>) -> Self {
        self.accepted.extend(values);
        self
    }

    /// Values that neither fit nor are read.
    pub(crate) fn refuses(mut self, values: impl IntoIterator<Item = Value>) -> Self {
        self.refused.extend(values);
        self
    }

    /// Values that serde would read and the schema refuses: it is the schema
    /// that counts.
    pub(crate) fn allows_less_than_serde(
        mut self,
        values: impl IntoIterator<Item = Value>,
    ) -> Self {
        self.narrower.extend(values);
        self
    }

    /// Whether serde reads values that the schema refuses: the row shows one, or
    /// has structs and variants with members, which serde also reads from the
    /// list of their fields, or tagged by number where it buffers them.
    pub(crate) fn reads_more(&self) -> bool {
        !self.narrower.is_empty() || has_structs(&self.input)
    }

    /// Reads a value that fits, as the engine does, and writes what was read.
    pub(crate) fn read(&self, value: &Value) -> Result<Option<Value>, String> {
        (self.read)(&self.validator.settled(value.clone()))
    }

    /// Asks serde alone.
    pub(crate) fn serde_reads(&self, value: &Value) -> bool {
        self.read(value).is_ok()
    }

    pub(crate) fn check(&self) {
        let Self { name, input, .. } = self;
        assert!(!self.accepted.is_empty(), "{name} accepts nothing");
        for value in &self.accepted {
            let issues = self.validator.issues(value);
            assert!(
                issues.is_empty() && self.validator.fits(value),
                "{name} refuses {value}: {issues:#?} {input:#}"
            );
            assert!(
                self.judge.is_valid(value),
                "{name}: jsonschema refuses {value} {input:#}"
            );
            match self.read(value) {
                Ok(written) => self.check_written(written.as_ref()),
                Err(error) => panic!("{name} is not read from {value}: {error} {input:#}"),
            }
        }
        for value in self.refused.iter().chain(&self.narrower) {
            assert!(
                !self.validator.fits(value),
                "{name} accepts {value} {input:#}"
            );
            assert!(
                !self.validator.issues(value).is_empty(),
                "{name} has no issue with {value} {input:#}"
            );
            assert!(
                !self.judge.is_valid(value),
                "{name}: jsonschema accepts {value} {input:#}"
            );
        }
        for value in &self.refused {
            assert!(!self.serde_reads(value), "{name} is read from {value}");
        }
        for value in &self.narrower {
            assert!(self.serde_reads(value), "{name} is not read from {value}");
        }
    }

    /// What the type writes fits its output's schema.
    fn check_written(&self, written: Option<&Value>) {
        let Some(written) = written else { return };
        let issues = self.written.issues(written);
        assert!(
            issues.is_empty(),
            "{} writes {written}: {issues:#?} {:#}",
            self.name,
            self.output
        );
    }
}

fn has_structs(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => {
            keywords.contains_key("properties") || keywords.values().any(has_structs)
        }
        Value::Array(items) => items.iter().any(has_structs),
        _ => false,
    }
}

/// Compares the schemas with `tests/types/published.json`; `BLESS=1` writes it.
pub(crate) fn compare_with_published(table: &[Case]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types/published.json");
    let schemas = table.iter().map(|case| {
        let mut schemas = json!({ "input": case.input });
        if case.output != case.input {
            schemas["output"] = case.output.clone();
        }
        (case.name.to_owned(), schemas)
    });
    let schemas = Value::Object(schemas.collect());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{schemas:#}\n")).unwrap();
    }
    let published: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for (name, schema) in schemas.as_object().unwrap() {
        assert_eq!(
            &published[name], schema,
            "{name}; `BLESS=1` writes the new schemas"
        );
    }
    assert_eq!(published, schemas);
}
