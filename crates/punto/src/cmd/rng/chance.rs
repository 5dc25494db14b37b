//! How likely a statistic is by chance: the tails of chi-square and of the normal distribution.

/// The chance that chi-square of so many degrees of freedom is this large or larger.
pub(super) fn chi_square_tail(statistic: f64, freedom: f64) -> f64 {
    gamma_tail(freedom / 2.0, statistic / 2.0)
}

/// The chance that a standard normal variable is this large or larger.
pub(super) fn normal_tail(z: f64) -> f64 {
    let beyond = gamma_tail(0.5, z * z / 2.0) / 2.0;
    if z > 0.0 { beyond } else { 1.0 - beyond }
}

/// The p-value of counts against what was expected of them: small if they differ too much, near 1 if too little.
///
/// Cells of which fewer than five were expected are thrown together, since chi-square is no good for them.
pub(super) fn chi_square(counts: &[u64], expected: &[f64]) -> f64 {
    const FEWEST: f64 = 5.0;
    let (mut cells, mut rare) = (Vec::with_capacity(counts.len()), (0.0, 0.0));
    for (count, expected) in counts.iter().zip(expected) {
        if *expected < FEWEST {
            rare = (rare.0 + *count as f64, rare.1 + expected);
        } else {
            cells.push((*count as f64, *expected));
        }
    }
    match cells.last_mut() {
        // Too few even together: they join a neighbour.
        Some(last) if rare.1 < FEWEST => *last = (last.0 + rare.0, last.1 + rare.1),
        Some(_) | None => cells.push(rare),
    }
    // Samples are large enough, so numbers in which hardly anything can be counted are not honest.
    if cells.len() < 2 {
        return 0.0;
    }
    let statistic: f64 = cells.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    chi_square_tail(statistic, cells.len() as f64 - 1.0)
}

/// The regularised upper incomplete gamma function.
fn gamma_tail(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 { 1.0 - scale * series(a, x) } else { scale * fraction(a, x) }
}

/// The most terms; what is asked here needs some multiple of the root of `a`, which is below 10^5.
const TERMS: u32 = 100_000;

fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
    for _ in 0..TERMS {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term < sum * 1e-16 {
            break;
        }
    }
    sum
}

/// Lentz's way to a continued fraction.
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut value = d;
    for n in 1..TERMS {
        let n = f64::from(n);
        let numerator = n * (a - n);
        b += 2.0;
        d = numerator * d + b;
        d = 1.0 / if d.abs() < TINY { TINY } else { d };
        c = b + numerator / c;
        c = if c.abs() < TINY { TINY } else { c };
        value *= d * c;
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Lanczos's approximation, good to fifteen digits.
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let t = x + 7.5;
    let sum: f64 = TERMS[0] + (1..9).map(|term| TERMS[term] / (x + term as f64)).sum::<f64>();
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values as every table of statistics prints them.
    #[test]
    fn tails_are_those_of_printed_tables() {
        for (statistic, freedom, tail) in [
            (3.841_459, 1.0, 0.05),
            (6.634_897, 1.0, 0.01),
            (18.307_04, 10.0, 0.05),
            (2.558_212, 10.0, 0.99),
            (293.247_8, 255.0, 0.05),
            (310.457_4, 255.0, 0.01),
            (1_106.969, 1_000.0, 0.01),
        ] {
            let found = chi_square_tail(statistic, freedom);
            assert!((found - tail).abs() < 1e-6, "{statistic} of {freedom}: {found}");
        }
        for (z, tail) in [(0.0, 0.5), (1.644_854, 0.05), (2.326_348, 0.01), (-2.326_348, 0.99)] {
            assert!((normal_tail(z) - tail).abs() < 1e-6, "{z}: {}", normal_tail(z));
        }
        // For many degrees of freedom the cube root is normal.
        let freedom: f64 = 65_535.0;
        let spread = 2.0 / (9.0 * freedom);
        let statistic = freedom * (1.0 - spread + 2.0 * spread.sqrt()).powi(3);
        assert!((chi_square_tail(statistic, freedom) - normal_tail(2.0)).abs() < 1e-4);
    }

    #[test]
    fn rare_cells_are_thrown_together() {
        let even = chi_square(&[50, 50, 1, 2, 3], &[50.0, 50.0, 2.0, 2.0, 2.0]);
        assert!((even - 1.0).abs() < 1e-9, "{even}");
        assert!(chi_square(&[90, 10], &[50.0, 50.0]) < 1e-10);
        assert_eq!(chi_square(&[0, 0], &[0.0, 0.0]), 0.0, "nothing was counted at all");
    }
}
