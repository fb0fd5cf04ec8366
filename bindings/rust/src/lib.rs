//! PyTorch for Rust: every operator of libtorch, the functions and classes of torch.nn, optimizers,
//! data loaders, files and exported models. README.md describes the crate.

pub mod sys;

mod arguments;
mod callback;
pub mod distributions;
mod enums;
mod error;
mod functions;
mod handle;
mod handles;
mod methods;
pub mod nn;
pub mod ops;
pub mod optim;
pub mod options;
mod prelude;
mod release;
mod structs;
mod tensor;
mod tensors;
mod text;
pub mod transforms;
mod value;

pub use arguments::Parameters;
pub use enums::*;
pub use error::{Error, Result};
pub use functions::*;
pub use handle::{Borrowed, Handle};
pub use handles::*;
pub use release::*;
pub use structs::*;
pub use tensors::*;
pub use value::Value;
