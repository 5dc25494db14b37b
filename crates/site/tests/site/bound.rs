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
fn reads_are_recorded_by_the_server_and_change_nothing() {
    let mut house = House::founded();
    house.gets("system: log-read root journal", "read-logged root journal");
    house.gets("system: log-read root personal-data of ada", "read-logged root personal-data of ada");
    house.refused("staff root: log-read root journal", "only-system by house:site-order");
}
