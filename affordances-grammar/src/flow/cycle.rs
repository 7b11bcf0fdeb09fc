//! The order of a graph, or the circles that leave it none.

/// The nodes, each after those that it needs and otherwise as numbered.
///
/// # Errors
///
/// The circles, each as the nodes along it: every one needs the next.
pub(super) fn sorted(needs: &[Vec<usize>]) -> Result<Vec<usize>, Vec<Vec<usize>>> {
    let mut placed = vec![false; needs.len()];
    let mut sorted = Vec::with_capacity(needs.len());
    let mut circles = Vec::new();
    while sorted.len() < needs.len() {
        let ready = |node: &usize| !placed[*node] && needs[*node].iter().all(|need| placed[*need]);
        let next = match (0..needs.len()).find(ready) {
            Some(node) => vec![node],
            // Taken for placed, so that what lies beyond it is looked at too.
            None => {
                let circle = circle(needs, &placed);
                circles.push(circle.clone());
                circle
            }
        };
        for node in next {
            placed[node] = true;
            sorted.push(node);
        }
    }
    if circles.is_empty() {
        Ok(sorted)
    } else {
        Err(circles)
    }
}

/// A circle among the nodes that are not placed, each of which needs another.
fn circle(needs: &[Vec<usize>], placed: &[bool]) -> Vec<usize> {
    let mut path: Vec<usize> = Vec::new();
    let mut at = placed.iter().position(|placed| !placed).unwrap_or(0);
    loop {
        if let Some(start) = path.iter().position(|node| *node == at) {
            let mut circle = path.split_off(start);
            // From its first node as they are written.
            let least = circle.iter().enumerate().min_by_key(|(_, node)| **node);
            let least = least.map_or(0, |(place, _)| place);
            circle.rotate_left(least);
            return circle;
        }
        path.push(at);
        match needs[at].iter().find(|need| !placed[**need]) {
            Some(&next) => at = next,
            None => return path,
        }
    }
}
