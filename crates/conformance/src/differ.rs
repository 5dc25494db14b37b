//! Where an answer differs from what is right.

use std::fmt;

use serde_json::Value;

/// One place in which an answer differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The place, as in `settled/2/paid`.
    pub at: String,
    /// What is right there.
    pub right: String,
    /// What was answered; nothing where the answer has no such place.
    pub answered: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { at, right, answered } = self;
        match answered {
            Some(answered) => write!(f, "{at} is {right}, answered was {answered}"),
            None => write!(f, "{at} is {right}, and the answer does not say it"),
        }
    }
}

impl Difference {
    /// The clauses that fix this place, of those that a case rests on.
    pub fn by<'a>(&self, by: &'a [String]) -> Option<&'a str> {
        let place = self.at.split('/').nth(1).and_then(|place| place.parse::<usize>().ok());
        place.and_then(|place| by.get(place)).or(by.last()).map(String::as_str)
    }
}

/// Every place in which an answer differs from what is right. What it says beyond that is not looked at.
pub fn differences(right: &Value, answered: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", right, Some(answered), &mut found);
    found
}

fn compare(at: &str, right: &Value, answered: Option<&Value>, found: &mut Vec<Difference>) {
    let below = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}/{name}") };
    match (right, answered) {
        (Value::Object(fields), Some(Value::Object(own))) => {
            for (name, right) in fields {
                compare(&below(name), right, own.get(name), found);
            }
        }
        (Value::Array(items), Some(Value::Array(own))) => {
            for (place, right) in items.iter().enumerate() {
                compare(&below(&place.to_string()), right, own.get(place), found);
            }
            if own.len() > items.len() {
                let (right, answered) =
                    (format!("{} long", items.len()), Some(format!("{} long", own.len())));
                found.push(Difference { at: at.to_owned(), right, answered });
            }
        }
        (right, Some(answered)) if right == answered => {}
        // A place that is empty may be left out.
        (Value::Null, None) => {}
        (right, answered) => found.push(Difference {
            at: at.to_owned(),
            right: right.to_string(),
            answered: answered.map(Value::to_string),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_place_is_told_by_its_path_with_its_clause() {
        let right =
            json!({ "to": ["player", "banker"], "winner": "tie", "pair": null, "points": { "player": 6 } });
        assert_eq!(differences(&right, &right), []);
        assert_eq!(
            differences(
                &right,
                &json!({ "to": ["player", "banker"], "winner": "tie", "points": { "player": 6 }, "more": 1 })
            ),
            []
        );
        let wrong = json!({ "to": ["player", "player", "banker"], "winner": "banker", "pair": "mixed" });
        let found = differences(&right, &wrong);
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                r#"to/1 is "banker", answered was "player""#,
                "to is 2 long, answered was 3 long",
                r#"winner is "tie", answered was "banker""#,
                r#"pair is null, answered was "mixed""#,
                r#"points is {"player":6}, and the answer does not say it"#,
            ]
        );
        let by = ["1.1".to_owned(), "2.2".to_owned(), "3.3".to_owned()];
        let clauses: Vec<_> = found.iter().map(|one| one.by(&by).unwrap_or_default()).collect();
        assert_eq!(clauses, ["2.2", "3.3", "3.3", "3.3", "3.3"]);
    }
}
