// A mode belongs to its thread.
// error: cannot be sent between threads safely
fn main() {
    let guard = ctorch::ModeGuard::new(ctorch::AutogradMode::GRAD, false);
    std::thread::spawn(move || drop(guard));
}
