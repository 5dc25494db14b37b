//! The page's types, from the same source as the API.

use ts_rs::{Config, TS};

use super::*;

/// The text of `web/src/lib/wire.ts`.
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Generated from crates/server/src/api by `cargo test -p punto-server`. Do not edit.\n",
    );
    macro_rules! declare {
        ($($name:ty),* $(,)?) => {
            $(
                text.push_str("\nexport ");
                text.push_str(&<$name as TS>::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare!(
        Problem,
        Refusal,
        CitedLine,
        TableSummary,
        Phase,
        Timer,
        Span,
        TableView,
        Offer,
        PayLine,
        AtTable,
        HandView,
        Due,
        OutcomeView,
        WagerView,
        Settled,
        SignView,
        TroubleView,
        ShoeView,
        EndedShoe,
        StaffView,
        WaitingView,
        Roads,
        RoadEntry,
        RoadCell,
        MarkCell,
        AskView,
        Counts,
        Say,
        Said,
        Allowed,
        Frame,
        NewTable,
        CutChoice,
        SignIn,
        Me,
        NewPassword,
        StaffMember,
        StaffChange,
        OneTime,
        DeviceView,
        Enrolment,
        Enrol,
        Transfer,
        AccountView,
        StaffChanged,
        Why,
        ProposalView,
        Propose,
        Approved,
        Registration,
        Person,
        NewCard,
        LimitChange,
        ExclusionChange,
        RealityCheck,
        SoftwareView,
        CoupView,
        CoupCard,
        RecordView,
        StreamView,
        Meters,
        SignificantView,
        Acknowledge,
        CheckView,
        StepView,
        CheckpointView,
        WinReport,
        WinRow,
        RulebookView,
        VariantBets,
        AnswerView,
        ClauseView,
        ScenarioView,
        ScenarioStep,
        OddsQuestion,
        OddsAnswer,
        BetOddsView,
        Comparison,
        ComparedAnswer,
        ScenarioName,
    );
    text
}
