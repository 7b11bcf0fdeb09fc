use affordances::InputType;

/// What an app's own generic code may ask of an input.
fn read<T: InputType>() {}

struct Order;

fn main() {
    read::<Order>();
}
