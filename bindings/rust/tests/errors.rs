//! Errors keep their text and function; counts and dimensions that cannot be are errors, too.

use std::sync::{Arc, Mutex};

use ctorch::{nn, *};

use super::{leaf, square, sum, text};

/// What backward returns if a hook returns the error.
fn returned(class: ErrorClass, text: &str, function: &str) -> Error {
    let weight = leaf(3.);
    let error = Error { class, text: text.to_string(), function: function.to_string() };
    weight.register_hook(move |_| Err(error.clone())).unwrap();
    weight.mul_scalar(2).unwrap().backward().unwrap_err()
}

pub fn errors_of_hooks_keep_text_class_and_function() {
    for (text, wanted) in [
        ("cannot parse config: KeyError: lr", "ValueError: cannot parse config: KeyError: lr"),
        ("ValueError: momentum is -1", "ValueError: momentum is -1"),
        ("lr: 5", "ValueError: lr: 5"),
        ("a\0b", "ValueError: a\u{FFFD}b"),
    ] {
        let error = returned(ErrorClass::VALUE, text, "read_config");
        assert_eq!(error.text, wanted);
        assert_eq!((error.class, &error.function[..]), (ErrorClass::VALUE, "read_config"));
    }
    let refused = square().mm(&Tensor::undefined()).unwrap_err();
    assert_eq!(refused.class, ErrorClass::ARGUMENT);
    assert_eq!(returned(refused.class, &refused.text, &refused.function), refused);
}

pub fn texts_have_no_names_of_c() {
    let error = Tensor::new(&[true], &[1]).unwrap().neg().unwrap_err();
    assert_eq!(
        error.text,
        "NotImplementedError: Negation, the `-` operator, on a bool tensor is not supported. If you \
         are trying to invert a mask, use the `~` or `logical_not()` operator instead."
    );
}

pub fn huge_counts_are_errors() {
    let huge = Tensor::new(&[1f32], &[1]).unwrap().expand(&[1 << 44]).unwrap();
    assert_eq!(huge.to_vec::<f32>().unwrap_err().class, ErrorClass::OUT_OF_MEMORY);
    let x = leaf(1.);
    for count in [1 << 44, i64::MAX] {
        let same = |x: &[Tensor]| Ok(vec![x[0].neg()?]);
        let error = checkpoint(same, &[&x], None, count).unwrap_err();
        assert_eq!(error.class, ErrorClass::OUT_OF_MEMORY);
        let error = functional_jacobian(same, &[&x, &x], count, None).unwrap_err();
        assert_eq!(error.class, ErrorClass::OUT_OF_MEMORY);
    }
    let error = text(Tensor::new(&[1f32], &[1 << 32, 1 << 32]));
    assert_eq!(error, "ValueError: 1 elements for the shape [4294967296, 4294967296]");
}

pub fn dimensions_that_do_not_exist_are_errors() {
    let x = square();
    assert_eq!((x.size(0).unwrap(), x.size(-1).unwrap()), (2, 2));
    for dim in [9, -3] {
        let error = x.size(dim).unwrap_err();
        assert_eq!(error.class, ErrorClass::INDEX);
        let wanted =
            "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got";
        assert_eq!(error.text, format!("{wanted} {dim})"));
    }
    assert!(text(Tensor::undefined().size(0)).contains("must not be NULL"));
    let asked: [fn(&Tensor) -> bool; 3] =
        [|x| x.dim() < 0, |x| x.numel() < 0, |x| x.shape().is_empty()];
    for ask in asked {
        let panicked = std::panic::catch_unwind(|| ask(&Tensor::undefined())).unwrap_err();
        let message = panicked.downcast::<String>().unwrap();
        assert!(message.contains("ask is_defined() first"), "{message}");
    }
}

pub fn none_is_none() {
    let x = leaf(2.);
    assert!(x.grad_fn().unwrap().is_none());
    let y = x.neg().unwrap();
    assert_eq!(y.grad_fn().unwrap().unwrap().name().unwrap(), "NegBackward0");
    assert!(Value::default().as_generator().unwrap().is_none());
    assert!(Value::default().as_storage().unwrap().is_none());
}

pub fn each_loop_over_batches_is_an_epoch() {
    let x = Tensor::new(&[0i64, 1, 2, 3, 4, 5], &[6]).unwrap();
    let options = DataLoaderOptions::new().batch_size(2);
    let loader = data_loader_new(&tensor_dataset_new(&[&x]).unwrap(), Some(&options)).unwrap();
    let first = |batches: &mut dyn Iterator<Item = Result<Batch>>| {
        batches.next().unwrap().unwrap().data.to_vec::<i64>().unwrap()
    };
    for _ in 0..3 {
        assert_eq!(first(&mut loader.batches().take(1)), [0, 1]);
    }
    let mut batches = loader.batches();
    assert_eq!(batches.by_ref().count(), 3);
    assert!(batches.next().is_none());
}

pub fn objects_can_be_shown_and_compared() {
    let x = square();
    assert_eq!(format!("{x:?}"), "tensor([[1., 2.],\n        [3., 4.]])");
    assert!(!format!("{:?}", Tensor::undefined()).is_empty());
    let cuda: Device = "cuda:1".parse().unwrap();
    assert_eq!(format!("{cuda} {cuda:?}"), "cuda:1 Device(cuda:1)");
    assert!(cuda == "cuda:1".parse().unwrap() && cuda != "cuda:0".parse().unwrap());
    assert!(cuda != x.device() && x.device() == "cpu".parse().unwrap());
    let net = nn::ReLU::new().build().unwrap();
    assert_eq!(format!("{net}"), "ReLU()");
    assert_eq!(sum(&x.mul_scalar(2u8).unwrap()), 20.);
    assert_eq!(sum(&x.mul_scalar(x.shape().len()).unwrap()), 20.);
    let one = Tensor::new(&[1f64], &[]).unwrap();
    let large = one.mul_scalar(u64::MAX).unwrap();
    assert_eq!(large.item_double().unwrap(), 18446744073709551615f64);
}

/// As README.md shows it.
pub fn functions_own_tensors_and_modules() {
    let (weight, mask) = (leaf(3.), Mutex::new(Tensor::new(&[0.5f32], &[]).unwrap()));
    weight.register_hook(move |grad| Ok(Some(grad.mul_tensor(&mask.lock().unwrap())?))).unwrap();
    weight.mul_scalar(4).unwrap().backward().unwrap();
    assert_eq!(weight.grad().unwrap().item_double().unwrap(), 2.);
    let net = Arc::new(Mutex::new(nn::Linear::new(2, 1).build().unwrap()));
    let (part, x) = (Arc::clone(&net), square());
    let forward = move |x: &[Tensor]| Ok(vec![part.lock().unwrap().forward(&x[0])?]);
    let y = checkpoint(forward, &[&x], None, 1).unwrap();
    y[0].sum().unwrap().backward().unwrap();
    let weight = net.lock().unwrap().get_parameter("weight").unwrap();
    assert_eq!(weight.grad().unwrap().to_vec::<f32>().unwrap(), [4., 6.]);
}
