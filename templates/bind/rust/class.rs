
${doc}
///
/// `${schema}`
pub struct ${name}<'a>(Arguments<'a>);

impl<'a> ${name}<'a> {
pub fn new(${required}) -> Self {
let args = Arguments::new("${name}");
${set_required}
${name}(args)
}
${class_setters}

/// Makes it.
pub fn build(self) -> Result<${family}> {
self.0.build_${list}()
}
}
