//! Objects of C that Rust owns, lends, and passes.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::error::{enter, leave};

/// An object of Rust that owns a handle of C.
pub trait Handle: Sized {
    type C;

    /// The handle, which stays the object's.
    fn raw(&self) -> *mut Self::C;

    /// Takes over a handle; None for NULL.
    ///
    /// # Safety
    /// The handle is new, belongs to no scope, and is not freed elsewhere.
    unsafe fn from_raw(raw: *mut Self::C) -> Option<Self>;
}

/// What C has just returned: only this crate may call from_raw() without saying that it is unsafe.
pub(crate) trait Own: Handle {
    #[inline]
    fn own(raw: *mut Self::C) -> Self {
        Self::maybe(raw).expect("libctorch returned an object")
    }

    #[inline]
    fn maybe(raw: *mut Self::C) -> Option<Self> {
        unsafe { Self::from_raw(raw) }
    }
}

impl<T: Handle> Own for T {}

/// A struct of options.
#[doc(hidden)]
pub trait Record {
    type C;
    fn record(&self) -> *const Self::C;
    fn record_mut(&mut self) -> *mut Self::C;
}

/// An object that belongs to another one, which it does not outlive: a part of a module, for example.
/// It has a reference of its own, so that it is safe to remove the part meanwhile. It is not Send: its
/// owner may be in use.
#[derive(Debug)]
pub struct Borrowed<'a, T>(T, PhantomData<(&'a (), *const ())>);

impl<T: Handle> Borrowed<'_, T> {
    pub(crate) fn maybe(raw: *mut T::C, retain: Retain<T>) -> Option<Self> {
        T::maybe(leave(enter(), unsafe { retain(raw) })).map(|it| Borrowed(it, PhantomData))
    }

    pub(crate) fn new(raw: *mut T::C, retain: Retain<T>) -> Self {
        Self::maybe(raw, retain).expect("libctorch returned an object")
    }
}

type Retain<T> = unsafe extern "C" fn(*const <T as Handle>::C) -> *mut <T as Handle>::C;

impl<T> Deref for Borrowed<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A handle, or NULL for None.
#[inline]
pub(crate) fn raw<'a, T: Handle + 'a>(object: impl Into<Option<&'a T>>) -> *mut T::C {
    object.into().map_or(std::ptr::null_mut(), Handle::raw)
}

pub(crate) fn handles<T: Handle>(objects: &[&T]) -> Vec<*mut T::C> {
    objects.iter().map(|object| object.raw()).collect()
}

pub(crate) fn record_pointer<'a, T: Record + 'a>(it: impl Into<Option<&'a T>>) -> *const T::C {
    it.into().map_or(std::ptr::null(), Record::record)
}

pub(crate) fn record_pointer_mut<'a, T: Record + 'a>(
    it: impl Into<Option<&'a mut T>>,
) -> *mut T::C {
    it.into().map_or(std::ptr::null_mut(), Record::record_mut)
}
