//! What the shop promises is what is committed; `BLESS=1` writes it anew.

use affordances::testing::Contract;

#[test]
fn a65_the_contract_is_the_committed_one() {
    // Raise the version with every change that breaks callers.
    Contract::of(&shop::SITE).version(1).check("contract.json");
}
