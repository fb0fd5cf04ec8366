// A part of a module does not outlive the module.
// error: `net` does not live long enough
fn main() {
    let child = {
        let net = ctorch::nn::sequential(&[]).unwrap();
        net.child_at(0)
    };
    drop(child);
}
