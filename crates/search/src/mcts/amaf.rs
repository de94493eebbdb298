//! RAVE and GRAVE (Gelly and Silver 2011, Cazenave 2015): a simulation updates the statistics of every ply made in it
//! later, by the same player, as if it had been made here. Plies are known by player and id.

use super::node::{Four, LANES, TreeNode};
use lusory_play::SIDES;
use lusory_play::{Made, Values};

/// Larger ids are not recorded.
const MOST: u32 = 1 << 22;
/// The most simulations summed; beyond it sums would lose precision.
const ENOUGH: u32 = 1 << 23;

/// The set of plies made from some point of a simulation on.
#[derive(Clone, Debug)]
pub(crate) struct SimulationPlies {
    /// For each id and player the simulation in which he made it last.
    marks: Vec<u32>,
    players: usize,
    /// The number of this simulation.
    now: u32,
}

impl SimulationPlies {
    /// For games of so many players.
    pub fn new(players: usize) -> Self {
        SimulationPlies { marks: Vec::new(), players, now: 0 }
    }

    /// Clears the set for a new simulation.
    pub fn begin(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.marks.clear();
            self.now = 1;
        }
    }

    /// Records a ply.
    #[inline]
    pub fn note(&mut self, made: Made) {
        let Ok(player) = usize::try_from(made.player) else { return };
        let place = made.id as usize * self.players + player;
        match self.marks.get_mut(place) {
            Some(mark) => *mark = self.now,
            None => self.note_first(made.id, place),
        }
    }

    /// Records a ply whose id is larger than all before, at `place`.
    #[cold]
    fn note_first(&mut self, id: u32, place: usize) {
        if id < MOST {
            self.marks.resize((id as usize + 1) * self.players.max(1), 0);
            let now = self.now;
            self.marks.get_mut(place).into_iter().for_each(|mark| *mark = now);
        }
    }

    /// Did this player make a ply with this id? Queries come in ascending order.
    #[inline]
    pub fn by(&self, player: usize) -> impl Fn(u32) -> bool {
        let (marks, now, players) = (self.marks.as_slice(), self.now, self.players);
        move |id| marks.get(id as usize * players + player).copied().unwrap_or(0) == now
    }

    /// Adds a simulation to the means of all plies of a node that were made in it, here or later.
    #[inline]
    pub(super) fn add_to(&self, node: &TreeNode, plies: &mut [Four], values: &Values) {
        if let Ok(player) = usize::try_from(node.player) {
            let (made, value) = (self.by(player), values[player % SIDES] as f32);
            plies.iter_mut().for_each(|four| four.add_amaf(&made, value));
        }
    }
}

impl Four {
    /// Adds the value of a simulation to those of four plies that were made in it, here or later.
    #[inline]
    fn add_amaf(&mut self, made: impl Fn(u32) -> bool, value: f32) {
        // Without a branch: which plies were made is unpredictable.
        let ones = self.ids.map(|id| u32::from(made(id)));
        for (lane, one) in ones.into_iter().enumerate() {
            let one = one & u32::from(self.amaf_visits[lane] < ENOUGH);
            self.amaf_visits[lane] += one;
            self.amaf_sums[lane] += value * one as f32;
        }
    }

    /// The AMAF statistics of four plies: visits and sums of values.
    #[inline]
    pub(super) fn amaf(&self) -> AmafStatistics {
        (self.amaf_visits, self.amaf_sums)
    }
}

/// AMAF statistics of four plies: visits and sums of values.
pub(super) type AmafStatistics = ([u32; LANES], [f32; LANES]);

/// The AMAF statistics that one node has for the plies of another; both ascend by id.
pub(super) fn amaf_of_shared_plies<'a>(
    amaf: &'a mut Vec<AmafStatistics>,
    here: &[Four],
    there: &'a [Four],
) -> &'a [AmafStatistics] {
    amaf.clear();
    let same = here.len() == there.len() && here.iter().zip(there).all(|(one, other)| one.ids == other.ids);
    if same {
        amaf.extend(there.iter().map(Four::amaf));
        return amaf;
    }
    let mut known = there.iter().flat_map(|four| (0..LANES).map(move |lane| (four, lane))).peekable();
    amaf.extend(here.iter().map(|four| {
        let mut found = AmafStatistics::default();
        for (lane, &id) in four.ids.iter().enumerate() {
            while known.next_if(|&(other, lane)| other.ids[lane] < id).is_some() {}
            if let Some((other, place)) = known.next_if(|&(other, lane)| other.ids[lane] == id) {
                (found.0[lane], found.1[lane]) = (other.amaf_visits[place], other.amaf_sums[place]);
            }
        }
        found
    }));
    amaf
}

#[cfg(test)]
mod tests {
    use super::*;
    use lusory_play::Candidate;

    #[test]
    fn plies_are_noted_by_player_and_forgotten_with_the_simulation() {
        let mut amaf = SimulationPlies::new(2);
        amaf.begin();
        [(0, 5), (1, 7), (-1, 9), (0, u32::MAX)].into_iter().for_each(|(player, id)| amaf.note(Made { player, id }));
        let has = |amaf: &SimulationPlies, id, player| amaf.by(player)(id);
        assert!(has(&amaf, 5, 0) && has(&amaf, 7, 1));
        assert!(!has(&amaf, 5, 1) && !has(&amaf, 9, 0) && !has(&amaf, u32::MAX, 0));
        amaf.begin();
        assert!(!has(&amaf, 5, 0));
    }

    fn fours(ids: &[u32]) -> Vec<Four> {
        let plies: Vec<Candidate> = ids.iter().map(|&id| Candidate { id, number: 0, ends: None }).collect();
        let mut fours: Vec<Four> = plies.chunks(LANES).map(|plies| Four::new(plies, 0)).collect();
        for four in &mut fours {
            four.amaf_visits = four.ids.map(|id| id.wrapping_mul(10));
            four.amaf_sums = four.ids.map(|id| id as f32);
        }
        fours
    }

    #[test]
    fn what_another_node_knows_stands_beside_the_plies_it_shares() {
        let here = [2, 3, 5, 8, 9];
        for there in [&[1, 2, 4, 5, 6, 7, 8, 11, 12][..], &[2, 3, 5, 8, 9], &[9], &[10], &[]] {
            let (mut amaf, own) = (vec![([1; LANES], [1.0; LANES])], fours(there));
            let found = amaf_of_shared_plies(&mut amaf, &fours(&here), &own);
            let shown = found.iter().flat_map(|(visits, sums)| visits.iter().copied().zip(sums.iter().copied()));
            let expected = here.map(|id| if there.contains(&id) { (id * 10, id as f32) } else { (0, 0.0) });
            assert!(shown.take(5).eq(expected), "{there:?}");
        }
    }

    #[test]
    fn no_ply_learns_for_ever_from_those_made_later() {
        let mut four = fours(&[1, 2, 3])[0];
        (four.amaf_visits, four.amaf_sums) = ([5, ENOUGH, 7, 0], [2.0; LANES]);
        four.add_amaf(|id| id != 3, 0.5);
        assert_eq!(four.amaf_visits[..3], [6, ENOUGH, 7]);
        assert_eq!(four.amaf_sums[..3], [2.5, 2.0, 2.0]);
    }
}
