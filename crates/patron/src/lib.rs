//! A person's account: credits, limits of play, exclusion; pure, the same shape as a table.
