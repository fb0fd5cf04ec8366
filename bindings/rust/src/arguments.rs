//! The arguments of a class: those that are given, by their names.

use crate::prelude::*;

pub struct Arguments<'a> {
    class: &'static str,
    args: Value,
    kwargs: Value,
    modules: Vec<*mut sys::ct_module>,
    transforms: Vec<*mut sys::ct_transform>,
    schedulers: Vec<*mut sys::ct_lr_scheduler>,
    optimizer: *mut sys::ct_optimizer,
    parameters: Parameters,
    borrows: PhantomData<&'a ()>,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(class: &'static str) -> Self {
        Arguments {
            class,
            args: Value::list(vec![]),
            kwargs: Value::dict(vec![]),
            modules: vec![],
            transforms: vec![],
            schedulers: vec![],
            optimizer: null_mut(),
            parameters: Parameters(vec![]),
            borrows: PhantomData,
        }
    }

    pub(crate) fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        let key = Value::from(name);
        self.kwargs.dict_set(&key, &value.into()).expect("memory for a value");
        self
    }

    /// A module by position, one of any number.
    pub(crate) fn push(mut self, module: &'a Module) -> Self {
        let index = Value::from(self.modules.len() as i64);
        self.args.list_append(&index).expect("memory for a value");
        self.modules.push(module.raw());
        self
    }

    /// A module among the arguments is its index in the list of modules.
    pub(crate) fn module(mut self, name: &str, module: &'a Module) -> Self {
        self.modules.push(module.raw());
        let index = self.modules.len() as i64 - 1;
        self.set(name, index)
    }

    pub(crate) fn transforms(mut self, name: &str, transforms: &[&'a Transform]) -> Self {
        self.transforms = handles(transforms);
        let indices = (0..transforms.len() as i64).collect::<Vec<_>>();
        self.set(name, &indices[..])
    }

    pub(crate) fn parameters(mut self, _: &str, parameters: impl Into<Parameters>) -> Self {
        self.parameters = parameters.into();
        self
    }

    pub(crate) fn optimizer(mut self, _: &str, optimizer: &'a Optimizer) -> Self {
        self.optimizer = optimizer.raw();
        self
    }

    pub(crate) fn schedulers(mut self, _: &str, schedulers: &[&'a LrScheduler]) -> Self {
        self.schedulers = handles(schedulers);
        self
    }

    pub(crate) fn build<T: Build>(self) -> Result<T> {
        let (class, mut result) = (c_text(self.class)?, null_mut());
        check(enter(), unsafe { T::build(class.as_ptr(), &self, &mut result) })?;
        Ok(T::own(result))
    }
}

pub(crate) trait Build: Handle {
    unsafe fn build(
        class: *const sys::c_char,
        args: &Arguments,
        result: *mut *mut Self::C,
    ) -> sys::ct_error;
}

macro_rules! build {
    ($name:ident, |$class:ident, $args:ident, $result:ident| $call:expr) => {
        impl Build for $name {
            unsafe fn build(
                $class: *const sys::c_char,
                $args: &Arguments,
                $result: *mut *mut Self::C,
            ) -> sys::ct_error {
                let (list, dict) = ($args.args.raw(), $args.kwargs.raw());
                $call(list, dict)
            }
        }
    };
}

build!(Module, |class, args, result| |list, dict| {
    let (modules, len) = (args.modules.as_ptr(), args.modules.len() as i64);
    sys::ct_nn_new_from(class, modules, len, list, dict, result)
});
build!(Optimizer, |class, args, result| |list, dict| {
    sys::ct_optimizer_new(class, args.parameters.raw(), list, dict, result)
});
build!(Transform, |class, args, result| |list, dict| {
    let (at, len) = (args.transforms.as_ptr(), args.transforms.len() as i64);
    sys::ct_transform_new_from(class, sys::ct_transforms { at, len }, list, dict, result)
});
build!(LrScheduler, |class, args, result| |list, dict| {
    if args.schedulers.is_empty() {
        return sys::ct_lr_scheduler_new(class, args.optimizer, list, dict, result);
    }
    let (at, len) = (args.schedulers.as_ptr(), args.schedulers.len() as i64);
    let schedulers = sys::ct_lr_schedulers { at, len };
    sys::ct_lr_scheduler_new_from(class, args.optimizer, zeroed(), schedulers, list, dict, result)
});

/// What an optimizer updates: tensors, or all parameters of a module.
pub struct Parameters(Vec<Tensor>);

impl Parameters {
    /// The tensors are borrowed as long as this lives.
    pub(crate) fn raw(&self) -> sys::ct_parameters {
        let mut raw: sys::ct_parameters = unsafe { zeroed() };
        raw.tensors = self.0.as_ptr().cast(); // a Tensor is its handle
        raw.len = self.0.len() as i64;
        raw
    }
}

impl From<&Module> for Parameters {
    fn from(module: &Module) -> Parameters {
        let named = module.named_parameters(None).expect("the parameters of a module");
        Parameters(named.into_iter().map(|(_, parameter)| parameter).collect())
    }
}

impl From<&[&Tensor]> for Parameters {
    fn from(tensors: &[&Tensor]) -> Parameters {
        Parameters(tensors.iter().map(|tensor| Tensor::retained(tensor.raw())).collect())
    }
}

impl<const N: usize> From<[&Tensor; N]> for Parameters {
    fn from(tensors: [&Tensor; N]) -> Parameters {
        Parameters::from(&tensors[..])
    }
}
