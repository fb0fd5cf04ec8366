//! addcost: an add of one element with its release, as C makes the call and as Rust does, in turns.

use std::ptr::null_mut;
use std::time::Instant;

use ctorch::{sys, Handle, Result, Tensor};

const ADDS: u32 = 20000;
const TURNS: usize = 31;

/// The calls that a program in C makes.
fn in_c(x: *mut sys::ct_tensor) {
    for _ in 0..ADDS {
        let mut y = null_mut();
        unsafe {
            assert!(sys::ct_add_Tensor(x, x, sys::ct_scalar_int(1), &mut y).is_null());
            sys::ct_tensor_free(y);
        }
    }
}

fn in_rust(x: &Tensor) -> Result<()> {
    for _ in 0..ADDS {
        x.add_tensor(x)?;
    }
    Ok(())
}

fn nanoseconds(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_nanos() as f64 / f64::from(ADDS)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<()> {
    let x = Tensor::new(&[1f32], &[1])?;
    let (mut c, mut rust) = (vec![], vec![]);
    in_rust(&x)?;
    for _ in 0..TURNS {
        c.push(nanoseconds(|| in_c(x.raw())));
        rust.push(nanoseconds(|| in_rust(&x).expect("a sum")));
    }
    let (c, rust) = (median(&mut c), median(&mut rust));
    println!("add of one element: C {c:.0} ns, Rust {rust:.0} ns: {:.2} times", rust / c);
    Ok(())
}
