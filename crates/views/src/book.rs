//! A rulebook as the page shows it: drawing table, paytables, answers.

use punto_rulebook::{Question, Rulebook, Standing};
use punto_vocab::{Card, Point};
use punto_wire::{AnswerView, ComparedAnswer, Comparison, RulebookView, VariantBets};

use crate::words::{cited, offers};

/// Everything about a rulebook but its clauses.
pub fn rulebook_view(book: &Rulebook) -> RulebookView {
    let count = |standing: &Standing| {
        let standing = *standing;
        let clauses = book.clauses.iter().filter(|clause| clause.standing == standing).count();
        (standing.word().to_owned(), clauses as u32)
    };
    let bets = |variant: &punto_rulebook::Variant| VariantBets {
        variant: variant.id.to_string(),
        offers: offers(book, &variant.id),
    };
    let points = || (0..8).filter_map(Point::new);
    RulebookView {
        id: book.id.to_string(),
        title: book.title.clone(),
        digest: book.digest.clone(),
        in_force: book.in_force.as_ref().map(|date| date.value.clone()),
        variants: book.variants.iter().map(|variant| variant.id.to_string()).collect(),
        player_draws: points().map(|point| book.drawing.player_draws(point)).collect(),
        banker_draws: points().map(|point| banker_row(book, point)).collect(),
        banker_by: points().map(|point| banker_by(book, point)).collect(),
        bets: book.variants.iter().map(bets).collect(),
        standings: Standing::ALL.iter().map(count).collect(),
        answers: book.questions.iter().map(answer).collect(),
    }
}

/// What Banker does on a point: when Player stood, then for a third card that counts 0 to 9.
fn banker_row(book: &Rulebook, point: Point) -> Vec<bool> {
    thirds().map(|third| book.drawing.banker_draws(point, third)).collect()
}

fn banker_by(book: &Rulebook, point: Point) -> Vec<String> {
    let mut all = Vec::new();
    for third in thirds() {
        for clause in cited(book.drawing.banker_by(point, third)) {
            if !all.contains(&clause) {
                all.push(clause);
            }
        }
    }
    all
}

/// No third card, then one of each point.
fn thirds() -> impl Iterator<Item = Option<Card>> {
    let of_point = |point: u8| Card::all().find(|card| card.point().value() == point);
    std::iter::once(None).chain((0..10).map(of_point))
}

fn answer(question: &Question) -> AnswerView {
    AnswerView { question: question.path.clone(), answer: question.answer.clone(), by: question.by.clone() }
}

/// Two documents side by side: every question of either, in the order of the first and then of the second.
pub fn compare(left: &Rulebook, right: &Rulebook) -> Comparison {
    let find = |book: &Rulebook, path: &str| book.questions.iter().find(|q| q.path == path).map(answer);
    let of_left = left
        .questions
        .iter()
        .map(|question| (&question.path, Some(answer(question)), find(right, &question.path)));
    let of_right = right
        .questions
        .iter()
        .filter(|question| !left.questions.iter().any(|known| known.path == question.path))
        .map(|question| (&question.path, None, Some(answer(question))));
    let rows: Vec<ComparedAnswer> = of_left
        .chain(of_right)
        .map(|(question, left, right)| ComparedAnswer {
            question: question.clone(),
            same: matches!((&left, &right), (Some(left), Some(right)) if left.answer == right.answer),
            left,
            right,
        })
        .collect();
    let same = rows.iter().filter(|row| row.same).count() as u32;
    Comparison { left: left.id.to_string(), right: right.id.to_string(), same, rows }
}
