//! One go at reading a type as axum's `Path` does, with values made up, to learn
//! from serde what the type asks for.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

/// What a type is offered, and what it has said to it.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Names with their values, in order.
    pub(super) offered: Vec<(&'a str, &'static str)>,
    /// What the type is.
    pub(super) shape: Shape,
    /// Which of `offered` was looked at last.
    pub(super) last: usize,
    /// Why the type was not content; `None` when it was.
    pub(super) complaint: Option<Complaint>,
}

/// What a type is, as far as serde tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Something that takes whatever there is, or that axum refuses anyhow.
    Open,
    /// So many values.
    Values(usize),
    /// A struct with these names, aliases included.
    Fields(&'static [&'static str]),
}

/// Why a type was not content with what it was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Complaint {
    /// It asks for this field.
    Missing(&'static str),
    /// It knows no such field and passes over none.
    Unknown,
    /// Something else: most likely the value made up for it.
    Other,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(offered: Vec<(&'a str, &'static str)>) -> Self {
        Self {
            offered,
            shape: Shape::Open,
            last: 0,
            complaint: None,
        }
    }
}

/// Reads a `T` from what is offered.
pub fn attempt<T: DeserializeOwned>(attempt: &mut Attempt<'_>) {
    attempt.complaint = T::deserialize(Parameters(attempt)).err();
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Complaint {}

impl serde::de::Error for Complaint {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::Unknown
    }
}

/// All parameters of a path, as axum's own deserialiser takes them. What reads
/// single values is known by their number and goes no further.
struct Parameters<'a, 'b>(&'a mut Attempt<'b>);

impl Parameters<'_, '_> {
    fn values<T>(self, number: usize) -> Result<T, Complaint> {
        self.0.shape = Shape::Values(number);
        Err(Complaint::Other)
    }
}

macro_rules! one_value {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Complaint> {
            self.values(1)
        }
    )*};
}

macro_rules! open {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Complaint> {
            Err(Complaint::Other)
        }
    )*};
}

impl<'de> Deserializer<'de> for Parameters<'_, '_> {
    type Error = Complaint;

    one_value! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32
        deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_byte_buf
    }
    open! {
        deserialize_bytes deserialize_option deserialize_identifier deserialize_ignored_any
        deserialize_unit deserialize_seq deserialize_map
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: V,
    ) -> Result<V::Value, Complaint> {
        Err(Complaint::Other)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Complaint> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        _: V,
    ) -> Result<V::Value, Complaint> {
        self.values(length)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        _: V,
    ) -> Result<V::Value, Complaint> {
        self.values(length)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Complaint> {
        self.values(1)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Complaint> {
        self.0.shape = Shape::Fields(fields);
        visitor.visit_map(Named {
            attempt: self.0,
            next: 0,
        })
    }
}

/// The parameters one by one.
struct Named<'a, 'b> {
    attempt: &'a mut Attempt<'b>,
    next: usize,
}

impl<'de> MapAccess<'de> for Named<'_, '_> {
    type Error = Complaint;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Complaint> {
        let Some((name, _)) = self.attempt.offered.get(self.next) else {
            return Ok(None);
        };
        self.attempt.last = self.next;
        self.next += 1;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Complaint> {
        let offered = self.attempt.offered.get(self.attempt.last);
        seed.deserialize(Value(offered.map_or("", |(_, value)| value)))
    }
}

/// One value made up. Where a text is asked for it is this one; numbers and the
/// like are always the same.
struct Value(&'static str);

macro_rules! always {
    ($($method:ident $visit:ident $value:expr,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Complaint> {
            visitor.$visit($value)
        }
    )*};
}

impl<'de> Deserializer<'de> for Value {
    type Error = Complaint;

    always! {
        deserialize_bool visit_bool true,
        deserialize_i8 visit_i8 1,
        deserialize_i16 visit_i16 1,
        deserialize_i32 visit_i32 1,
        deserialize_i64 visit_i64 1,
        deserialize_i128 visit_i128 1,
        deserialize_u8 visit_u8 1,
        deserialize_u16 visit_u16 1,
        deserialize_u32 visit_u32 1,
        deserialize_u64 visit_u64 1,
        deserialize_u128 visit_u128 1,
        deserialize_f32 visit_f32 1.0,
        deserialize_f64 visit_f64 1.0,
        deserialize_char visit_char 'a',
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Complaint> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Complaint> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Complaint> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Complaint> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Complaint> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Complaint> {
        let first = variants.first().copied().unwrap_or_default();
        visitor.visit_enum(IntoDeserializer::<Complaint>::into_deserializer(first))
    }

    forward_to_deserialize_any! {
        str string bytes byte_buf identifier unit_struct seq tuple tuple_struct map struct
    }
}
