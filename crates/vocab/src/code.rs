//! Names and fillings for sentences that are made elsewhere, in any language.

/// Gives every variant of an enum a code and the arguments of its sentence, both from one list.
///
/// A pattern binds the values, the code follows, then the names of the values that fill the sentence; a value that
/// is no plain text is written after `=`. The list must be complete, or it does not compile. With three names after
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
///         Why::NoneOf { asked, known } => "none-of" (asked, known = format!("{known:?}")),
///     }
/// }
/// fn main() {
///     assert_eq!(Why::NoSeat(3).code(), "no-seat");
///     assert_eq!(Why::NoSeat(3).args(), [("seat", "3".to_owned())]);
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
        $($pattern:pat => $code:literal ($($arg:ident $(= $text:expr)?),*),)*
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
            $vis fn $args_fn(&self) -> Vec<(&'static str, String)> {
                match self {
                    $($pattern => vec![$((stringify!($arg), $crate::codes!(@text $arg $(= $text)?))),*],)*
                }
            }
        }
    };
    (@text $arg:ident) => { $arg.to_string() };
    (@text $arg:ident = $text:expr) => { $text };
}
