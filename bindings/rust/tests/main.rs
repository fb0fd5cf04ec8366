//! What the crate does with errors, memory, threads, values and functions of Rust; that every operator
//! takes empty arguments; and what the layouts of structs are. tests/bindings/rust.sh runs it.

mod distributions;
mod errors;
mod every_function;
mod every_method;
mod lists;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use ctorch::nn::{self, functional as f};
use ctorch::options::*;
use ctorch::{optim, *};

/// What calls with empty arguments are given: no tensor, and an object where one must be.
pub struct Empty {
    pub none: Tensor,
    pub storage: Storage,
    pub refused: AtomicUsize,
}

impl Empty {
    pub fn call<T>(&self, result: Result<T>) -> Result<T> {
        self.refused.fetch_add(result.is_err() as usize, Ordering::Relaxed);
        result
    }
}

fn sum(tensor: &Tensor) -> f64 {
    tensor.sum().and_then(|sum| sum.item_double()).unwrap()
}

fn square() -> Tensor {
    Tensor::new(&[1f32, 2., 3., 4.], &[2, 2]).unwrap()
}

/// A leaf of the graph.
fn leaf(number: f32) -> Tensor {
    let leaf = Tensor::new(&[number], &[]).unwrap();
    leaf.set_requires_grad(true).unwrap();
    leaf
}

fn text<T>(result: Result<T>) -> String {
    result.err().expect("an error").text
}

fn options_have_the_defaults_of_python() {
    let x = square();
    assert_eq!(sum(&x.add_tensor(&x).unwrap()), 20.);
    assert_eq!(sum(&x.add_tensor_with(&x, AddTensorOptions::new().alpha(2)).unwrap()), 30.);
    assert_eq!(x.sum_dim_intlist(Some(&[1])).unwrap().shape(), [2]);
    let kept = SumDimIntlistOptions::new().keepdim(true);
    assert_eq!(x.sum_dim_intlist_with(Some(&[1]), kept).unwrap().shape(), [2, 1]);
    assert_eq!(f::cross_entropy(&x, &Tensor::new(&[0i64, 1], &[2]).unwrap()).unwrap().dim(), 0);
}

fn elements_come_back_as_they_went() {
    assert_eq!(square().to_vec::<f32>().unwrap(), [1., 2., 3., 4.]);
    assert_eq!(square().to_vec::<i64>().unwrap(), [1, 2, 3, 4]);
    assert!(text(Tensor::new(&[1f32], &[2])).contains("1 elements for the shape [2]"));
    assert!(!Tensor::undefined().is_defined());
    assert!(text(Tensor::undefined().to_vec::<f32>()).contains("must not be NULL"));
}

fn an_error_has_the_class_of_python() {
    let error = square().mm(&Tensor::new(&[1f32, 2., 3.], &[1, 3]).unwrap()).err().unwrap();
    assert_eq!(error.class, ErrorClass::RUNTIME);
    assert_eq!(error.function, "ct_mm");
    assert!(error.text.contains("mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)"));
    assert!(text(square().index_text("0\0")).starts_with("ValueError: the text has a NUL"));
    let boxed: Box<dyn std::error::Error> = error.into();
    assert!(boxed.to_string().starts_with("RuntimeError: "));
}

fn several_results_and_lists() {
    let (values, indices) = square().max_dim(1).unwrap();
    assert_eq!((sum(&values), sum(&indices)), (6., 2.));
    let parts = square().split_tensor(1).unwrap();
    let parts: Vec<&Tensor> = parts.iter().collect();
    assert_eq!(ops::cat(&parts).unwrap().shape(), [2, 2]);
    let none = Tensor::undefined();
    let second = Tensor::new(&[1i64], &[1]).unwrap();
    assert_eq!(sum(&square().index_tensor(&[&none, &second]).unwrap()), 6.);
}

