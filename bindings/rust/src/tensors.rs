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
        let count = shape.iter().try_fold(1, |count: i64, size| count.checked_mul(*size));
        if count != Some(elements.len() as i64) {
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
        let len = unsafe { sys::ct_tensor_numel(self.0) }.max(0);
        let mut elements = reserved::<T>(len)?;
        let data = elements.as_mut_ptr().cast();
        check(enter(), unsafe { sys::ct_tensor_copy_to(self.0, T::DTYPE.0, data, len) })?;
        // C has written all elements.
        unsafe { elements.set_len(len as usize) };
        Ok(elements)
    }

    /// The number of dimensions.
    ///
    /// # Panics
    /// If the tensor is undefined.
    pub fn dim(&self) -> i64 {
        self.defined("dimensions");
        unsafe { sys::ct_tensor_dim(self.0) }
    }

    /// The number of elements.
    ///
    /// # Panics
    /// If the tensor is undefined.
    pub fn numel(&self) -> i64 {
        self.defined("elements");
        unsafe { sys::ct_tensor_numel(self.0) }
    }

    /// The sizes of all dimensions.
    ///
    /// # Panics
    /// If the tensor is undefined.
    pub fn shape(&self) -> Vec<i64> {
        self.defined("shape");
        let shape = unsafe { sys::ct_tensor_shape(self.0) };
        lent_list(shape, self.dim())
    }

    /// The size of one dimension; negative ones count from the last. Python's IndexError if the dimension
    /// does not exist.
    pub fn size(&self, dim: i64) -> Result<i64> {
        crate::ops::size_int(self, dim)
    }

    fn defined(&self, what: &str) {
        assert!(self.is_defined(), "an undefined tensor has no {what}: ask is_defined() first");
    }

    pub(crate) fn retained(raw: *mut sys::ct_tensor) -> Tensor {
        Tensor(leave(enter(), unsafe { sys::ct_tensor_retain(raw) }))
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string().unwrap_or_else(|error| error.text))
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(crate) fn new_tensors(list: *mut *mut sys::ct_tensor, len: i64) -> Vec<Tensor> {
    take_list(list, len, |raw| Tensor(*raw))
}

/// An empty list with memory for as many elements; C refuses a negative number.
fn reserved<T>(count: i64) -> Result<Vec<T>> {
    let (count, mut list) = (count.max(0) as usize, Vec::new());
    match list.try_reserve_exact(count) {
        Ok(()) => Ok(list),
        Err(_) => Err(Error::memory(&format!("no memory for a list of {count} elements"))),
    }
}

/// Room for as many results.
pub(crate) fn room<T>(count: i64) -> Result<Vec<*mut T>> {
    let mut list = reserved(count)?;
    list.resize(count.max(0) as usize, null_mut());
    Ok(list)
}

/// In the lengths of lists of C. There is no room() for more than an i64 can count.
pub(crate) fn product(m: i64, n: i64) -> i64 {
    m.saturating_mul(n)
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
    f64 => ct_scalar_float(f64), bool => ct_scalar_bool(bool), u8 => ct_scalar_int(i64),
    u64 => ct_scalar_uint(u64), usize => ct_scalar_uint(u64));

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

impl PartialEq for sys::ct_device {
    fn eq(&self, other: &Self) -> bool {
        (self.type_, self.index) == (other.type_, other.index)
    }
}

impl Eq for sys::ct_device {}

impl fmt::Display for sys::ct_device {
    /// As Python's str(): "cuda:1"
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::device_to_string(*self).unwrap_or_else(|error| error.text))
    }
}

impl fmt::Debug for sys::ct_device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Device({self})")
    }
}

impl fmt::Display for Module {
    /// As Python's print() of a module.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string().unwrap_or_else(|error| error.text))
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
    /// Begins an epoch, as Python's iter() does, and returns its batches. An epoch that was not finished
    /// ends; after load_state_dict(), that of the state continues.
    pub fn batches(&self) -> impl Iterator<Item = Result<Batch>> + '_ {
        let begun = self.begin();
        let has_begun = begun.is_ok();
        let batches = std::iter::from_fn(move || match has_begun {
            true => self.next_batch().transpose(),
            false => None,
        });
        begun.err().map(Err).into_iter().chain(batches).fuse()
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
