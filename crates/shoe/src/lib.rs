//! The house's own shoe.