fn values_are_nested() {
    let x = square();
    let inner = Value::list(vec![1i64.into(), 2.5.into(), "three".into(), Value::default()]);
    let dict = Value::dict(vec![("list", inner), ("tensor", (&x).into())]);
    assert_eq!(dict.at("/list/1").unwrap().as_float().unwrap(), 2.5);
    assert_eq!(sum(&dict.at("/tensor").unwrap().as_tensor().unwrap()), 10.);
    assert_eq!(dict.to_string().unwrap().matches("three").count(), 1);
    assert!(text(dict.at("/missing")).contains("missing"));
}

fn a_state_dict_goes_to_a_file_and_back() {
    let path = std::env::temp_dir().join(format!("ctorch-{}.pt", std::process::id()));
    let path = path.to_str().unwrap();
    let made = || nn::Linear::new(2, 1).bias(false).build().unwrap();
    let (net, other) = (made(), made());
    save(Some(&net.state_dict(None).unwrap()), path).unwrap();
    other.load_state_dict(Some(&load(path, None).unwrap()), None).unwrap();
    std::fs::remove_file(path).unwrap();
    let (a, b) = (net.forward(&square()).unwrap(), other.forward(&square()).unwrap());
    assert!(a.equal(&b).unwrap());
}

fn parts_of_a_module_are_borrowed() {
    let net = nn::sequential(&[&nn::Linear::new(2, 3).build().unwrap()]).unwrap();
    let child = net.child_at(0).unwrap();
    assert_eq!(net.child_name_at(0).unwrap(), "0");
    let weight = child.get_parameter("weight").unwrap();
    assert_eq!(weight.shape(), [3, 2]);
    let layer = nn::TransformerEncoderLayer::new(4, 2).build().unwrap();
    let encoder = nn::TransformerEncoder::new(&layer, 2).build().unwrap();
    assert!(encoder.to_string().unwrap().starts_with("TransformerEncoder("));
    let error = text(nn::Conv2d::new(1, 1, &[3]).padding_mode("none").build());
    assert!(error.starts_with("ValueError: padding_mode"), "{error}");
}

fn optimizers_take_tensors_and_schedulers_optimizers() {
    let weight = leaf(1.);
    let optimizer = optim::SGD::new([&weight]).lr(0.5).build().unwrap();
    let first = optim::ConstantLR::new(&optimizer).build().unwrap();
    let second = optim::StepLR::new(&optimizer, 1).build().unwrap();
    let both = optim::ChainedScheduler::new(&[&first, &second]).build().unwrap();
    optimizer.minimize(&weight.mul_tensor(&weight).unwrap()).unwrap();
    both.step().unwrap();
    // ConstantLR begins with a third of the rate: 1 - 0.5 / 3 * 2.
    assert!((weight.item_double().unwrap() - 2. / 3.).abs() < 1e-6);
    let loss = optimizer.step_closure(|| ops::full(&[], 7.5)).unwrap();
    assert_eq!(loss.item_double().unwrap(), 7.5);
}

fn functions_of_rust_are_called_and_released() {
    let (weight, calls) = (leaf(3.), Arc::new(AtomicUsize::new(0)));
    let counted = calls.clone();
    let hook = weight.register_hook(move |grad| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(Some(grad.mul_tensor(grad)?))
    });
    weight.mul_tensor(&weight).unwrap().backward().unwrap();
    assert_eq!(weight.grad().unwrap().item_double().unwrap(), 36.);
    assert_eq!((calls.load(Ordering::Relaxed), Arc::strong_count(&calls)), (1, 2));
    hook_remove(hook.unwrap());
    assert_eq!(Arc::strong_count(&calls), 1);
}

fn an_error_or_a_panic_of_a_hook_is_the_error_of_backward() {
    let weight = leaf(3.);
    weight.register_hook(|_| Err(Error::new("refused"))).unwrap();
    let error = text(weight.mul_scalar(2).unwrap().backward());
    assert_eq!(error, "RuntimeError: refused");
    let weight = leaf(3.);
    weight.register_hook(|_| panic!("on purpose")).unwrap();
    assert!(text(weight.mul_scalar(2).unwrap().backward()).contains("panicked"));
}

