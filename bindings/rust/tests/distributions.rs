//! torch.distributions. The expected values are those of PyTorch.

use ctorch::distributions::*;
use ctorch::{manual_seed, Distribution, ErrorClass, Tensor};

use super::text;

fn close(got: &Tensor, wanted: &[f64]) {
    let got = got.to_vec::<f64>().unwrap();
    let is_close = got.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(is_close && got.len() == wanted.len(), "{got:?} is not {wanted:?}");
}

fn normal() -> Distribution {
    let loc = Tensor::new(&[0f32, 1.], &[2]).unwrap();
    let scale = Tensor::new(&[1f32, 2.], &[2]).unwrap();
    Normal::new(&loc, &scale).build().unwrap()
}

pub fn distributions_have_shapes_samples_and_probabilities() {
    let normal = normal();
    let value = Tensor::new(&[0.5f32, 3.], &[2]).unwrap();
    close(&normal.log_prob(&value).unwrap(), &[-1.0439, -2.1121]);
    close(&normal.entropy().unwrap(), &[1.4189, 2.1121]);
    assert_eq!((normal.batch_shape(), normal.event_shape()), (vec![2], vec![]));
    assert_eq!(normal.to_string().unwrap(), "Normal(loc: torch.Size([2]), scale: torch.Size([2]))");
    assert_eq!(normal.expand(&[3, 2]).unwrap().batch_shape(), [3, 2]);
    close(&normal.get_parameter("scale").unwrap(), &[1., 2.]);
    let constraint = normal.parameter_constraint("scale").unwrap();
    assert_eq!(constraint.to_string().unwrap(), "GreaterThan(lower_bound=0.0)");
    let vectors = Independent::new(&normal, 1).build().unwrap();
    assert_eq!((vectors.batch_shape(), vectors.event_shape()), (vec![], vec![2]));
    close(&vectors.log_prob(&value).unwrap(), &[-3.1560]);
    assert_eq!(vectors.base().unwrap().to_string().unwrap(), normal.to_string().unwrap());
    manual_seed(7).unwrap();
    close(&vectors.sample(&[2]).unwrap(), &[-0.1468, 2.5723, 0.9468, -1.2287]);
}

pub fn parameters_are_numbers_or_tensors() {
    let standard = Normal::new(0., 1.).build().unwrap();
    let zero = Tensor::new(&[0f32], &[]).unwrap();
    close(&standard.log_prob(&zero).unwrap(), &[-0.9189]);
    manual_seed(7).unwrap();
    close(&standard.sample(&[3]).unwrap(), &[-0.1468, 0.7861, 0.9468]);
    close(&Gamma::new(2., 3.).build().unwrap().mean().unwrap(), &[0.6667]);
    let coin = Bernoulli::new().probs(0.3).build().unwrap();
    close(&coin.log_prob(&Tensor::new(&[1f32], &[]).unwrap()).unwrap(), &[-1.2040]);
    let probs = Tensor::new(&[0.25f32, 0.75], &[2]).unwrap();
    let categorical = Categorical::new().probs(&probs).build().unwrap();
    close(&categorical.entropy().unwrap(), &[0.5623]);
    let error = Normal::new(0., -1.).build().err().unwrap();
    assert_eq!(error.class, ErrorClass::VALUE);
    assert!(error.text.contains("to satisfy the constraint GreaterThan(lower_bound=0.0)"));
    assert!(Normal::new(0., -1.).validate_args(Some(false)).build().is_ok());
    assert!(text(Normal::new(0., "a").build()).contains("instances of Number"));
}
