//! What a shoe costs: `cargo bench -p punto-shoe`.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use punto_shoe::{
    Algorithm, Claim, Cut, CutBy, Decks, Generator, HmacDrbg, OsEntropy, Pledges, SealingKey, Shares, ShoeId,
    verify,
};

fn main() {
    divan::main();
}

fn id() -> ShoeId {
    ShoeId::new("house", "table-1", "node-a", "7").expect("words")
}

/// A new shoe, from the system call to the order.
#[divan::bench(args = [1, 6, 8])]
fn prepare(bencher: Bencher<'_, '_>, decks: u8) {
    let mut generator = Generator::start(OsEntropy).expect("healthy");
    let decks = Decks::new(decks).expect("1 to 8");
    bencher.bench_local(|| {
        let promised = generator.prepare(black_box(id()), decks).expect("healthy");
        generator.mix(promised, &Shares::default()).expect("healthy")
    });
}

/// All that happens once a shoe besides dealing: made, sealed, cut, opened, verified.
#[divan::bench]
fn whole_life(bencher: Bencher<'_, '_>) {
    let mut generator = Generator::start(OsEntropy).expect("healthy");
    let key = SealingKey::new([7; 32]);
    bencher.bench_local(|| {
        let promised = generator.prepare(id(), Decks::EIGHT).expect("healthy");
        let commitment = promised.commitment();
        black_box(generator.seal(&key, &promised).expect("healthy"));
        let mut shoe =
            generator.mix(promised, &Shares::default()).expect("healthy").cut(200).expect("inside");
        let dealt: Vec<_> = std::iter::from_fn(|| shoe.draw()).collect();
        let (pledges, cut) = (Pledges::default(), Some(Cut { at: 200, by: CutBy::Patron }));
        let claim = Claim { commitment: &commitment, pledges: &pledges, cut, dealt: &dealt };
        verify(&shoe.end(), &claim).expect("agrees")
    });
}

/// After a restart.
#[divan::bench]
fn open_seal(bencher: Bencher<'_, '_>) {
    let mut generator = Generator::start(OsEntropy).expect("healthy");
    let key = SealingKey::new([7; 32]);
    let uncut = generator.prepare(id(), Decks::EIGHT).expect("healthy");
    let sealed = generator.seal(&key, &uncut).expect("healthy");
    bencher.bench_local(|| {
        sealed.open(&key, &id(), Algorithm::NEWEST, Decks::EIGHT).expect("opens").mix(&Shares::default())
    });
}

/// Known-answer and health tests of a start.
#[divan::bench]
fn start() -> Generator<OsEntropy> {
    Generator::start(OsEntropy).expect("healthy")
}

/// The generator alone, one request of so many bytes.
#[divan::bench(args = [2, 1024, 65_536])]
fn generate(bencher: Bencher<'_, '_>, bytes: usize) {
    let mut generator = HmacDrbg::instantiate(&[1; 32], &[2; 16], b"bench").expect("long enough");
    let mut out = vec![0; bytes];
    bencher.counter(BytesCount::new(bytes)).bench_local(|| generator.generate(&mut out, &[]));
}
