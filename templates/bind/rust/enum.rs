
${doc}
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ${name}(pub i32);

impl ${name} {
${constants}
}
