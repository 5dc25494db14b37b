//! Reads one TOML file, remembering where everything stands and everything that is wrong with it.
//!
//! Plain serde stops at the first mistake and loses positions inside inline tables; a person writing a
//! rulebook wants all mistakes at once, each at its line. So the file is walked by hand: a [`Section`] hands
//! out its fields by name, and what nobody asked for is reported as unknown when the section is closed.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use punto_vocab::{Authority, Citation, ClauseId, Setting, Word};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::path::{Path, Paths, Step};
use crate::problem::{Problem, Source};
use crate::schema::Schema;
use crate::{Answer, Ruled};

/// A place of the rulebook that cites a clause or a setting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The field, such as `drawing.banker[3]`.
    pub path: String,
    /// Its line in `rulebook.toml`.
    pub line: usize,
}

/// What all sections of one file share.
pub(crate) struct Reader<'a> {
    source: Source<'a>,
    rulebook: Arc<str>,
    schema: Schema,
    /// The clause of a number, if a citation may name it.
    known: &'a dyn Fn(&str) -> Option<ClauseId>,
    problems: RefCell<Vec<Problem>>,
    unlisted: Cell<usize>,
    uses: RefCell<BTreeMap<Authority, Vec<Use>>>,
    paths: Paths<'a>,
}

/// A table of the file, with the fields that have been asked for.
pub(crate) struct Section<'r, 'a> {
    reader: &'r Reader<'a>,
    path: Path,
    table: &'r DeTable<'a>,
    span: Range<usize>,
    asked: RefCell<Vec<&'static str>>,
}

/// A value of the file and where it stands.
pub(crate) struct Field<'r, 'a> {
    reader: &'r Reader<'a>,
    path: Path,
    value: &'r DeValue<'a>,
    span: Range<usize>,
}

/// A file taken apart, and what is wrong with its syntax.
pub(crate) struct Parsed<'a> {
    pub(crate) table: Spanned<DeTable<'a>>,
    errors: Vec<toml::de::Error>,
}

impl<'a> Parsed<'a> {
    pub(crate) fn new(text: &'a str) -> Parsed<'a> {
        let (table, errors) = DeTable::parse_recoverable(text);
        Parsed { table, errors }
    }

    /// Whether the table has all that the file says, but for the second value of a doubled key. What follows any
    /// other error of syntax is lost, so that what seems to be missing may well be there.
    pub(crate) fn is_whole(&self) -> bool {
        self.errors.iter().all(|error| error.message().contains("duplicate key"))
    }

    /// The number of the schema that the file says, where it says a number.
    pub(crate) fn schema(&self) -> Option<u32> {
        match self.table.get_ref().get("schema")?.get_ref() {
            DeValue::Integer(number) => u32::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        }
    }
}

impl<'a> Reader<'a> {
    /// The most mistakes of one file that are listed; nobody reads more.
    const MOST_PROBLEMS: usize = 200;

    pub(crate) fn new(
        source: Source<'a>,
        rulebook: Arc<str>,
        schema: Schema,
        known: &'a dyn Fn(&str) -> Option<ClauseId>,
    ) -> Reader<'a> {
        let (problems, unlisted, uses, paths) = Default::default();
        Reader { source, rulebook, schema, known, problems, unlisted, uses, paths }
    }

    /// Reports errors of syntax, doubled keys among them.
    pub(crate) fn report_syntax(&self, parsed: &Parsed<'_>) {
        for error in &parsed.errors {
            self.report(error.span(), error.message().trim().to_lowercase());
        }
    }

