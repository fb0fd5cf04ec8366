use crate::prelude::*;

/// A value of any type: what state dicts, checkpoints and samples are made of.
pub struct Value(sys::ct_value);

unsafe impl Send for Value {}

impl Default for Value {
    /// Python's None.
    fn default() -> Self {
        Value(unsafe { zeroed() })
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        unsafe { sys::ct_value_free(&mut self.0) }
    }
}

impl Value {
    pub fn raw(&self) -> *const sys::ct_value {
        &self.0
    }

    pub fn raw_mut(&mut self) -> *mut sys::ct_value {
        &mut self.0
    }

    pub(crate) fn borrow(&self) -> sys::ct_value {
        unsafe { sys::ct_value_borrow(&self.0) }
    }

    pub(crate) fn copied(borrowed: &sys::ct_value) -> Result<Value> {
        let mut copy = Value::default();
        check(enter(), unsafe { sys::ct_value_copy(borrowed, &mut copy.0) })?;
        Ok(copy)
    }

    /// A copy of a value that C made, which cannot fail unless there is no memory.
    fn new(borrowed: sys::ct_value) -> Value {
        Value::copied(&borrowed).expect("memory for a value")
    }

    pub fn list(items: Vec<Value>) -> Value {
        let mut list = Value(unsafe { sys::ct_value_list_new() });
        items.iter().for_each(|item| list.list_append(item).expect("memory for a value"));
        list
    }

    pub fn dict(items: Vec<(&str, Value)>) -> Value {
        let mut dict = Value(unsafe { sys::ct_value_dict_new() });
        items.into_iter().for_each(|(key, value)| {
            dict.dict_set(&Value::from(key), &value).expect("memory for a value");
        });
        dict
    }
}

pub(crate) fn value_pointer<'a>(value: impl Into<Option<&'a Value>>) -> *const sys::ct_value {
    value.into().map_or(null(), Value::raw)
}

pub(crate) fn values(values: &[&Value]) -> Vec<sys::ct_value> {
    values.iter().map(|value| value.borrow()).collect()
}

macro_rules! values {
    ($($rust:ty, $it:ident => $made:expr;)*) => {
        $(impl From<$rust> for Value {
            fn from($it: $rust) -> Value {
                Value::new(unsafe { $made })
            }
        })*
    };
}
values! {
    bool, it => sys::ct_value_bool(it);
    i32, it => sys::ct_value_int(it.into());
    i64, it => sys::ct_value_int(it);
    f64, it => sys::ct_value_float(it);
    Scalar, it => sys::ct_value_scalar(it);
    Device, it => sys::ct_value_device(it);
    Dtype, it => sys::ct_value_dtype(it.0);
    &Tensor, it => sys::ct_value_tensor(it.raw());
    &[i64], it => sys::ct_value_ints(sys::ct_ints { at: it.as_ptr(), len: it.len() as i64 });
    &[f64], it => sys::ct_value_floats(sys::ct_floats { at: it.as_ptr(), len: it.len() as i64 });
}

impl From<&str> for Value {
    /// Panics if the text has a NUL.
    fn from(it: &str) -> Value {
        let it = c_text(it).expect("a text without NUL");
        Value::new(unsafe { sys::ct_value_string(it.as_ptr()) })
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(it: Option<T>) -> Value {
        it.map_or(Value::default(), Into::into)
    }
}

impl<T: Copy + Into<Value>> From<&[Option<T>]> for Value {
    fn from(it: &[Option<T>]) -> Value {
        Value::list(it.iter().map(|item| (*item).into()).collect())
    }
}

impl<const N: usize> From<[i64; N]> for Value {
    fn from(it: [i64; N]) -> Value {
        Value::from(&it[..])
    }
}
