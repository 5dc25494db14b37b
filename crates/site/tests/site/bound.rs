//! What a house is for ever, and what is recorded of reads.

use punto_site::Mode;

use crate::house::House;

#[test]
fn a_house_is_bound_once_by_the_server_alone_and_never_anew() {
    let mut house = House::founded();
    assert_eq!(house.site.mode, None);
    house.refused("staff root: bind real", "only-system by house:site-order");
    house.gets("system: bind real", "bound real");
    assert_eq!(house.site.mode, Some(Mode::Real));
    house.refused("system: bind demonstration", "bound by house:mode");
    house.refused("system: bind real", "bound by house:mode");
    assert_eq!(house.replayed().mode, Some(Mode::Real));
}

#[test]
fn a_gaming_day_is_closed_by_whoever_answers_for_the_house_and_never_twice() {
    let mut house = House::founded().with(&[("max", "gaming-manager")]);
    house.refused("staff root: close-day 1970-01-01", "not-granted by house:grants");
    house.refused("system: close-day 1970-01-01", "not-a-person by house:site-order");
    house.refused("staff max: close-day 1970-01-09", "gaming-day-to-come by house:gaming-day");
    house.gets("staff max: close-day 1970-01-01", "day-closed 1970-01-01 by max");
    house.refused("staff max: close-day 1970-01-01", "day-closed by house:gaming-day");
    // East of Greenwich it is tomorrow already.
    house.gets("staff max: close-day 1970-01-02", "day-closed 1970-01-02 by max");
    assert_eq!(house.replayed().day_closed.map(|(day, _)| day.to_string()).as_deref(), Some("1970-01-02"));
}

#[test]
fn reads_are_recorded_by_the_server_and_change_nothing() {
    let mut house = House::founded();
    house.gets("system: log-read root journal", "read-logged root journal");
    house.gets("system: log-read root personal-data of ada", "read-logged root personal-data of ada");
    house.refused("staff root: log-read root journal", "only-system by house:site-order");
}
