//! Where values stand in their file, in words only for whoever asks: nearly nobody does, and a file has thousands of them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write;

/// The way to a value from the top of its file: its last step among [`Paths`], which knows the one before.
#[derive(Clone, Copy)]
pub(crate) struct Path(usize);

impl Path {
    /// The file itself: no step leads there.
    pub(crate) const ROOT: Path = Path(usize::MAX);
}

/// All steps of one file that somebody has taken.
#[derive(Default)]
pub(crate) struct Paths<'a>(RefCell<Vec<(Path, Step<'a>)>>);

/// A step down.
pub(crate) enum Step<'a> {
    /// To the field of this name.
    Key(Cow<'a, str>),
    /// To the item of a list with this number, from 0.
    Item(usize),
}

impl<'a> Paths<'a> {
    /// One step further.
    pub(crate) fn step(&self, from: Path, step: Step<'a>) -> Path {
        let mut steps = self.0.borrow_mut();
        steps.push((from, step));
        Path(steps.len() - 1)
    }

    /// One step back, where the last step was such a one.
    pub(crate) fn out_of(&self, path: Path, such: impl Fn(&Step<'_>) -> bool) -> Path {
        self.0.borrow().get(path.0).filter(|(_, step)| such(step)).map_or(path, |(from, _)| *from)
    }

    /// A path in words, such as `drawing.banker[3]`; empty for the file itself.
    pub(crate) fn spelt(&self, path: Path) -> String {
        let steps = self.0.borrow();
        let mut way: Vec<&Step<'_>> = Vec::new();
        let mut last = path;
        while let Some((from, step)) = steps.get(last.0) {
            way.push(step);
            last = *from;
        }
        let mut text = String::new();
        for step in way.into_iter().rev() {
            match step {
                Step::Key(key) if text.is_empty() => text.push_str(key),
                Step::Key(key) => text.extend([".", key]),
                Step::Item(at) => {
                    let _ = write!(text, "[{at}]");
                }
            }
        }
        text
    }
}
