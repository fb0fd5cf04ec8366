
/// What `${name}` can do without; what is not set has Python's default.
pub struct ${type_name}Options<'a> {
${option_fields}
borrows: PhantomData<&'a ()>,
}

impl<'a> ${type_name}Options<'a> {
/// Everything has Python's default.
pub fn new() -> Self {
Self { ${no_options}, borrows: PhantomData }
}
${option_setters}
}
