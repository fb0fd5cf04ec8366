// A part stays in the thread of its owner, which may be in use.
// error: cannot be sent between threads safely
fn main() {
    let net = ctorch::nn::sequential(&[]).unwrap();
    let part = net.child_at(0);
    std::thread::scope(|threads| {
        threads.spawn(move || drop(part));
    });
}
