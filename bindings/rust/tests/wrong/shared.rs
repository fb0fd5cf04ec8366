// Threads do not share a tensor: one could write to it.
// error: cannot be shared between threads safely
fn main() {
    let tensor = std::sync::Arc::new(ctorch::Tensor::undefined());
    std::thread::spawn(move || tensor.neg());
}