/// C releases functions, and calls them: no panic may leave Rust through it.
fn a_value_that_panics_when_it_is_dropped_stops_at_c() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("on purpose");
        }
    }
    let (weight, value) = (leaf(3.), Panics);
    let hook = weight.register_hook(move |_| Ok(Some(&value).and(None))).unwrap();
    weight.mul_scalar(2).unwrap().backward().unwrap();
    hook_remove(hook);
    weight.register_hook(|_| std::panic::panic_any(Panics)).unwrap();
    assert!(text(weight.mul_scalar(2).unwrap().backward()).contains("panicked"));
}

fn hooks_of_modules_change_inputs_and_outputs() {
    let net = nn::ReLU::new().build().unwrap();
    net.register_forward_pre_hook(|inputs| Ok(vec![inputs[0].neg()?]), None).unwrap();
    net.register_forward_hook(|inputs, outputs| Ok(vec![outputs[0].sub_tensor(&inputs[0])?]), None)
        .unwrap();
    assert_eq!(sum(&net.forward(&square()).unwrap()), 10.);
    let inputs = [&leaf(2.)];
    let cube = |x: &[Tensor]| Ok(vec![x[0].pow_tensor_scalar(3)?]);
    let jacobian = functional_jacobian(cube, &inputs, 1, None).unwrap();
    assert_eq!(jacobian[0].item_double().unwrap(), 12.);
    let wrong = text(functional_jacobian(|_| Ok(vec![]), &inputs, 1, None));
    assert!(wrong.contains("returns 0 tensors, not 1"), "{wrong}");
}

/// What a hook gives to C lives as long as the call, and no longer: handles are counted after each test.
fn hooks_of_modules_may_leave_tensors_as_they_are() {
    let net = nn::ReLU::new().build().unwrap();
    let five = |_: &[Tensor]| Ok(vec![ops::full(&[2, 2], 5.)?]);
    let none = |_: &[Tensor]| ops::full(&[2, 2], 7.).map(|_| vec![]);
    let same = |inputs: &[Tensor]| Ok(vec![inputs[0].contiguous()?]);
    net.register_forward_pre_hook(five, None).unwrap();
    net.register_forward_pre_hook(none, None).unwrap();
    net.register_forward_pre_hook(same, None).unwrap();
    net.register_forward_hook(|_, outputs| Ok(vec![outputs[0].contiguous()?]), None).unwrap();
    for _ in 0..100 {
        assert_eq!(net.forward(&square()).unwrap().to_vec::<f32>().unwrap(), [5.; 4]);
    }
}

fn gradients_are_not_recorded_in_no_grad() {
    let weight = leaf(1.);
    assert!(!no_grad(|| weight.neg().unwrap().requires_grad()));
    assert!(weight.neg().unwrap().requires_grad());
    let panicked = std::panic::catch_unwind(|| no_grad(|| panic!("on purpose")));
    assert!(panicked.is_err() && autograd_is_grad_enabled());
}

/// Threads make tensors, pass them on and drop them, and none remain.
fn threads_share_the_library_and_memory_does_not_pile_up() {
    let before = memory_handle_count();
    let threads = (0..8).map(|number| {
        let mut x = Tensor::new(&[number as f32], &[1]).unwrap();
        std::thread::spawn(move || {
            for _ in 0..2000 {
                x = x.add_tensor_with(&x, AddTensorOptions::new().alpha(0)).unwrap();
                assert!(memory_handle_count() < 1000);
            }
            x
        })
    });
    let threads: Vec<_> = threads.collect();
    for (number, thread) in threads.into_iter().enumerate() {
        assert_eq!(thread.join().unwrap().item_double().unwrap(), number as f64);
    }
    assert_eq!(memory_handle_count(), before);
}

/// A thread sees its own mode alone, and a tensor may be dropped in another thread than it was made in.
fn modes_belong_to_threads() {
    let weight = leaf(1.);
    let _guard = ModeGuard::new(AutogradMode::GRAD, false);
    let moved = std::thread::spawn(move || {
        assert!(weight.neg().unwrap().requires_grad());
        weight
    });
    assert!(!moved.join().unwrap().neg().unwrap().requires_grad());
}

