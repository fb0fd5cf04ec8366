
#[repr(C)]
pub struct ${symbol} {
_private: [u8; 0],
}
