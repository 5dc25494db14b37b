//! The suits of pairs.

pub struct Suits { pub table: Vec<u32>, }

impl Suits {
    pub fn new(decks: u8) -> Suits {
        let mut states: Vec<[u8; 4]> = vec![[decks; 4]];
        let mut rows: Vec<Vec<(usize, u32)>> = Vec::new();
        while rows.len() < states.len() {
            let n = states[rows.len()];
            let mut row = Vec::new();
            for i in 0..4 { for j in i..4 {
                let ways = if i == j { u32::from(n[i]) * u32::from(n[i].saturating_sub(1)) / 2 } else { u32::from(n[i]) * u32::from(n[j]) };
                if ways == 0 { continue }
                let grade = if i == j { 3 } else if j - i == 1 && i % 2 == 0 { 2 } else { 1 };
                let mut next = n; next[i] -= 1; next[j] -= 1;
                next[..2].sort(); next[2..].sort();
                if next[..2] > next[2..] { next.rotate_left(2); }
                let at = states.iter().position(|s| *s == next).unwrap_or_else(|| { states.push(next); states.len() - 1 });
                for _ in 0..ways { row.push((at, grade)); }
            }}
            rows.push(row);
        }
        let mut starts = vec![0u32]; 
        for r in &rows { starts.push(starts.last().unwrap() + 1 + r.len().max(1) as u32); }
        let mut table = Vec::new();
        for r in &rows {
            table.push(r.len() as u32);
            for (next, grade) in r { table.push(starts[*next] << 2 | grade); }
            if r.is_empty() { table.push(0); }
        }
        eprintln!("states {} table {}", states.len(), table.len());
        Suits { table }
    }
}
