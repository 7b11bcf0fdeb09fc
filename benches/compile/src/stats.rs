//! Medians and slopes.

/// The middle value; of an even number, the mean of the two in the middle.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let high = *values.get(middle)?;
    let low = values[(values.len() - 1) / 2];
    Some(low.midpoint(high))
}

/// What one more action costs: the least-squares slope over `(actions, cost)`.
///
/// The straight line's constant takes up what does not grow (cargo itself, the
/// runtime that is linked). Over 10, 100 and 500 it weighs the largest most, as
/// `(c(500) - c(100)) / 400` would, but does not put all of one size's noise
/// into the answer. `None` for fewer than two sizes.
pub(crate) fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let mean = |part: fn(&(f64, f64)) -> f64| {
        let sum = points.iter().map(part).sum::<f64>();
        points
            .iter()
            .map(|_| 1.0)
            .reduce(|a, b| a + b)
            .map(|count| sum / count)
    };
    let (x, y) = (mean(|point| point.0)?, mean(|point| point.1)?);
    let (along, spread) = points.iter().fold((0.0, 0.0), |(along, spread), point| {
        let dx = point.0 - x;
        (along + dx * (point.1 - y), spread + dx * dx)
    });
    (spread > 0.0).then(|| along / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }

    #[test]
    fn a_slope_ignores_what_does_not_grow() {
        let line = |x: f64| (x, 7.0 + 0.5 * x);
        assert_eq!(slope(&[line(10.0), line(100.0), line(500.0)]), Some(0.5));
        assert_eq!(slope(&[line(10.0), line(100.0)]), Some(0.5));
        assert_eq!(slope(&[line(10.0)]), None);
        assert_eq!(slope(&[]), None);
    }
}
