//! What C declares, as it is there. Calls of it are unsafe.
#![allow(non_camel_case_types)]

/// The size that a struct has in C; tests/layout.c has the same numbers.
macro_rules! layout {
    ($name:ident, $size:literal, $alignment:literal) => {
        const _: () = assert!(std::mem::size_of::<$name>() == $size);
        const _: () = assert!(std::mem::align_of::<$name>() == $alignment);
    };
}

mod aliases;
#[rustfmt::skip]
mod callbacks;
mod enums;
#[rustfmt::skip] // it breaks a few lines that fit
mod functions;
mod handles;
mod structs;

pub use aliases::*;
pub use callbacks::*;
pub use enums::*;
pub use functions::*;
pub use handles::*;
pub use std::os::raw::{c_char, c_int, c_void};
pub use structs::*;
