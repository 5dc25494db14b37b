//! The page's types, from the same source as the API.

use punto_wire::*;
use ts_rs::{Config, TS};

/// The text of `web/src/lib/wire.ts`.
pub(crate) fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Generated from crates/wire by `cargo test -p punto-wire`. Do not edit.\n\nimport type { RefusalCode } from './codes.ts'\n",
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
        ProblemCode,
        Page<CitedLine>,
        Refusal,
        Value,
        CitedLine,
        Happened,
        TableSummary,
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
        SignWords,
        TroubleView,
        DisputeView,
        MatterView,
        ShoeView,
        EndedShoe,
        StaffView,
        OnDuty,
        WaitingView,
        Roads,
        RoadEntry,
        RoadCell,
        MarkCell,
        AskView,
        AskCells,
        Counts,
        Command,
        Say,
        Approver,
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
        Release,
        Redeem,
        VoucherView,
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
        LimitMost,
        LimitView,
        ExclusionChange,
        RealityCheck,
        SoftwareView,
        WindClock,
        WoundTo,
        CoupView,
        CoupCard,
        StoredRecord,
        RecordView,
        ToldView,
        ToldEvent,
        StreamView,
        Meters,
        SignificantView,
        WinView,
        Acknowledge,
        CheckView,
        CheckState,
        CheckProgress,
        StepView,
        CheckpointView,
        ProjectionView,
        WinReport,
        WinRow,
        DealerReport,
        DealerRow,
        StatementView,
        Worth,
        StatementEntry,
        DisputeRecord,
        DisputeBundle,
        SeenBy,
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
    for declaration in declarations(&config) {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}