    pub(crate) fn root<'r>(&'r self, table: &'r Spanned<DeTable<'a>>) -> Section<'r, 'a> {
        Section {
            reader: self,
            path: Path::ROOT,
            table: table.get_ref(),
            span: 0..0,
            asked: RefCell::default(),
        }
    }

    pub(crate) fn report(&self, span: Option<Range<usize>>, message: impl Into<String>) {
        let mut problems = self.problems.borrow_mut();
        if problems.len() < Reader::MOST_PROBLEMS {
            problems.push(self.source.problem(span, message));
        } else {
            self.unlisted.set(self.unlisted.get() + 1);
        }
    }

    /// Asks of every citation so far whether something is wrong with it.
    pub(crate) fn check_uses(&self, wrong: impl Fn(&Authority, &Use) -> Option<String>) {
        for (authority, places) in self.uses.borrow().iter() {
            for place in places {
                if let Some(message) = wrong(authority, place) {
                    self.report(Some(self.source.start_of(place.line)), message);
                }
            }
        }
    }

    /// The mistakes, in the order of the file and none twice, and the places that cite something.
    pub(crate) fn finish(self) -> (Vec<Problem>, BTreeMap<Authority, Vec<Use>>) {
        let mut problems = self.problems.into_inner();
        problems.sort_by(|a, b| (a.at, &a.message).cmp(&(b.at, &b.message)));
        problems.dedup();
        if self.unlisted.get() > 0 {
            let message = format!("has {} further mistakes, not listed here", self.unlisted.get());
            problems.push(self.source.problem(None, message));
        }
        (problems, self.uses.into_inner())
    }

    /// Notes that what a citation stands for rests on an authority: the value around its `clause` or `house`.
    fn cite(&self, authority: Authority, citation: Path, span: &Range<usize>) -> Authority {
        let list = self.paths.out_of(citation, |step| matches!(step, Step::Item(_)));
        let cited = |step: &Step<'_>| matches!(step, Step::Key(key) if key == "clause" || key == "house");
        let path = self.paths.spelt(self.paths.out_of(list, cited));
        let place = Use { path, line: self.source.line(span.start) };
        self.uses.borrow_mut().entry(authority.clone()).or_default().push(place);
        authority
    }
}

impl<'r, 'a> Section<'r, 'a> {
    pub(crate) fn path(&self) -> String {
        self.reader.paths.spelt(self.path)
    }

    pub(crate) fn report(&self, message: impl Into<String>) {
        self.reader.report(Some(self.span.clone()), message);
    }

    fn name_of(&self, key: &str) -> String {
        let path = self.path();
        if path.is_empty() { key.into() } else { [&path, ".", key].concat() }
    }

    /// Whether a text of this schema is asked for this field; what it is not asked is unknown.
    pub(crate) fn asks(&self, key: &str) -> bool {
        self.reader.schema.asks(|| self.name_of(key))
    }

    /// A field that may be missing.
    pub(crate) fn optional(&self, key: &'static str) -> Option<Field<'r, 'a>> {
        self.asked.borrow_mut().push(key);
        let value = self.table.get(key)?;
        if !self.asks(key) {
            let path = self.name_of(key);
            let (since, own) = (self.reader.schema.since(&path), self.reader.schema.number());
            let message = format!("`{path}` is asked since schema {since}; this text is of schema {own}");
            self.reader.report(Some(value.span()), message);
            return None;
        }
        let path = self.reader.paths.step(self.path, Step::Key(key.into()));
        Some(Field { reader: self.reader, path, value: value.get_ref(), span: value.span() })
    }

