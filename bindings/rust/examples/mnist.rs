//! mnist [EPOCHS] FOLDER: trains a perceptron on the images of MNIST or Fashion-MNIST, as
//! examples/fashion_mnist.c of libctorch does; both print the same losses for the same seed.

use ctorch::nn::{self, functional as f};
use ctorch::options::ArgmaxOptions;
use ctorch::{optim, *};

fn network() -> Result<Module> {
    let hidden = nn::Linear::new(28 * 28, 256).build()?;
    let scores = nn::Linear::new(256, 10).build()?;
    nn::sequential(&[&nn::Flatten::new().build()?, &hidden, &nn::ReLU::new().build()?, &scores])
}

fn load(folder: &str, train: bool, options: DataLoaderOptions) -> Result<DataLoader> {
    let (images, labels) = mnist_load(folder, train)?;
    data_loader_new(&tensor_dataset_new(&[&images, &labels])?, Some(&options))
}

/// Pixels of 0 to 255 become numbers of 0 to 1.
fn scale(pixels: &Tensor) -> Result<Tensor> {
    pixels.to_dtype(Dtype::FLOAT32)?.div_scalar(255)
}

fn train_epoch(net: &Module, optimizer: &Optimizer, loader: &DataLoader) -> Result<f64> {
    let (mut sum, mut seen) = (0.0, 0);
    for batch in loader.batches() {
        let batch = batch?;
        let loss = f::cross_entropy(&net.forward(&scale(&batch.data)?)?, &batch.target)?;
        optimizer.minimize(&loss)?;
        sum += loss.item_double()? * batch.size as f64;
        seen += batch.size;
    }
    Ok(sum / seen as f64)
}

fn accuracy(net: &Module, loader: &DataLoader) -> Result<f64> {
    let (mut right, mut seen) = (0, 0);
    net.eval()?;
    for batch in loader.batches() {
        let batch = batch?;
        let scores = net.forward(&scale(&batch.data)?)?;
        let found = scores.argmax_with(ArgmaxOptions::new().dim(1))?;
        right += found.eq_tensor(&batch.target)?.sum()?.item_int64()?;
        seen += batch.size;
    }
    net.train(true)?;
    Ok(right as f64 / seen as f64)
}

fn run(epochs: i64, folder: &str) -> Result<()> {
    let train = load(folder, true, DataLoaderOptions::new().batch_size(128).shuffle(true))?;
    let test = load(folder, false, DataLoaderOptions::new().batch_size(1000))?;
    manual_seed(1)?;
    let net = network()?;
    let optimizer = optim::Adam::new(&net).build()?;
    let scheduler = optim::CosineAnnealingLR::new(&optimizer, epochs).build()?;
    for epoch in 1..=epochs {
        let loss = train_epoch(&net, &optimizer, &train)?;
        scheduler.step()?;
        let right = 100.0 * no_grad(|| accuracy(&net, &test))?;
        println!("epoch {epoch} of {epochs}: loss {loss:.3}, test accuracy {right:.2} %");
    }
    Ok(())
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (epochs, folder) = match &args[..] {
        [_, folder] => (Ok(3), folder),
        [_, epochs, folder] => (epochs.parse(), folder),
        _ => {
            eprintln!("usage: mnist [EPOCHS] FOLDER: one with the four IDX files of MNIST");
            std::process::exit(2);
        }
    };
    let result =
        epochs.map_err(|_| Error::new("EPOCHS is not a number")).and_then(|n| run(n, folder));
    if let Err(error) = result {
        eprintln!("mnist: {error}");
        std::process::exit(1);
    }
}
