//! The arguments of a class: those that are given, by their names.

use crate::prelude::*;

pub struct Arguments<'a> {
    class: &'static str,
    args: Value,
    kwargs: Value,
    modules: Vec<*mut sys::ct_module>,
    transforms: Vec<*mut sys::ct_transform>,
    distributions: Vec<*mut sys::ct_distribution>,
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
            distributions: vec![],
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

    /// A distribution among the arguments is its index in the list of distributions.
    pub(crate) fn distribution(mut self, name: &str, distribution: &'a Distribution) -> Self {
        self.distributions.push(distribution.raw());
        let index = self.distributions.len() as i64 - 1;
        self.set(name, index)
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

    /// What the class's own call returns, with the arguments by position and by name.
    fn build<T: Handle>(
        &self,
        call: impl FnOnce(
            *const sys::c_char,
            *const sys::ct_value,
            *const sys::ct_value,
            *mut *mut T::C,
        ) -> sys::ct_error,
    ) -> Result<T> {
        let (class, mut result) = (c_text(self.class)?, null_mut());
        check(enter(), call(class.as_ptr(), self.args.raw(), self.kwargs.raw(), &mut result))?;
        Ok(T::own(result))
    }

    pub(crate) fn build_nn(self) -> Result<Module> {
        let (at, len) = (self.modules.as_ptr(), self.modules.len() as i64);
        self.build(|class, args, kwargs, result| unsafe {
            sys::ct_nn_new_from(class, at, len, args, kwargs, result)
        })
    }

    pub(crate) fn build_optim(self) -> Result<Optimizer> {
        self.build(|class, args, kwargs, result| unsafe {
            sys::ct_optimizer_new(class, self.parameters.raw(), args, kwargs, result)
        })
    }

    pub(crate) fn build_transform(self) -> Result<Transform> {
        let (at, len) = (self.transforms.as_ptr(), self.transforms.len() as i64);
        self.build(|class, args, kwargs, result| unsafe {
            sys::ct_transform_new_from(class, sys::ct_transforms { at, len }, args, kwargs, result)
        })
    }

    pub(crate) fn build_distribution(self) -> Result<Distribution> {
        let (at, len) = (self.distributions.as_ptr(), self.distributions.len() as i64);
        let list = sys::ct_distributions { at, len };
        self.build(|class, args, kwargs, result| unsafe {
            sys::ct_distribution_new_from(class, list, args, kwargs, result)
        })
    }

    pub(crate) fn build_lr_scheduler(self) -> Result<LrScheduler> {
        let (at, len) = (self.schedulers.as_ptr(), self.schedulers.len() as i64);
        let (optimizer, list) = (self.optimizer, sys::ct_lr_schedulers { at, len });
        self.build(|class, args, kwargs, result| unsafe {
            match len {
                0 => sys::ct_lr_scheduler_new(class, optimizer, args, kwargs, result),
                _ => sys::ct_lr_scheduler_new_from(
                    class,
                    optimizer,
                    zeroed(),
                    list,
                    args,
                    kwargs,
                    result,
                ),
            }
        })
    }
}

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
