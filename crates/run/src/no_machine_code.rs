//! In place of `machine_code` where Cranelift is left out (the feature `native`): every lane is interpreted.

use lusory_compile::Program;

/// There is none.
#[derive(Debug)]
pub(crate) enum NativeCode {}

impl NativeCode {
    pub fn size(&self) -> usize {
        match *self {}
    }
}

/// None is.
pub(crate) fn is_offered(_: &Program) -> bool {
    false
}

pub(crate) fn native_code(_: &Program) -> Option<NativeCode> {
    None
}
