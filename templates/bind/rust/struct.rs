
${doc}
pub struct ${name}<'a> {
/// What C receives.
pub raw: sys::${symbol},
#[allow(dead_code)] // it owns what fields point to
keep: Keep,
borrows: PhantomData<&'a ()>,
}

impl<'a> ${name}<'a> {
/// Everything has the library's default.
pub fn new() -> Self {
let raw = unsafe { zeroed() };
Self { raw, keep: Keep::default(), borrows: PhantomData }
}
${setters}
}
record!(${name}, ${symbol});
