
${doc}
#[derive(Debug)]
pub struct ${name}(NonNull<sys::${symbol}>);

unsafe impl Send for ${name} {}

impl Handle for ${name} {
type C = sys::${symbol};

#[inline]
fn raw(&self) -> *mut sys::${symbol} {
self.0.as_ptr()
}

unsafe fn from_raw(raw: *mut sys::${symbol}) -> Option<Self> {
NonNull::new(raw).map(Self)
}
}

impl Drop for ${name} {
fn drop(&mut self) {
leave(enter(), unsafe { sys::${symbol}_free(self.0.as_ptr()) })
}
}
