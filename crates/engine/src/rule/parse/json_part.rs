//! A part of the JSON document with its path, for error messages, and typed access to its fields.

use super::{Fault, Read};
use serde_json::{Map, Value};

/// Whole numbers in rules are smaller than this, and greater than its negative.
const INTEGER_LIMIT: i64 = 1 << 31;

/// The most characters of a value that a fault shows.
const MAX_SHOWN: usize = 60;

/// A part of a JSON value with a link to its parent, so that a fault can give its path; the path is built only then.
#[derive(Clone, Copy)]
pub(super) struct JsonPart<'a> {
    /// The value.
    pub value: &'a Value,
    above: Option<&'a JsonPart<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Start(&'a str),
    Field(&'a str),
    Item(usize),
}

impl<'a> JsonPart<'a> {
    /// A value whose path is known.
    pub fn start(value: &'a Value, path: &'a str) -> Self {
        JsonPart { value, above: None, step: Step::Start(path) }
    }

    /// Its path: `turn.parts[1].to`.
    pub fn path(&self) -> String {
        let mut path = self.above.map_or(String::new(), JsonPart::path);
        match self.step {
            Step::Start(start) => path.push_str(start),
            Step::Item(number) => path.push_str(&format!("[{number}]")),
            Step::Field(name) => push_field(&mut path, name),
        }
        path
    }

    /// A fault: something else was expected here.
    pub fn fault(&self, expected: &str) -> Fault {
        Fault { path: self.path(), message: format!("expected {expected}, found {}", summary(self.value)) }
    }

    /// A field; null counts as missing.
    pub fn field<'s>(&'s self, name: &'s str) -> Option<JsonPart<'s>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(JsonPart { value, above: Some(self), step: Step::Field(name) })
    }

    /// A required field.
    pub fn required<'s>(&'s self, name: &'s str) -> Read<JsonPart<'s>> {
        self.field(name).ok_or_else(|| {
            let mut path = self.path();
            push_field(&mut path, name);
            Fault { path, message: "expected something, found nothing".into() }
        })
    }

    /// The items of a list.
    pub fn items<'s>(&'s self) -> Read<impl ExactSizeIterator<Item = JsonPart<'s>>> {
        let list = self.value.as_array().ok_or_else(|| self.fault("a list"))?;
        let spot = |(number, value)| JsonPart { value, above: Some(self), step: Step::Item(number) };
        Ok(list.iter().enumerate().map(spot))
    }

    /// The items of a list, each parsed.
    pub fn each<T>(&self, read: impl FnMut(JsonPart<'_>) -> Read<T>) -> Read<Vec<T>> {
        self.items()?.map(read).collect()
    }

    /// The items of a list in a field, each parsed; none where the field is missing.
    pub fn each_in<T>(&self, name: &str, read: impl FnMut(JsonPart<'_>) -> Read<T>) -> Read<Vec<T>> {
        self.field(name).map_or(Ok(Vec::new()), |list| list.each(read))
    }

    /// A field, parsed; none where it is missing.
    pub fn optional<T>(&self, name: &str, read: impl FnOnce(JsonPart<'_>) -> Read<T>) -> Read<Option<T>> {
        self.field(name).map(read).transpose()
    }

    /// The fields of an object.
    pub fn object(&self) -> Read<&'a Map<String, Value>> {
        self.value.as_object().ok_or_else(|| self.fault("an object"))
    }

    /// The tag of a word.
    pub fn word(&self, expected: &str) -> Read<&'a str> {
        tag(self.value).ok_or_else(|| self.fault(expected))
    }

    /// Refuses fields that the engine does not know.
    pub fn refuse_other_fields(&self, fields: &[&str]) -> Read<()> {
        match self.object()?.keys().find(|name| *name != "word" && !fields.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(self.required(name)?.fault("no such field")),
        }
    }

    /// A whole number from `least` to `most`.
    pub fn integer(&self, least: i64, most: i64) -> Read<i64> {
        let number = self.value.as_i64().ok_or_else(|| self.fault("a whole number"))?;
        if number.abs() >= INTEGER_LIMIT {
            return Err(self.fault("a number within 2^31: this is more than the engine holds"));
        }
        let is_in_range = least <= number && number <= most;
        if is_in_range { Ok(number) } else { Err(self.fault(&format!("a whole number from {least} to {most}"))) }
    }

    /// Any whole number the engine holds.
    pub fn any_integer(&self) -> Read<i64> {
        self.integer(-INTEGER_LIMIT, INTEGER_LIMIT)
    }

    /// A whole number of `least` or more.
    pub fn at_least(&self, least: u32) -> Read<u32> {
        self.integer(i64::from(least), INTEGER_LIMIT).map(|number| number as u32)
    }

    /// The number of one of `count` things.
    pub fn index(&self, count: usize) -> Read<usize> {
        match self.value.as_u64() {
            Some(index) if index < count as u64 => Ok(index as usize),
            _ => Err(self.fault(&format!("a whole number from 0, less than {count}"))),
        }
    }

    /// A text.
    pub fn text(&self) -> Read<&'a str> {
        self.value.as_str().ok_or_else(|| self.fault("a text"))
    }

    /// A boolean field with a default.
    pub fn flag(&self, name: &str, default: bool) -> Read<bool> {
        let read = |at: JsonPart| at.value.as_bool().ok_or_else(|| at.fault("true or false"));
        self.field(name).map_or(Ok(default), read)
    }

    /// An enumeration field: the value of one of some texts; the first where the field is missing.
    pub fn choice<T: Copy>(&self, name: &str, among: &[(&str, T)]) -> Read<T> {
        let Some(at) = self.field(name) else { return Ok(among[0].1) };
        let choice = among.iter().find(|(text, _)| at.value.as_str() == Some(text));
        let texts = || among.iter().map(|(text, _)| *text).collect::<Vec<_>>().join(", ");
        choice.map(|choice| choice.1).ok_or_else(|| at.fault(&format!("one of {}", texts())))
    }
}

/// The tag of a word; none where the value is not a word.
pub(super) fn tag(value: &Value) -> Option<&str> {
    value.get("word").and_then(Value::as_str)
}

/// The names in a blank-separated text, as Python splits it.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let blank = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
    text.split(blank).filter(|name| !name.is_empty())
}

/// Appends a field to a path.
pub(super) fn push_field(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// A value in a fault, cut to a readable length.
fn summary(value: &Value) -> String {
    let (kind, size) = match value {
        Value::Array(list) => ("a list of", list.len()),
        Value::Object(fields) if tag(value).is_none() => ("an object of", fields.len()),
        Value::Object(_) => return format!("the word {}", truncated(tag(value).unwrap_or_default())),
        plain => return truncated(&plain.to_string()),
    };
    format!("{kind} {size}")
}

fn truncated(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
