//! Lists whose length C knows from elsewhere: it must not read elements that are not there.

use ctorch::{ops, *};

use super::{square, sum, text};

pub fn lists_of_another_length_are_refused() {
    let image = ops::ones(&[1, 4, 4]).unwrap();
    let affine = |translate: &[f64], shear: &[f64]| {
        transform_affine(&image, 0., translate, 1., shear, "nearest", &[0.], &[1.5, 1.5])
    };
    assert!(affine(&[0., 0.], &[0., 0.]).is_ok());
    for (translate, shear, wanted) in [
        (&[0.][..], &[0., 0.][..], "translate must have 2 elements, not 1"),
        (&[0., 0.], &[0., 0., 0.], "shear must have 2 elements, not 3"),
        (&[0., 0.], &[], "shear must have 2 elements, not 0"),
    ] {
        assert_eq!(text(affine(translate, shear)), format!("ValueError: {wanted}"));
    }
    let error = text(transform_perspective(&image, &[0., 0.], "nearest", &[]));
    assert_eq!(error, "ValueError: coefficients must have 8 elements, not 2");
    for mask in [&[][..], &[true], &[true; 4]] {
        let error = text(ops::linear_backward(&square(), &square(), &square(), mask));
        let wanted = format!("output_mask must have 3 elements, not {}", mask.len());
        assert_eq!(error, format!("ValueError: {wanted}"));
    }
}

pub fn lists_of_different_lengths_are_refused() {
    let x = square();
    let program = export_record(|x: &[Tensor]| Ok(vec![x[0].relu()?]), &[&x], 1, None).unwrap();
    let (input, one) = (Value::from(&x), Value::from(1));
    assert!(program.call(&[&input], &[], &[]).is_ok());
    for (names, named) in [(&["a", "b"][..], &[&one][..]), (&[], &[&one]), (&["a"], &[])] {
        let wanted = format!("not {} and {}", names.len(), named.len());
        let error = text(program.call(&[&input], names, named));
        assert_eq!(
            error,
            format!("ValueError: names and named must have the same length, {wanted}")
        );
    }
    let y = x.mul_scalar(2).unwrap();
    y.set_requires_grad(true).unwrap();
    let root = y.mul_tensor(&y).unwrap();
    let drawn = graph_to_dot(&[&root], Some(&GraphOptions::new().named(&[&y]).names(&["y"])));
    assert!(drawn.unwrap().contains('y'));
    let short =
        std::panic::catch_unwind(|| drop(GraphOptions::new().names(&["on purpose"; 2]).named(&[])));
    let long = GraphOptions::new().named(&[&y]);
    let long =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(long.names(&["a", "b"]))));
    let message = *long.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(message, "ValueError: names must have 1 elements, as the list beside it, not 2");
    assert!(short.is_err());
    let none = GraphOptions::new().named(&[]).names(&["a", "b"]);
    assert!(text(graph_to_dot(&[&root], Some(&none))).contains("named and names must not be NULL"));
}

pub fn short_memory_is_refused() {
    let x = ops::ones(&[4]).unwrap();
    let bytes: Vec<u8> =
        [1f32, 2., 3., 4.].iter().flat_map(|number| number.to_ne_bytes()).collect();
    x.copy_from(Dtype::FLOAT32, &bytes).unwrap();
    assert_eq!(x.to_vec::<f32>().unwrap(), [1., 2., 3., 4.]);
    for n in 0..bytes.len() {
        assert!(text(x.copy_from(Dtype::FLOAT32, &bytes[..n])).contains("data_len"));
        let made = tensor_from_memory(&bytes[..n], Dtype::FLOAT32, &[4]);
        assert!(text(made).contains("nbytes"));
    }
    assert!(text(x.copy_from(Dtype::NONE, &bytes[..4])).contains("dtype"));
    assert_eq!(sum(&x), 10.);
}

pub fn fields_of_structs_are_lists_and_structs() {
    let dynamic = [ExportDynamic::new().dim(0).name("n").max(100)];
    let extra = Value::dict(vec![("a", "text".into())]);
    let options =
        ExportRecordOptions::new().names(&["points"]).dynamic(&dynamic).extra_files(&extra);
    let x = ops::ones(&[4, 2]).unwrap();
    let relu = |x: &[Tensor]| Ok(vec![x[0].relu()?]);
    let program = export_record(relu, &[&x], 1, Some(&options)).unwrap().to_string().unwrap();
    assert!(
        program.contains("points: f32[s0, 2]") && program.contains("1 <= s0 <= 100"),
        "{program}"
    );
    let path = std::env::temp_dir().join(format!("ctorch-fields-{}.pt", std::process::id()));
    let path = path.to_str().unwrap();
    save(Some(&Value::dict(vec![("weight", (&ops::ones(&[3, 2]).unwrap()).into())])), path)
        .unwrap();
    let net = nn::Linear::new(2, 3).build().unwrap();
    assert!(text(net.load(path, None)).contains("Missing key"));
    let state = LoadStateDictOptions::new().no_strict(true);
    net.load(path, Some(&ModuleLoadOptions::new().state(state))).unwrap();
    std::fs::remove_file(path).unwrap();
    assert_eq!(sum(&net.get_parameter("weight").unwrap()), 6.);
    let parts = tensor_dataset_new(&[&x]).unwrap().random_split(&[1., 3.], None).unwrap();
    assert_eq!(parts.iter().map(|part| part.count().unwrap()).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(Value::from("text").as_string().unwrap(), "text");
}
