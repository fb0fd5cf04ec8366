//! Modules, which are made by builders, and the functions of torch.nn.

mod classes;
pub mod functional;

pub use classes::*;

use crate::prelude::*;

/// Calls modules one after the other: Python's nn.Sequential.
pub fn sequential(modules: &[&Module]) -> Result<Module> {
    modules.iter().fold(Arguments::new("Sequential"), |args, module| args.push(module)).build_nn()
}
