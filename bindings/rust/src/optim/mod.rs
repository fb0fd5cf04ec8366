//! Optimizers and schedulers of learning rates, which are made by builders.

mod optimizers;
mod schedulers;

pub use optimizers::*;
pub use schedulers::*;
