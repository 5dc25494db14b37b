//! The names of variants in records: made from those in the source, while compiling where they are written often.

/// The name under which a variant is stored: `CardBecomes` as `card-becomes`.
pub fn name_of(variant: &str) -> String {
    let hyphen = |place: usize, c: char| (place > 0 && c.is_ascii_uppercase()).then_some('-');
    let letters = variant.chars().enumerate();
    letters.flat_map(|(place, c)| hyphen(place, c).into_iter().chain([c.to_ascii_lowercase()])).collect()
}

/// How many bytes [`name_of`] a variant has.
pub const fn name_length(variant: &str) -> usize {
    let (bytes, mut length, mut place) = (variant.as_bytes(), variant.len(), 1);
    while place < bytes.len() {
        length += bytes[place].is_ascii_uppercase() as usize;
        place += 1;
    }
    length
}

/// The bytes of [`name_of`] a variant, made while compiling.
pub const fn name_bytes<const N: usize>(variant: &str) -> [u8; N] {
    let (bytes, mut name, mut place, mut end) = (variant.as_bytes(), [b'-'; N], 0, 0);
    while place < bytes.len() {
        end += (place > 0 && bytes[place].is_ascii_uppercase()) as usize;
        name[end] = bytes[place].to_ascii_lowercase();
        (place, end) = (place + 1, end + 1);
    }
    name
}

/// The [name](crate::stored::name_of) under which a variant is stored, made while compiling.
#[doc(hidden)]
#[macro_export]
macro_rules! name_of_variant {
    ($variant:ident) => {{
        const LENGTH: usize = $crate::stored::name_length(stringify!($variant));
        const BYTES: [u8; LENGTH] = $crate::stored::name_bytes(stringify!($variant));
        const NAME: &str = match ::std::str::from_utf8(&BYTES) {
            Ok(name) => name,
            Err(_) => panic!("a variant's name is ASCII"),
        };
        NAME
    }};
}
