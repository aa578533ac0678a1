//! Linear regression.

/// Ridge regression by the normal equations.
pub struct Fit {
    size: usize,
    sums: Vec<f64>,
    n: f64,
    yy: f64,
}

impl Fit {
    /// A fit of so many coefficients.
    pub fn new(size: usize) -> Self {
        Self { size, sums: vec![0.0; size * (size + 1)], n: 0.0, yy: 0.0 }
    }

    /// Adds an observation.
    pub fn add(&mut self, x: &[f64], y: f64) {
        for i in 0..self.size {
            if x[i] != 0.0 {
                let row = &mut self.sums[i * (self.size + 1)..(i + 1) * (self.size + 1)];
                for (to, &x2) in row.iter_mut().zip(x) {
                    *to += x[i] * x2;
                }
                row[self.size] += x[i] * y;
            }
        }
        self.n += 1.0;
        self.yy += y * y;
    }

    /// The coefficients and the spread of what is not explained.
    pub fn solve(&self, ridge: f64) -> (Vec<f64>, f64) {
        let (n, w) = (self.size, self.size + 1);
        let mut m = self.sums.clone();
        let xy: Vec<f64> = (0..n).map(|i| m[i * w + n]).collect();
        for i in 0..n {
            m[i * w + i] += ridge;
        }
        for i in 0..n {
            let best = (i..n).max_by(|&a, &b| m[a * w + i].abs().total_cmp(&m[b * w + i].abs()));
            let best = best.unwrap();
            for j in 0..w {
                m.swap(i * w + j, best * w + j);
            }
            for k in 0..n {
                if k != i {
                    let f = m[k * w + i] / m[i * w + i];
                    for j in i..w {
                        m[k * w + j] -= f * m[i * w + j];
                    }
                }
            }
        }
        let b: Vec<f64> = (0..n).map(|i| m[i * w + n] / m[i * w + i]).collect();
        let explained: f64 = b.iter().zip(&xy).map(|(b, x)| b * x).sum();
        (b, ((self.yy - explained) / self.n).max(0.0).sqrt())
    }
}
