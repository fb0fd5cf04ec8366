// Options borrow what they refer to.
// error: temporary value dropped while borrowed
fn main() {
    let options = ctorch::options::SumDimIntlistOptions::new();
    let sizes = ctorch::options::StftOptions::new().window(&ctorch::Tensor::undefined());
    drop((options, sizes));
}
