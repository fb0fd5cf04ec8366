use std::ffi::CStr;

use crate::callback::take_back;
use crate::prelude::ErrorClass;
use crate::sys;
use crate::text::lent_text;

/// An error of libctorch. Its text begins with the name of Python's class: "ValueError: ...".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub class: ErrorClass,
    pub text: String,
    /// The function of C.
    pub function: String,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of your program, for functions that libctorch calls.
    pub fn new(text: &str) -> Error {
        let text = format!("RuntimeError: {text}");
        Error { class: ErrorClass::RUNTIME, text, function: String::new() }
    }

    pub(crate) fn value(text: &str) -> Error {
        let text = format!("ValueError: {text}");
        Error { class: ErrorClass::VALUE, text, function: String::new() }
    }

    pub(crate) fn memory(text: &str) -> Error {
        let text = format!("OutOfMemoryError: {text}");
        Error { class: ErrorClass::OUT_OF_MEMORY, text, function: String::new() }
    }

    /// A last line with names of C is left out.
    pub(crate) fn take(error: sys::ct_error) -> Error {
        unsafe {
            let class = ErrorClass(sys::ct_error_class_of(error));
            let mut text = CStr::from_ptr(error).to_bytes();
            let hint = sys::ct_error_hint(error);
            if !hint.is_null() {
                text = &text[..hint.offset_from(error) as usize - "\n".len()];
            }
            let text = String::from_utf8_lossy(text).into_owned();
            let function = lent_text(sys::ct_error_function(error));
            sys::ct_error_free(error);
            Error { class, text, function }
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

/// Begins a call: what it returns belongs to no scope of C, so that an object of Rust owns it.
#[inline]
pub(crate) fn enter() -> i64 {
    unsafe { sys::ct_unscoped_enter() }
}

/// Ends the call that enter() began.
#[inline]
pub(crate) fn leave<T>(was: i64, result: T) -> T {
    unsafe { sys::ct_unscoped_leave(was) };
    take_back();
    result
}

#[inline]
pub(crate) fn check(was: i64, error: sys::ct_error) -> Result<()> {
    match leave(was, error.is_null()) {
        true => Ok(()),
        false => Err(Error::take(error)),
    }
}
