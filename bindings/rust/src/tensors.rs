//! Tensors: what the generated methods do not have.

use std::fmt;

use crate::prelude::*;

pub type Scalar = sys::ct_scalar;
pub type Device = sys::ct_device;
pub type Stream = sys::ct_stream;

/// A tensor. It may be undefined, as the gradient of a tensor without one.
///
/// Tensors are Send, since libctorch ties none to a thread and counts references atomically. They are
/// not Sync. As in Python, two tensors may share memory: then no thread may write to one while another
/// thread uses the other.
#[repr(transparent)]
pub struct Tensor(*mut sys::ct_tensor);

unsafe impl Send for Tensor {}

impl Drop for Tensor {
    #[inline]
    fn drop(&mut self) {
        unsafe { sys::ct_tensor_free_unscoped(self.0) }
    }
}

impl Handle for Tensor {
    type C = sys::ct_tensor;

    #[inline]
    fn raw(&self) -> *mut sys::ct_tensor {
        self.0
    }

    #[inline]
    unsafe fn from_raw(raw: *mut sys::ct_tensor) -> Option<Self> {
        Some(Tensor(raw))
    }
}

/// The types that elements may have in Rust.
pub trait Element: Copy + Default {
    const DTYPE: Dtype;
}

macro_rules! elements {
    ($($rust:ty: $dtype:ident),*) => {
        $(impl Element for $rust {
            const DTYPE: Dtype = Dtype::$dtype;
        })*
    };
}
elements!(
    u8: UINT8,
    i8: INT8,
    i16: INT16,
    i32: INT32,
    i64: INT64,
    f32: FLOAT32,
    f64: FLOAT64,
    bool: BOOL
);

impl Tensor {
    /// An undefined tensor.
    pub const fn undefined() -> Tensor {
        Tensor(null_mut())
    }

    pub fn is_defined(&self) -> bool {
        !self.0.is_null()
    }

    /// A tensor with a copy of the elements.
    pub fn new<T: Element>(elements: &[T], shape: &[i64]) -> Result<Tensor> {
        if shape.iter().product::<i64>() != elements.len() as i64 {
            let text = format!("{} elements for the shape {shape:?}", elements.len());
            return Err(Error::value(&text));
        }
        let shape = sys::ct_ints { at: shape.as_ptr(), len: shape.len() as i64 };
        let (data, mut result) = (elements.as_ptr().cast(), null_mut());
        check(enter(), unsafe { sys::ct_tensor_from_data(data, T::DTYPE.0, shape, &mut result) })?;
        Ok(Tensor(result))
    }

    /// A copy of the elements, converted.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let mut elements = vec![T::default(); self.numel().max(0) as usize];
        let (data, len) = (elements.as_mut_ptr().cast(), elements.len() as i64);
        check(enter(), unsafe { sys::ct_tensor_copy_to(self.0, T::DTYPE.0, data, len) })?;
        Ok(elements)
    }

    pub fn shape(&self) -> Vec<i64> {
        (0..self.dim()).map(|dim| self.size(dim)).collect()
    }

    pub(crate) fn retained(raw: *mut sys::ct_tensor) -> Tensor {
        Tensor(leave(enter(), unsafe { sys::ct_tensor_retain(raw) }))
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string().map_err(|_| fmt::Error)?)
    }
}

pub(crate) fn new_tensors(list: *mut *mut sys::ct_tensor, len: i64) -> Vec<Tensor> {
    take_list(list, len, |raw| Tensor(*raw))
}

/// Room for as many results.
pub(crate) fn room<T>(count: i64) -> Vec<*mut T> {
    vec![null_mut(); count.max(0) as usize]
}

/// In the lengths of lists of C.
pub(crate) fn product(m: i64, n: i64) -> i64 {
    m * n
}

pub(crate) fn filled<T: Handle>(list: Vec<*mut T::C>) -> Vec<T> {
    list.into_iter().map(T::own).collect()
}

pub(crate) fn new_named(list: *mut sys::ct_named_tensor, len: i64) -> Vec<(String, Tensor)> {
    take_list(list, len, |one| (lent_text(one.name), Tensor::retained(one.tensor as *mut _)))
}

macro_rules! scalars {
    ($($rust:ty => $function:ident($as:ty)),*) => {
        $(impl From<$rust> for sys::ct_scalar {
            #[inline]
            fn from(number: $rust) -> Self {
                unsafe { sys::$function(number as $as) }
            }
        })*
    };
}
scalars!(i32 => ct_scalar_int(i64), i64 => ct_scalar_int(i64), f32 => ct_scalar_float(f64),
    f64 => ct_scalar_float(f64), bool => ct_scalar_bool(bool));

macro_rules! zero_by_default {
    ($($name:ident),*) => {
        $(impl Default for sys::$name {
            fn default() -> Self {
                unsafe { zeroed() }
            }
        })*
    };
}
zero_by_default!(ct_scalar, ct_device, ct_stream);

impl std::str::FromStr for sys::ct_device {
    type Err = Error;

    /// "cpu", "cuda:1"
    fn from_str(name: &str) -> Result<Device> {
        crate::device_from_string(name)
    }
}

/// A batch of a loader: the first two items of its samples, and all of them.
pub struct Batch {
    pub data: Tensor,
    pub target: Tensor,
    pub value: Value,
    pub size: i64,
}

impl DataLoader {
    /// The batches of one epoch.
    pub fn batches(&self) -> impl Iterator<Item = Result<Batch>> + '_ {
        std::iter::from_fn(move || self.next_batch().transpose())
    }

    fn next_batch(&self) -> Result<Option<Batch>> {
        let mut batch = null();
        check(enter(), unsafe { sys::ct_data_loader_next(self.raw(), &mut batch) })?;
        let batch = match unsafe { batch.as_ref() } {
            None => return Ok(None),
            Some(batch) => batch,
        };
        let (data, target) = (Tensor::retained(batch.data), Tensor::retained(batch.target));
        Ok(Some(Batch { data, target, value: Value::copied(&batch.value)?, size: batch.size }))
    }
}

/// Restores a mode of its thread when it is dropped; so it is not Send.
pub struct ModeGuard(sys::ct_autograd_was, PhantomData<*const ()>);

impl ModeGuard {
    /// Enters a mode of autograd until the guard is dropped.
    pub fn new(mode: AutogradMode, enabled: bool) -> ModeGuard {
        let mut guard = ModeGuard(unsafe { zeroed() }, PhantomData);
        unsafe { sys::ct_autograd_enter(mode.0, enabled, &mut guard.0) };
        guard
    }
}

impl Drop for ModeGuard {
    fn drop(&mut self) {
        unsafe { sys::ct_autograd_leave(&self.0) }
    }
}

/// Calls a function while operations of this thread are not recorded.
pub fn no_grad<T>(f: impl FnOnce() -> T) -> T {
    let _guard = ModeGuard::new(AutogradMode::GRAD, false);
    f()
}
