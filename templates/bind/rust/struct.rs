
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

impl Default for ${name}<'_> {
fn default() -> Self {
Self::new()
}
}

impl Record for ${name}<'_> {
type C = sys::${symbol};

fn record(&self) -> *const sys::${symbol} {
&self.raw
}

fn record_mut(&mut self) -> *mut sys::${symbol} {
&mut self.raw
}
}
