
${doc}
pub struct ${name}<'a> {
pub(crate) raw: sys::${symbol},
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

/// What C receives.
pub fn raw(&self) -> &sys::${symbol} {
&self.raw
}

/// The same, to be changed.
///
/// # Safety
/// What pointers in it refer to lives as long as this struct.
pub unsafe fn raw_mut(&mut self) -> &mut sys::${symbol} {
&mut self.raw
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
