//! What every program weighs that writes its argument.

fn main() {
    println!("{:?}", std::env::args().nth(1));
}