    /// The names of the entries of a table below, without asking for it.
    pub(crate) fn keys(&self, key: &str) -> Vec<&'r str> {
        match self.table.get(key).map(|value| value.get_ref()) {
            Some(DeValue::Table(table)) => table.keys().map(|name| name.get_ref().as_ref()).collect(),
            _ => Vec::new(),
        }
    }

    /// A mistake that shows only once the whole file is read: reported as deep along this path as the file goes.
    pub(crate) fn report_at(&self, path: &[&str], message: impl Into<String>) {
        let (mut table, mut span) = (Some(self.table), self.span.clone());
        for key in path {
            let Some(value) = table.and_then(|table| table.get(*key)) else { break };
            span = value.span();
            table = match value.get_ref() {
                DeValue::Table(inner) => Some(inner),
                _ => None,
            };
        }
        self.reader.report(Some(span), message);
    }

    /// A field that must be there, unless the text is older than the question; then it is unknown.
    pub(crate) fn field(&self, key: &'static str) -> Option<Field<'r, 'a>> {
        let field = self.optional(key);
        if field.is_none() && self.asks(key) {
            let path = self.path();
            let place = if path.is_empty() { "this file".into() } else { format!("`{path}`") };
            self.report(format!("{place} has no `{key}`"));
        }
        field
    }

    /// A table that must be there.
    pub(crate) fn section(&self, key: &'static str) -> Option<Section<'r, 'a>> {
        self.field(key)?.section()
    }

    /// A table that may be missing.
    pub(crate) fn optional_section(&self, key: &'static str) -> Option<Section<'r, 'a>> {
        self.optional(key)?.section()
    }

    /// Every entry of a table whose keys are the writer's own, in the order of the file.
    pub(crate) fn entries(&self) -> Vec<(&'r str, Field<'r, 'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let field = |key: &Cow<'a, str>, value: &'r Spanned<DeValue<'a>>| Field {
            reader: self.reader,
            path: self.reader.paths.step(self.path, Step::Key(key.clone())),
            value: value.get_ref(),
            span: value.span(),
        };
        entries
            .into_iter()
            .map(|(key, value)| (key.get_ref().as_ref(), field(key.get_ref(), value)))
            .collect()
    }

    /// The clause or setting that `clause` and `house` name; one of them must be there.
    pub(crate) fn citation(&self) -> Option<Citation> {
        let clauses = self.optional("clause").map(|field| field.clauses()).unwrap_or_default();
        let house = self.optional("house").and_then(|field| field.setting());
        let citation = Citation::of(clauses.into_iter().chain(house.map(Authority::House)));
        if citation.is_none() && self.optional("clause").is_none() && self.optional("house").is_none() {
            self.report(format!(
                "`{}` cites nothing; expected `clause = \"…\"` or `house = \"…\"`",
                self.path()
            ));
        }
        citation
    }

    /// Reports every field that was not asked for.
    pub(crate) fn close(self) {
        let asked = self.asked.borrow();
        for (key, _) in self.table.iter().filter(|(key, _)| !asked.iter().any(|a| key.get_ref() == a)) {
            let expected: Vec<String> = asked.iter().map(|a| format!("`{a}`")).collect();
            let path = self.path();
            let place = if path.is_empty() { String::new() } else { format!(" in `{path}`") };
            self.reader.report(
                Some(key.span()),
                format!("unknown field `{}`{place}; expected {}", key.get_ref(), dedup(expected).join(", ")),
            );
        }
    }

    /// A field of this section that reads as `T`.
    pub(crate) fn value<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(Field<'r, 'a>) -> Option<T>,
    ) -> Option<T> {
        self.field(key).and_then(read)
    }

    /// `key = { value = …, clause = … }`, or `{ house = … }` where the document is silent.
    pub(crate) fn answer<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(Field<'r, 'a>) -> Option<T>,
    ) -> Option<Answer<T>> {
        self.field(key)?.answer(read)
    }

    /// `key = { value = …, clause = … }`: a question the document must answer itself.
    pub(crate) fn ruled<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(Field<'r, 'a>) -> Option<T>,
    ) -> Option<Ruled<T>> {
        self.field(key)?.ruled(read)
    }

    /// The same, for a question the document may leave out altogether.
    pub(crate) fn optional_ruled<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(Field<'r, 'a>) -> Option<T>,
    ) -> Option<Ruled<T>> {
        self.optional(key)?.ruled(read)
    }

    /// `key = { clause = … }`: a citation without a value.
    pub(crate) fn cited(&self, key: &'static str) -> Option<Citation> {
        self.field(key)?.cited()
    }
}

fn dedup(mut list: Vec<String>) -> Vec<String> {
    let mut seen = Vec::new();
    list.retain(|item| {
        !seen.contains(item) && {
            seen.push(item.clone());
            true
        }
    });
    list
}

impl<'r, 'a> Field<'r, 'a> {
    pub(crate) fn path(&self) -> String {
        self.reader.paths.spelt(self.path)
    }

    pub(crate) fn report(&self, message: impl Into<String>) {
        self.reader.report(Some(self.span.clone()), message);
    }

    fn expected<T>(&self, what: &str) -> Option<T> {
        self.report(format!("`{}` is {}; expected {what}", self.path(), kind(self.value)));
        None
    }

