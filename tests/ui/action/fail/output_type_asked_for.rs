use affordances::OutputType;

/// What an app's own generic code may ask of an output.
fn published<T: OutputType>() {}

struct Receipt;

fn main() {
    published::<Receipt>();
}
