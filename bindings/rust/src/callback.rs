//! Functions of Rust that C calls.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CString;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

use crate::prelude::*;

/// A function of the tensors that C passes; those of a second list begin at an index. C calls a function
/// that it keeps in any thread: the constructors of Callback require that it may. It calls all others only
/// during the call that they are an argument of, in its thread.
struct Function(Box<dyn Fn(&[Tensor], usize) -> Result<Vec<Tensor>>>);

unsafe impl Send for Function {}
unsafe impl Sync for Function {}

/// By numbers, which are what C has: it may release a function that a call has refused, and so does
/// Rust.
static FUNCTIONS: Mutex<(usize, Option<HashMap<usize, Arc<Function>>>)> = Mutex::new((0, None));

/// A function as an argument of a call. It is gone after the call, unless C keeps it.
pub(crate) struct Callback(usize);

impl Callback {
    fn new<'a>(f: impl Fn(&[Tensor], usize) -> Result<Vec<Tensor>> + 'a) -> Callback {
        let f: Box<dyn Fn(&[Tensor], usize) -> Result<Vec<Tensor>> + 'a> = Box::new(f);
        // A function that C does not keep is removed before what it refers to is gone.
        let f = Function(unsafe { std::mem::transmute(f) });
        let mut functions = FUNCTIONS.lock().unwrap();
        functions.0 += 1;
        let number = functions.0;
        functions.1.get_or_insert_with(HashMap::new).insert(number, Arc::new(f));
        Callback(number)
    }

    pub(crate) fn hook(
        f: impl Fn(&Tensor) -> Result<Option<Tensor>> + Send + Sync + 'static,
    ) -> Self {
        Callback::new(move |tensors, _| Ok(f(&tensors[0])?.into_iter().collect()))
    }

    pub(crate) fn kept(
        f: impl Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
    ) -> Self {
        Callback::new(move |tensors, _| f(tensors))
    }

    pub(crate) fn forward(
        f: impl Fn(&[Tensor], &[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
    ) -> Self {
        Callback::new(move |tensors, inputs| f(&tensors[..inputs], &tensors[inputs..]))
    }

    pub(crate) fn lent<'a>(f: impl Fn(&[Tensor]) -> Result<Vec<Tensor>> + 'a) -> Self {
        Callback::new(move |tensors, _| f(tensors))
    }

    pub(crate) fn closure<'a>(f: impl Fn() -> Result<Tensor> + 'a) -> Self {
        Callback::new(move |_, _| Ok(vec![f()?]))
    }

    pub(crate) fn context(&self) -> *mut sys::c_void {
        self.0 as *mut sys::c_void
    }

    /// C has the function now and will release it.
    pub(crate) fn keep(self) {
        std::mem::forget(self)
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        remove(self.context())
    }
}

/// A function is dropped after the lock is: what it owns may have functions, too.
fn remove(context: *mut sys::c_void) {
    let _inside = Inside::new();
    let mut functions = FUNCTIONS.lock().unwrap();
    let removed = functions.1.as_mut().and_then(|all| all.remove(&(context as usize)));
    drop(functions);
    drop(removed);
}

/// Runs what may panic: no panic may pass through C. What it carries is forgotten, since dropping that
/// might panic again; the panic has been printed.
fn caught<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).map_err(std::mem::forget).ok()
}

/// Called by C. A value that a function owns may panic when it is dropped.
pub(crate) unsafe extern "C" fn release(context: *mut sys::c_void) {
    caught(|| remove(context));
}

fn call(context: *mut sys::c_void, inputs: &[Tensor], split: usize) -> Result<Vec<Tensor>> {
    let functions = FUNCTIONS.lock().unwrap();
    let function = functions.1.as_ref().and_then(|all| all.get(&(context as usize))).cloned();
    drop(functions);
    let function = function.expect("a function that C has not released");
    // The function moves: if it was released meanwhile, this drops it.
    caught(move || (function.0)(inputs, split))
        .unwrap_or_else(|| Err(Error::new("a function of Rust panicked")))
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static HAS_LENT: Cell<bool> = const { Cell::new(false) };
    static LENT: RefCell<Vec<Tensor>> = RefCell::new(Vec::new());
}

/// While C calls Rust, what hooks have lent is in use: calls made there do not take it back.
struct Inside;

impl Inside {
    fn new() -> Inside {
        DEPTH.with(|depth| depth.set(depth.get() + 1));
        Inside
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        DEPTH.with(|depth| depth.set(depth.get() - 1));
    }
}

/// What a hook lends to the call that has led to it.
fn lend(tensor: Tensor) {
    HAS_LENT.with(|has| has.set(true));
    LENT.with(|lent| lent.borrow_mut().push(tensor));
}

/// Called at the end of every call: outside of functions that C calls, nothing is lent any more.
#[inline]
pub(crate) fn take_back() {
    if HAS_LENT.with(Cell::get) && DEPTH.with(Cell::get) == 0 {
        HAS_LENT.with(|has| has.set(false));
        LENT.with(|lent| lent.take());
    }
}

/// A text for C, which takes a NUL for the end.
fn without_nul(text: &str) -> Result<CString> {
    c_text(&text.replace('\0', "\u{FFFD}"))
}