    pub(crate) fn section(self) -> Option<Section<'r, 'a>> {
        match self.value {
            DeValue::Table(table) => Some(Section {
                reader: self.reader,
                path: self.path,
                table,
                span: self.span,
                asked: RefCell::default(),
            }),
            _ => self.expected("a table"),
        }
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, DeValue::Array(_))
    }

    pub(crate) fn list(&self) -> Vec<Field<'r, 'a>> {
        match self.value {
            DeValue::Array(items) => items
                .iter()
                .enumerate()
                .map(|(i, item)| Field {
                    reader: self.reader,
                    path: self.reader.paths.step(self.path, Step::Item(i)),
                    value: item.get_ref(),
                    span: item.span(),
                })
                .collect(),
            _ => {
                self.expected::<()>("a list");
                Vec::new()
            }
        }
    }

    /// A list of one thing or more; a question with an empty answer would leave a table nothing to choose from.
    pub(crate) fn some<T>(&self, read: impl FnMut(&Field<'r, 'a>) -> Option<T>) -> Option<Vec<T>> {
        if matches!(self.value, DeValue::Array(items) if items.is_empty()) {
            self.report(format!("`{}` is empty; expected at least one", self.path()));
        }
        let items: Vec<T> = self.list().iter().filter_map(read).collect();
        Some(items).filter(|items| !items.is_empty())
    }

    pub(crate) fn text(&self) -> Option<&'r str> {
        match self.value {
            DeValue::String(text) => Some(text),
            _ => self.expected("text in quotes"),
        }
    }

    pub(crate) fn number(&self, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let read = match self.value {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => return self.expected("a whole number"),
        };
        let number = read.and_then(|n| u32::try_from(n).ok()).filter(|n| range.contains(n));
        if number.is_none() {
            self.report(format!(
                "`{}` is out of range; expected a whole number from {} to {}",
                self.path(),
                range.start(),
                range.end()
            ));
        }
        number
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.expected("true or false"),
        }
    }

    /// A date or a moment, as written.
    pub(crate) fn moment(&self) -> Option<String> {
        match self.value {
            DeValue::Datetime(moment) => Some(moment.to_string()),
            _ => self.expected("a date like 2021-07-08"),
        }
    }

    /// Text that some type reads for itself.
    pub(crate) fn parsed<T: FromStr<Err: Display>>(&self) -> Option<T> {
        match self.text()?.parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.report(format!("`{}`: {error}", self.path()));
                None
            }
        }
    }

    /// A word from a closed list.
    pub(crate) fn word<T: Word>(&self) -> Option<T> {
        match T::from_word(self.text()?) {
            Ok(value) => Some(value),
            Err(error) => {
                self.report(format!("`{}`: {error}", self.path()));
                None
            }
        }
    }

    pub(crate) fn answer<T>(self, read: impl FnOnce(Field<'r, 'a>) -> Option<T>) -> Option<Answer<T>> {
        let section = self.section()?;
        let citation = section.citation();
        let value = section.optional("value");
        let setting = citation.as_ref().and_then(|c| match c.authorities() {
            [Authority::House(setting)] => Some(setting.clone()),
            _ => None,
        });
        let answer = match (value, setting) {
            (None, Some(setting)) => Some(Answer::House(setting)),
            (Some(value), None) => {
                read(value).zip(citation).map(|(value, by)| Answer::Fixed(Ruled { value, by }))
            }
            (Some(_), Some(setting)) => {
                section.report(format!(
                    "`{}` has two values for one question: its own and that of `{setting}`; drop `value`",
                    section.path()
                ));
                None
            }
            (None, None) => {
                section.report(format!("`{}` has no `value`", section.path()));
                None
            }
        };
        section.close();
        answer
    }

    pub(crate) fn ruled<T>(self, read: impl FnOnce(Field<'r, 'a>) -> Option<T>) -> Option<Ruled<T>> {
        let section = self.section()?;
        let by = section.citation();
        let value = section.field("value").and_then(read);
        section.close();
        Some(Ruled { value: value?, by: by? })
    }

    pub(crate) fn cited(self) -> Option<Citation> {
        let section = self.section()?;
        let by = section.citation();
        section.close();
        by
    }

    /// A citation of clauses alone.
    pub(crate) fn citation(&self) -> Option<Citation> {
        Citation::of(self.clauses())
    }

    /// One clause or a list of them.
    fn clauses(&self) -> Vec<Authority> {
        let names: Vec<Field<'_, '_>> = match self.value {
            DeValue::Array(_) => self.list(),
            _ => vec![Field {
                reader: self.reader,
                path: self.path,
                value: self.value,
                span: self.span.clone(),
            }],
        };
        if names.is_empty() {
            self.report(format!("`{}` names no clause; expected at least one", self.path()));
        }
        names.iter().filter_map(Field::clause).collect()
    }

    fn clause(&self) -> Option<Authority> {
        let name = self.text()?;
        let Some(clause) = (self.reader.known)(name) else {
            self.report(format!(
                "`{name}` is not a clause of {}; clauses.toml lists them all",
                self.reader.rulebook
            ));
            return None;
        };
        Some(self.reader.cite(Authority::Clause(clause), self.path, &self.span))
    }

    fn setting(&self) -> Option<Setting> {
        let setting = Setting::new(self.text()?);
        self.reader.cite(Authority::House(setting.clone()), self.path, &self.span);
        Some(setting)
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
