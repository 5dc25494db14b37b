//! Patterns of lines, such as `cut {depth} [by {patron}]`: a line fits one, and one is filled to a line.

/// One part of a pattern's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'p> {
    Text(&'p str),
    Field,
}

/// The texts of a line's fields, with the column of each.
pub(crate) type Fields<'l> = Vec<(usize, &'l str)>;

/// A line that did not fit a pattern: how far it got, and what was wrong there.
pub(crate) type Misfit = (usize, String);

/// A word of a pattern, or words of which all or none are there: `cut {depth} [by {patron}]`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item<'p> {
    Word(&'p str),
    Maybe(Vec<Item<'p>>),
}

impl Item<'_> {
    /// How many fields it has.
    fn fields(&self) -> usize {
        match self {
            Item::Word(word) => word.matches('{').count(),
            Item::Maybe(items) => items.iter().map(Item::fields).sum(),
        }
    }
}

/// The items of a pattern.
fn items_of(pattern: &str) -> Vec<Item<'_>> {
    let mut open: Vec<Vec<Item<'_>>> = vec![Vec::new()];
    for token in pattern.split(' ') {
        let word = token.trim_start_matches('[');
        open.extend((0..token.len() - word.len()).map(|_| Vec::new()));
        let bare = word.trim_end_matches(']');
        let mut done = Item::Word(bare);
        for _ in 0..=(word.len() - bare.len()) {
            let Some(mut list) = open.pop() else { break };
            list.push(done);
            done = Item::Maybe(list);
        }
        if let Item::Maybe(list) = done {
            open.push(list);
        }
    }
    open.into_iter().flatten().collect()
}

/// Fits a line to a pattern.
///
/// `rest` says that the last field takes all that is left of the line.
pub(crate) fn fit<'l>(pattern: &str, rest: bool, line: &'l str) -> Result<Fields<'l>, Misfit> {
    let mut fields = Vec::new();
    let words = words_of(line);
    let mut at = 0;
    fit_items(&items_of(pattern), rest, (line, &words), &mut at, &mut fields)?;
    match words.get(at) {
        None => Ok(fields),
        Some((column, word)) => {
            Err((*column, format!("`{}` is too much; expected the end of the line", short(word))))
        }
    }
}

fn fit_items<'l>(
    items: &[Item<'_>],
    rest: bool,
    (line, words): (&'l str, &[(usize, &'l str)]),
    at: &mut usize,
    fields: &mut Fields<'l>,
) -> Result<(), Misfit> {
    let end = line.chars().count() + 1;
    for (place, item) in items.iter().enumerate() {
        let last = place + 1 == items.len();
        match item {
            Item::Word(pattern) => {
                let parts = parts_of(pattern);
                let takes_rest = last && rest && parts == [Part::Field];
                let Some((column, word)) = words.get(*at).copied() else {
                    let quoted = if takes_rest { (*pattern).to_owned() } else { format!("`{pattern}`") };
                    return Err((end, format!("the line ends here; expected {quoted}")));
                };
                if takes_rest {
                    let start = word.as_ptr() as usize - line.as_ptr() as usize;
                    fields.push((column, line[start..].trim_end()));
                    *at = words.len();
                } else {
                    fit_word(&parts, column, word, fields)?;
                    *at += 1;
                }
            }
            Item::Maybe(inner) => {
                let there = words.get(*at).is_some_and(|(column, word)| match inner.first() {
                    Some(Item::Word(first)) => {
                        fit_word(&parts_of(first), *column, word, &mut Vec::new()).is_ok()
                    }
                    Some(Item::Maybe(_)) | None => false,
                });
                match there {
                    true => fit_items(inner, rest && last, (line, words), at, fields)?,
                    false => fields.extend((0..item.fields()).map(|_| (end, ""))),
                }
            }
        }
    }
    Ok(())
}

fn fit_word<'l>(
    parts: &[Part<'_>],
    column: usize,
    word: &'l str,
    fields: &mut Fields<'l>,
) -> Result<(), Misfit> {
    let mut left = word;
    let mut at = column;
    for (place, part) in parts.iter().enumerate() {
        let taken = match part {
            Part::Text(text) => match left.strip_prefix(text) {
                Some(_) => text.len(),
                None => return Err((at, format!("`{}` found; expected `{text}`", short(left)))),
            },
            Part::Field => match parts.get(place + 1) {
                Some(Part::Text(text)) => match left.find(text) {
                    Some(end) => end,
                    None => return Err((at, format!("`{}` found; expected `{text}` in it", short(left)))),
                },
                _ => left.len(),
            },
        };
        let (piece, after) = left.split_at(taken);
        if *part == Part::Field {
            fields.push((at, piece));
        }
        at += piece.chars().count();
        left = after;
    }
    if left.is_empty() { Ok(()) } else { Err((at, format!("`{}` is too much", short(left)))) }
}

/// The words of a line with their columns.
pub(crate) fn words_of(line: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    for (column, (at, c)) in line.char_indices().enumerate() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some((column + 1, at)),
            (true, Some((column, from))) => {
                words.push((column, &line[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|(column, from)| (column, &line[from..])));
    words
}

/// The parts of one word of a pattern: `{patron}@{at}` is a field, an `@` and a field.
fn parts_of(word: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut left = word;
    while let Some(open) = left.find('{') {
        if open > 0 {
            parts.push(Part::Text(&left[..open]));
        }
        let close = left.find('}').map_or(left.len(), |close| close + 1);
        parts.push(Part::Field);
        left = &left[close..];
    }
    if !left.is_empty() {
        parts.push(Part::Text(left));
    }
    parts
}

pub(crate) fn short(word: &str) -> String {
    word.chars().take(30).collect()
}

/// Prints a pattern with its fields filled in; words that may be absent are, where their first field is empty.
pub fn fill(pattern: &str, fields: &[String]) -> String {
    let mut fields = fields.iter();
    if pattern.contains('[') {
        let mut words = Vec::new();
        fill_items(&items_of(pattern), &mut fields, &mut words);
        return words.join(" ");
    }
    fill_word(pattern, &mut fields)
}

fn fill_word<'f>(pattern: &str, fields: &mut impl Iterator<Item = &'f String>) -> String {
    let mut text = String::with_capacity(2 * pattern.len()); // fields are rarely longer than their names
    let mut left = pattern;
    while let Some(open) = left.find('{') {
        text.push_str(&left[..open]);
        text.push_str(fields.next().map_or("", String::as_str));
        left = left.find('}').map_or("", |close| &left[close + 1..]);
    }
    text + left
}

fn fill_items<'f>(items: &[Item<'_>], fields: &mut std::slice::Iter<'f, String>, words: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Word(word) => words.push(fill_word(word, fields)),
            Item::Maybe(inner) if fields.as_slice().first().is_some_and(|field| !field.is_empty()) => {
                fill_items(inner, fields, words);
            }
            Item::Maybe(_) => {
                fields.nth(item.fields().saturating_sub(1));
            }
        }
    }
}
