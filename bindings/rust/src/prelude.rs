//! What the generated files use.

pub(crate) use crate::arguments::{Arguments, Parameters};
pub(crate) use crate::callback::*;
pub(crate) use crate::enums::*;
pub(crate) use crate::error::{check, enter, leave, Error, Result};
pub(crate) use crate::handle::*;
pub(crate) use crate::handles::*;
pub(crate) use crate::structs::*;
pub(crate) use crate::sys;
pub(crate) use crate::tensors::*;
pub(crate) use crate::text::*;
pub(crate) use crate::value::*;
pub(crate) use std::marker::PhantomData;
pub(crate) use std::mem::zeroed;
pub(crate) use std::ptr::{null, null_mut, NonNull};
