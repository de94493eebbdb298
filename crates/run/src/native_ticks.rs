//! Ticks of one lane by machine code (`lusory-native`).

use crate::bank::{Bank, TicksPlayed};
use crate::draw::GroupMember;
use crate::machine_code::Operator;
use crate::vector::One;
use lusory_native::TickContext;

impl<const W: usize> Bank<One, W, 1> {
    /// Plays a tick, of the ply that is given (of none where that is None), else of one at random. `false` where there is
    /// no machine code.
    pub fn tick_native(&mut self, body: usize, given: Option<Option<GroupMember>>) -> bool {
        self.run_native(body, 1, given, |_, _, _| ()).is_some()
    }

    /// Plays ticks until the game is over, or so many were played. None where there is no machine code.
    /// `note` is told after each tick its body, all rows, and what was drawn: the number of the word, and the bit.
    #[inline(always)]
    pub fn run_native(
        &mut self,
        body: usize,
        most: u64,
        given: Option<Option<GroupMember>>,
        mut note: impl FnMut(usize, &[u64], (usize, u64)),
    ) -> Option<TicksPlayed> {
        let native = self.program.native()?;
        let memory = self.memory.as_mut_ptr();
        let mut operator = Operator {
            memory,
            rows: self.memory.len(),
            ways: &self.ways,
            decoded: &self.decoded,
            groups: self.groups.as_mut_ptr(),
            tables: self.groups.len(),
            program: &self.program,
        };
        let member = given.flatten();
        let mut context = TickContext {
            given: given.is_some().into(),
            word: member.map_or(0, |member| (member.group * W) as u64 + u64::from(member.place / 64)),
            bit: member.map_or(0, |member| 1 << (member.place % 64)),
            noted: (&raw mut self.noted[0]).cast(),
            operator: (&raw mut operator).cast(),
        };
        #[expect(unsafe_code, reason = "machine code is called")]
        // SAFETY: a row of one lane is one word (`One` is transparent, and so are arrays of one); the pointers are what the
        // helpers expect.
        let (ticks, next) = unsafe {
            let rows = std::slice::from_raw_parts_mut(memory.cast::<u64>(), self.memory.len());
            let stream = &mut *(&raw mut self.streams).cast::<[u64; 4]>();
            native.run(body, most, rows, stream, &mut context, |body, rows, context| {
                note(body, rows, (context.word as usize, context.bit));
            })
        };
        self.drawn = Some((context.word as usize, context.bit));
        Some(TicksPlayed { ticks, next })
    }
}