/// An error as C has it. C writes the class before the text, so the text loses what C would write before
/// an empty one.
fn given(error: Error) -> sys::ct_error {
    let function = Some(&error.function).filter(|name| !name.is_empty());
    let function = function.and_then(|name| without_nul(name).ok());
    let made = |text: &str| {
        let text = without_nul(text).unwrap_or_default();
        unsafe { sys::ct_error_new_text(error.class.0, text_pointer(&function), text.as_ptr()) }
    };
    let before = Error::take(made("")).text;
    made(error.text.strip_prefix(&before).unwrap_or(&error.text))
}

/// Calls the function with tensors that it may keep, and gives what it returns, at most `len` tensors or
/// exactly as many, in new handles: of the callback's scope, if there is one.
unsafe fn answer(
    context: *mut sys::c_void,
    (inputs, split): (Vec<*const sys::ct_tensor>, usize),
    (results, len, all): (*mut *mut sys::ct_tensor, usize, bool),
) -> sys::ct_error {
    let _inside = Inside::new();
    let was = enter();
    let inputs: Vec<_> = inputs.into_iter().map(|raw| Tensor::retained(raw as *mut _)).collect();
    let answer = leave(was, call(context, &inputs, split));
    let answer = match answer {
        Ok(tensors) if tensors.len() > len || all && tensors.len() != len => {
            let text = format!("the function of Rust returns {} tensors, not {len}", tensors.len());
            return given(Error::value(&text));
        }
        Ok(tensors) => tensors,
        Err(error) => return given(error),
    };
    for (i, tensor) in answer.iter().enumerate().filter(|(_, tensor)| tensor.is_defined()) {
        *results.add(i) = sys::ct_tensor_retain(tensor.raw());
    }
    null()
}

unsafe fn list<T>(at: *const *mut T, len: i64) -> Vec<*const T> {
    (0..len as usize).map(|i| *at.add(i) as *const T).collect()
}

pub(crate) unsafe extern "C" fn call_tensor_hook(
    grad: *const sys::ct_tensor,
    context: *mut sys::c_void,
    replacement: *mut *mut sys::ct_tensor,
) -> sys::ct_error {
    answer(context, (vec![grad], 1), (replacement, 1, false))
}

pub(crate) unsafe extern "C" fn call_leaf_hook(
    leaf: *mut sys::ct_tensor,
    context: *mut sys::c_void,
) -> sys::ct_error {
    answer(context, (vec![leaf], 1), (null_mut(), 0, false))
}

pub(crate) unsafe extern "C" fn call_function(
    inputs: *const *mut sys::ct_tensor,
    inputs_len: i64,
    context: *mut sys::c_void,
    outputs: *mut *mut sys::ct_tensor,
    outputs_len: i64,
) -> sys::ct_error {
    let inputs = list(inputs, inputs_len);
    let split = inputs.len();
    answer(context, (inputs, split), (outputs, outputs_len as usize, true))
}

pub(crate) unsafe extern "C" fn call_closure(
    context: *mut sys::c_void,
    loss: *mut *mut sys::ct_tensor,
) -> sys::ct_error {
    answer(context, (vec![], 0), (loss, 1, true))
}

/// Calls a function that may replace tensors, and gives each new one, and where it belongs, to `replace`:
/// also a tensor that the function returns as it was, since its handle is another reference.
unsafe fn replace(
    context: *mut sys::c_void,
    inputs: (Vec<*const sys::ct_tensor>, usize),
    len: i64,
    replace: impl Fn(usize, *mut sys::ct_tensor),
) -> sys::ct_error {
    let mut new = match room(len) {
        Ok(new) => new,
        Err(error) => return given(error),
    };
    let error = answer(context, inputs, (new.as_mut_ptr(), new.len(), false));
    for (i, new) in new.into_iter().enumerate().filter(|(_, new)| !new.is_null()) {
        replace(i, new);
    }
    error
}

/// The new inputs belong to no scope, which could end before the call does.
pub(crate) unsafe extern "C" fn call_forward_pre_hook(
    _: *mut sys::ct_module,
    inputs: *mut *const sys::ct_tensor,
    inputs_len: i64,
    context: *mut sys::c_void,
) -> sys::ct_error {
    let given = list(inputs as *const *mut sys::ct_tensor, inputs_len);
    let (was, split) = (enter(), given.len());
    let error = replace(context, (given, split), inputs_len, |i, new| {
        *inputs.add(i) = new;
        lend(Tensor::own(new));
    });
    sys::ct_unscoped_leave(was);
    error
}

/// The hook releases the outputs that it replaces.
pub(crate) unsafe extern "C" fn call_forward_hook(
    _: *mut sys::ct_module,
    inputs: *const *const sys::ct_tensor,
    inputs_len: i64,
    outputs: *mut *mut sys::ct_tensor,
    outputs_len: i64,
    context: *mut sys::c_void,
) -> sys::ct_error {
    let mut given = list(inputs as *const *mut sys::ct_tensor, inputs_len);
    given.extend(list(outputs, outputs_len));
    replace(context, (given, inputs_len as usize), outputs_len, |i, new| {
        sys::ct_tensor_free(std::mem::replace(&mut *outputs.add(i), new));
    })
}
