// A loader has one handle: a second one could be in use in another thread.
// error: no method named `retain` found for struct `DataLoader`
fn main() {
    let dataset = ctorch::tensor_dataset_new(&[]).unwrap();
    let loader = ctorch::data_loader_new(&dataset, None).unwrap();
    let other = loader.retain().unwrap();
    std::thread::spawn(move || drop(other.batches()));
    drop(loader.batches());
}
