mod ${word};
pub use ${word}::*;