fn an_exported_network_of_torchscript_and_files() {
    let net = nn::Linear::new(2, 1).build().unwrap();
    let program =
        export_record(|x: &[Tensor]| Ok(vec![net.forward(&x[0])?]), &[&square()], 1, None);
    let outputs = program.unwrap().run(&[&square()]).unwrap();
    assert!(outputs[0].equal(&net.forward(&square()).unwrap()).unwrap());
}

/// What libtorch itself does not survive, from C++ either; tests/proof/operators/data/dies.txt has it.
const DIES: &str = "_stack";

fn every_operator_takes_empty_arguments() {
    let storage = square().storage().unwrap();
    let empty = Empty { none: Tensor::undefined(), storage, refused: AtomicUsize::new(0) };
    let every = every_function::EVERY.iter().chain(every_method::EVERY);
    let mut count = 0;
    for (name, call) in every {
        match *name == DIES {
            true => println!("skipped: {name} of no tensors is a SIGSEGV in libtorch"),
            false => call(&empty),
        }
        count += 1;
    }
    let refused = empty.refused.load(Ordering::Relaxed);
    println!("{count} operators, {refused} of them refuse empty arguments");
    assert!(count > 2000 && refused > count / 2);
}

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        if !panic.to_string().contains("on purpose") {
            eprintln!("{panic}");
        }
    }));
    let before = memory_handle_count();
    let tests: &[(&str, fn())] = &[
        ("options_have_the_defaults_of_python", options_have_the_defaults_of_python),
        ("elements_come_back_as_they_went", elements_come_back_as_they_went),
        ("an_error_has_the_class_of_python", an_error_has_the_class_of_python),
        ("several_results_and_lists", several_results_and_lists),
        ("values_are_nested", values_are_nested),
        ("a_state_dict_goes_to_a_file_and_back", a_state_dict_goes_to_a_file_and_back),
        ("parts_of_a_module_are_borrowed", parts_of_a_module_are_borrowed),
        ("optimizers_take_tensors", optimizers_take_tensors_and_schedulers_optimizers),
        ("functions_of_rust", functions_of_rust_are_called_and_released),
        ("errors_of_hooks", an_error_or_a_panic_of_a_hook_is_the_error_of_backward),
        ("panics_of_drop", a_value_that_panics_when_it_is_dropped_stops_at_c),
        ("hooks_of_modules", hooks_of_modules_change_inputs_and_outputs),
        ("hooks_that_leave_tensors", hooks_of_modules_may_leave_tensors_as_they_are),
        ("gradients_in_no_grad", gradients_are_not_recorded_in_no_grad),
        ("threads_share_the_library", threads_share_the_library_and_memory_does_not_pile_up),
        ("modes_belong_to_threads", modes_belong_to_threads),
        ("an_exported_network", an_exported_network_of_torchscript_and_files),
        ("lists_of_another_length", lists::lists_of_another_length_are_refused),
        ("lists_of_different_lengths", lists::lists_of_different_lengths_are_refused),
        ("short_memory", lists::short_memory_is_refused),
        ("fields_of_structs", lists::fields_of_structs_are_lists_and_structs),
        ("text_class_and_function", errors::errors_of_hooks_keep_text_class_and_function),
        ("hints", errors::texts_have_no_names_of_c),
        ("huge_counts", errors::huge_counts_are_errors),
        ("dimensions", errors::dimensions_that_do_not_exist_are_errors),
        ("none", errors::none_is_none),
        ("epochs", errors::each_loop_over_batches_is_an_epoch),
        ("shown_and_compared", errors::objects_can_be_shown_and_compared),
        ("functions_own", errors::functions_own_tensors_and_modules),
        ("distributions", distributions::distributions_have_shapes_samples_and_probabilities),
        ("parameters", distributions::parameters_are_numbers_or_tensors),
        ("every_operator", every_operator_takes_empty_arguments),
    ];
    for (name, test) in tests {
        test();
        assert_eq!(memory_handle_count(), before, "handles are left by {name}");
    }
    println!("{} tests passed", tests.len());
}
