//! Names and arguments of sentences that are made elsewhere, in any language.

/// Gives every variant of an enum a code and the arguments of its sentence, both from one list.
///
/// A pattern binds the values, the code follows, then the names of the values that fill the sentence; a value that
/// must be made first is written after `=`. The list must be complete, or it does not compile. With three names after
/// the enum's these are made for its own crate only, where some variants have codes of their own elsewhere.
///
/// ```
/// pub enum Why {
///     NoSeat(u8),
///     NoneOf { asked: String, known: Vec<u8> },
/// }
/// punto_vocab::codes! {
///     impl Why {
///         Why::NoSeat(seat) => "no-seat" (seat),
///         Why::NoneOf { asked, known } => "none-of" (asked, known = known.clone()),
///     }
/// }
/// fn main() {
///     use punto_vocab::Value;
///     assert_eq!(Why::NoSeat(3).code(), "no-seat");
///     assert_eq!(Why::NoSeat(3).args(), [("seat", Value::Count(3))]);
///     assert_eq!(Why::CODES, ["no-seat", "none-of"]);
///     assert_eq!(Why::ARGS, [&["seat"][..], &["asked", "known"]]);
/// }
/// ```
#[macro_export]
macro_rules! codes {
    (impl $name:ident { $($list:tt)* }) => {
        $crate::codes! { @impl pub $name CODES code args $($list)* }
    };
    (impl $name:ident: $codes:ident $code_fn:ident $args_fn:ident { $($list:tt)* }) => {
        $crate::codes! { @impl pub(crate) $name $codes $code_fn $args_fn $($list)* }
    };
    (@impl $vis:vis $name:ident $codes:ident $code_fn:ident $args_fn:ident
        $($pattern:pat => $code:literal ($($arg:ident $(= $value:expr)?),*),)*
    ) => {
        impl $name {
            /// Every code, in the order of the declaration.
            $vis const $codes: &'static [&'static str] = &[$($code),*];

            /// The names of what fills each one's sentence, in the same order.
            $vis const ARGS: &'static [&'static [&'static str]] = &[$(&[$(stringify!($arg)),*]),*];

            /// The name of the sentence, for catalogues in several languages; it does not change.
            #[allow(unused_variables)]
            $vis fn $code_fn(&self) -> &'static str {
                match self {
                    $($pattern => $code,)*
                }
            }

            /// What the sentence is filled with, by name.
            #[allow(unused_variables)]
            $vis fn $args_fn(&self) -> $crate::Args {
                match self {
                    $($pattern => vec![$((stringify!($arg), $crate::codes!(@value $arg $(= $value)?))),*],)*
                }
            }
        }
    };
    (@value $arg:ident) => { $crate::Valued::value($arg) };
    (@value $arg:ident = $value:expr) => { $crate::Valued::value(&$value) };
}

/// Declares reasons of refusals: the code and the arguments cross the wire, the sentence is in plain English.
///
/// ```
/// punto_vocab::reasons! {
///     /// Why not.
///     pub enum Why {
///         /// It is shut.
///         Shut { since: u8 } = "shut": "it has been shut since {since}; come tomorrow",
///     }
/// }
/// fn main() {
///     let why = Why::Shut { since: 3 };
///     assert_eq!(why.code(), "shut");
///     assert_eq!(why.args(), [("since", punto_vocab::Value::Count(3))]);
///     assert_eq!(Why::ARGS, [["since"]]);
///     assert_eq!(why.to_string(), "it has been shut since 3; come tomorrow");
/// }
/// ```
#[macro_export]
macro_rules! reasons {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $type:ty),* $(,)? })? = $code:literal: $sentence:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::thiserror::Error)]
        #[allow(missing_docs)]
        pub enum $name {
            $($(#[$doc])* #[error($sentence)] $variant $({ $($field: $type),* })?,)*
        }

        impl $name {
            /// Every code, in the order of the declaration.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// The names of what fills each one's sentence, in the same order.
            pub const ARGS: &'static [&'static [&'static str]] = &[$(&[$($(stringify!($field)),*)?]),*];

            /// What it is called on the wire; sentences in other languages are found by it.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code,)*
                }
            }

            /// The particulars, by name.
            pub fn args(&self) -> $crate::Args {
                match self {
                    $($name::$variant $({ $($field),* })? => vec![$($((stringify!($field), $crate::Valued::value($field))),*)?],)*
                }
            }
        }
    };
}
