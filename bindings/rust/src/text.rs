//! Texts, lists and numbers between Rust and C.

use std::any::Any;
use std::ffi::{CStr, CString};
use std::os::raw::c_char;
use std::ptr::null;

use crate::enums::Dtype;
use crate::error::{Error, Result};
use crate::sys;

pub(crate) fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::value("the text has a NUL, which C takes for its end"))
}

pub(crate) fn maybe_text(it: Option<&str>) -> Result<Option<CString>> {
    it.map(c_text).transpose()
}

pub(crate) fn text_pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}

/// A list of texts as C has it.
pub(crate) struct Texts(Vec<CString>, Option<Vec<*const c_char>>);

impl Texts {
    pub(crate) fn new(texts: &[&str]) -> Result<Texts> {
        let owned = texts.iter().map(|it| c_text(it)).collect::<Result<Vec<_>>>()?;
        let pointers = owned.iter().map(|it| it.as_ptr()).collect();
        Ok(Texts(owned, Some(pointers)))
    }

    pub(crate) fn maybe(texts: Option<&[&str]>) -> Result<Texts> {
        texts.map_or(Ok(Texts(vec![], None)), Texts::new)
    }

    pub(crate) fn as_ptr(&self) -> *const *const c_char {
        self.1.as_ref().map_or(null(), |list| list.as_ptr())
    }

    pub(crate) fn len(&self) -> i64 {
        self.0.len() as i64
    }
}

/// What the fields of a struct point to; NULL for an empty list, whose length another list may set.
#[derive(Default)]
pub(crate) struct Keep(Vec<Box<dyn Any>>);

impl Keep {
    pub(crate) fn number<T: 'static>(&mut self, number: T) -> *const T {
        let kept = Box::new(number);
        let at: *const T = &*kept;
        self.0.push(kept);
        at
    }

    pub(crate) fn text(&mut self, it: &str) -> *const c_char {
        unsafe { (*self.number(c_text(it).expect("a text without NUL"))).as_ptr() }
    }

    pub(crate) fn texts(&mut self, texts: &[&str]) -> *const *const c_char {
        let texts = (!texts.is_empty()).then(|| texts);
        unsafe { (*self.number(Texts::maybe(texts).expect("texts without NUL"))).as_ptr() }
    }

    pub(crate) fn list<T: 'static>(&mut self, items: impl Iterator<Item = T>) -> *const T {
        unsafe { (*self.number(items.collect::<Vec<_>>())).as_ptr() }
    }

    pub(crate) fn handles<T: crate::Handle>(&mut self, objects: &[&T]) -> *const *mut T::C
    where
        T::C: 'static,
    {
        match objects.is_empty() {
            true => null(),
            false => unsafe { (*self.number(crate::handle::handles(objects))).as_ptr() },
        }
    }
}

#[inline]
pub(crate) fn pointer<T>(it: &Option<T>) -> *const T {
    it.as_ref().map_or(null(), |it| it as *const T)
}

#[inline]
pub(crate) fn list_pointer<T>(list: Option<&[T]>) -> *const T {
    list.map_or(null(), <[T]>::as_ptr)
}

#[inline]
pub(crate) fn list_len<T>(list: Option<&[T]>) -> i64 {
    list.map_or(0, |list| list.len() as i64)
}

// --- lists whose length C knows from elsewhere: it must not read elements that are not there ------

fn check_len(has: usize, wanted: i64, text: impl FnOnce() -> String) -> Result<()> {
    match has as i64 == wanted {
        true => Ok(()),
        false => Err(Error::value(&text())),
    }
}

/// A list of as many elements as the schema or the header says.
pub(crate) fn sized<'a, T>(list: &'a [T], n: i64, name: &str) -> Result<&'a [T]> {
    let text = || format!("{name} must have {n} elements, not {}", list.len());
    check_len(list.len(), n, text).map(|_| list)
}

/// A list with an element for each of the one before it.
pub(crate) fn paired<T>(list: Vec<T>, n: i64, name: &str, other: &str) -> Result<Vec<T>> {
    let len = list.len();
    let text = || format!("{other} and {name} must have the same length, not {n} and {len}");
    check_len(len, n, text).map(|_| list)
}

/// The length of a field that shares it with another one, which had `before` elements if it was set; an
/// empty one is NULL in C (Keep).
pub(crate) fn shared(before: i64, len: usize, name: &str) -> i64 {
    let text = || format!("{name} must have {before} elements, as the list beside it, not {len}");
    match before {
        0 => len as i64,
        _ => check_len(len, before, text).map(|_| before).unwrap_or_else(|error| panic!("{error}")),
    }
}

/// How many elements of a type the bytes are; -1, which C refuses, if they end within one.
pub(crate) fn elements(bytes: &[u8], dtype: Dtype) -> i64 {
    let (len, size) = (bytes.len() as i64, unsafe { sys::ct_dtype_size(dtype.0) });
    match size > 0 && len % size == 0 {
        true => len / size,
        false => -1,
    }
}

// --- what C returns, which the generated functions pass on at once ---------------------------------

pub(crate) fn maybe_lent_text(text: *const c_char) -> Option<String> {
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

pub(crate) fn lent_text(text: *const c_char) -> String {
    maybe_lent_text(text).unwrap_or_default()
}

pub(crate) fn maybe_new_text(text: *mut c_char) -> Option<String> {
    let copy = maybe_lent_text(text);
    unsafe { sys::ct_free(text.cast()) };
    copy
}

pub(crate) fn new_text(text: *mut c_char) -> String {
    maybe_new_text(text).unwrap_or_default()
}

/// A copy of a list that belongs to an object.
pub(crate) fn lent_list<T: Copy>(list: *const T, len: i64) -> Vec<T> {
    (0..len as usize).map(|i| unsafe { *list.add(i) }).collect()
}

pub(crate) fn lent_string(text: *const c_char, len: i64) -> String {
    String::from_utf8_lossy(&lent_list(text.cast::<u8>(), len)).into_owned()
}

/// Takes over a list, with each element as `f` has it.
pub(crate) fn take_list<T, U>(list: *const T, len: i64, f: impl Fn(&T) -> U) -> Vec<U> {
    let copy = (0..len as usize).map(|i| f(unsafe { &*list.add(i) })).collect();
    unsafe { sys::ct_free(list as *mut _) };
    copy
}

pub(crate) fn new_list<T: Copy>(list: *mut T, len: i64) -> Vec<T> {
    take_list(list, len, |element| *element)
}

pub(crate) fn new_texts(texts: *const *const c_char, len: i64) -> Vec<String> {
    take_list(texts, len, |text| lent_text(*text))
}
