//! What a cart costs: arithmetic alone, for showing it and for placing the order.

use crate::entities::{CartLine, Cents};

/// A cart, reckoned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bill {
    /// What the coupon takes off.
    pub(super) coupon: Cents,
    /// What the gift card pays.
    pub(super) gift: Cents,
    /// What is left to pay.
    pub(super) total: Cents,
}

impl Bill {
    /// The coupon's share is rounded down; the card pays up to what is left.
    pub(super) fn of(items: &[CartLine], percent: Cents, balance: Cents) -> Self {
        let sum: Cents = items
            .iter()
            .map(|line| line.price_cents * Cents::from(line.quantity))
            .sum();
        let coupon = sum * percent / 100;
        let gift = balance.min(sum - coupon);
        Self {
            coupon,
            gift,
            total: sum - coupon - gift,
        }
    }

    pub(super) fn discount(&self) -> Cents {
        self.coupon + self.gift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bill(lines: &[(u32, Cents)], percent: Cents, balance: Cents) -> (Cents, Cents) {
        let items: Vec<_> = lines
            .iter()
            .map(|&(quantity, price_cents)| CartLine {
                sku: String::new(),
                name: String::new(),
                quantity,
                reserved: 0,
                price_cents,
            })
            .collect();
        let bill = Bill::of(&items, percent, balance);
        (bill.discount(), bill.total)
    }

    #[test]
    fn an_empty_cart_costs_nothing_and_spends_nothing() {
        assert_eq!(bill(&[], 10, 1000), (0, 0));
    }

    #[test]
    fn the_percentage_is_of_the_whole_sum_and_rounded_down() {
        assert_eq!(bill(&[(1, 999), (1, 999)], 10, 0), (199, 1799));
    }

    #[test]
    fn the_card_comes_after_the_coupon() {
        assert_eq!(bill(&[(2, 3200)], 10, 1000), (1640, 4760));
    }

    #[test]
    fn the_card_pays_no_more_than_what_is_left() {
        assert_eq!(bill(&[(1, 900)], 10, 1000), (900, 0));
    }
}
