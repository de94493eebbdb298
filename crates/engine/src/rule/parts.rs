//! The direct parts of words, in the order in which the rules list them: what is inside which word is said here, once for
//! shared and for exclusive references.

use super::{Cells, Condition, Directions, If, Number, Regions};

macro_rules! word_parts {
    ($Part:ident, $Visitor:ident, $iter:ident, $doc:literal $(, $mutable:tt)?) => {
        #[doc = $doc]
        pub enum $Part<'a> {
            /// A set of cells.
            Cells(&'a $($mutable)? Cells),
            /// Regions.
            Regions(&'a $($mutable)? Regions),
            /// Directions.
            Directions(&'a $($mutable)? Directions),
            /// A number.
            Number(&'a $($mutable)? Number),
            /// A condition.
            Condition(&'a $($mutable)? Condition),
        }

        /// The callback for each part.
        pub type $Visitor<'d> = &'d mut dyn FnMut($Part<'_>);

        impl $Part<'_> {
            /// Calls `go` for every part of the word.
            pub fn each(&$($mutable)? self, go: $Visitor<'_>) {
                match self {
                    $Part::Cells(word) => Self::of_cells(word, go),
                    $Part::Regions(word) => Self::of_regions(word, go),
                    $Part::Directions(word) => Self::of_directions(word, go),
                    $Part::Number(word) => Self::of_number(word, go),
                    $Part::Condition(word) => Self::of_condition(word, go),
                }
            }

            fn of_cells(word: &$($mutable)? Cells, go: $Visitor<'_>) {
                match word {
                    Cells::Row(of) | Cells::Column(of) | Cells::Not(of) => go($Part::Cells(of)),
                    Cells::Adjacent(of, ways) | Cells::Shift(of, ways) => Self::pair(of, ways, go),
                    Cells::Regions(of) => go($Part::Regions(of)),
                    Cells::And(parts) | Cells::Or(parts) | Cells::BySide(parts) => {
                        parts.$iter().for_each(|part| go($Part::Cells(part)));
                    }
                    Cells::If(choice) => Self::choice(choice, $Part::Cells, go),
                    Cells::Where(word) => {
                        go($Part::Cells(&$($mutable)? word.of));
                        go($Part::Condition(&$($mutable)? word.when));
                    }
                    Cells::Enclosed(word) => Self::pair(&$($mutable)? word.of, &$($mutable)? word.ways, go),
                    Cells::Line(word) => Self::pair(&$($mutable)? word.of, &$($mutable)? word.ways, go),
                    Cells::Ring(word) => Self::pair(&$($mutable)? word.of, &$($mutable)? word.ways, go),
                    Cells::Group(word) => {
                        go($Part::Cells(&$($mutable)? word.of));
                        word.at.$iter().for_each(|at| go($Part::Cells(at)));
                        go($Part::Number(&$($mutable)? word.size));
                        go($Part::Directions(&$($mutable)? word.ways));
                    }
                    Cells::Connected(word) => {
                        go($Part::Cells(&$($mutable)? word.of));
                        go($Part::Regions(&$($mutable)? word.regions));
                        go($Part::Directions(&$($mutable)? word.ways));
                    }
                    Cells::Ray(word) => {
                        Self::pair(&$($mutable)? word.start, &$($mutable)? word.ways, go);
                        go($Part::Cells(&$($mutable)? word.through));
                        word.until.$iter().for_each(|until| go($Part::Cells(until)));
                        word.length.$iter().for_each(|length| go($Part::Number(length)));
                    }
                    Cells::Fixed(_)
                    | Cells::Of(_)
                    | Cells::Empty
                    | Cells::Everywhere
                    | Cells::Kind(_)
                    | Cells::At(_)
                    | Cells::Ranks { .. }
                    | Cells::Center
                    | Cells::Shade(_)
                    | Cells::Here
                    | Cells::Marked(_)
                    | Cells::To
                    | Cells::Origin
                    | Cells::Just
                    | Cells::Moved
                    | Cells::Visited
                    | Cells::Last { .. }
                    | Cells::Open
                    | Cells::Announced
                    | Cells::Revealed => {}
                }
            }

            fn of_regions(word: &$($mutable)? Regions, go: $Visitor<'_>) {
                match word {
                    Regions::Edges { .. } | Regions::Corners => {}
                    Regions::List(parts) => parts.$iter().for_each(|part| go($Part::Cells(part))),
                    Regions::If(choice) => Self::choice(choice, $Part::Regions, go),
                    Regions::BySide(parts) => parts.$iter().for_each(|part| go($Part::Regions(part))),
                }
            }

            fn of_directions(word: &$($mutable)? Directions, go: $Visitor<'_>) {
                match word {
                    Directions::Heading(word) => {
                        go($Part::Cells(&$($mutable)? word.start));
                        go($Part::Cells(&$($mutable)? word.end));
                        go($Part::Directions(&$($mutable)? word.ways));
                    }
                    Directions::Opposite(of) | Directions::Not(of) => go($Part::Directions(of)),
                    Directions::And(parts) | Directions::Or(parts) | Directions::BySide(parts) => {
                        parts.$iter().for_each(|part| go($Part::Directions(part)));
                    }
                    Directions::If(choice) => Self::choice(choice, $Part::Directions, go),
                    Directions::Fixed(_)
                    | Directions::Every
                    | Directions::Orthogonal
                    | Directions::Diagonal
                    | Directions::Forward
                    | Directions::Dir(_)
                    | Directions::PlyHeading => {}
                }
            }

            fn of_number(word: &$($mutable)? Number, go: $Visitor<'_>) {
                match word {
                    Number::Count(of) => go($Part::Cells(of)),
                    Number::Groups(of, ways) => Self::pair(of, ways, go),
                    Number::Distance(word) => {
                        go($Part::Cells(&$($mutable)? word.start));
                        go($Part::Cells(&$($mutable)? word.end));
                        go($Part::Cells(&$($mutable)? word.through));
                        go($Part::Directions(&$($mutable)? word.ways));
                    }
                    Number::Sum(parts) | Number::BySide(parts) => parts.$iter().for_each(|part| go($Part::Number(part))),
                    Number::Minus(left, right) => {
                        go($Part::Number(left));
                        go($Part::Number(right));
                    }
                    Number::If(choice) => Self::choice(choice, $Part::Number, go),
                    Number::Whole(_) | Number::Captured(_) | Number::Score(_) | Number::Hand(..) | Number::Rolled => {}
                }
            }

            fn of_condition(word: &$($mutable)? Condition, go: $Visitor<'_>) {
                match word {
                    Condition::Cells(cells) => go($Part::Cells(cells)),
                    Condition::Some(part) | Condition::No(part) => go($Part::Condition(part)),
                    Condition::All(parts) | Condition::Any(parts) | Condition::BySide(parts) => {
                        parts.$iter().for_each(|part| go($Part::Condition(part)));
                    }
                    Condition::Compare(left, _, right) => {
                        go($Part::Number(left));
                        go($Part::Number(right));
                    }
                    Condition::If(choice) => Self::choice(choice, $Part::Condition, go),
                    Condition::Quiet { .. } | Condition::Repeats(_) | Condition::NoPly { .. } => {}
                }
            }

            /// Cells and directions from them.
            pub fn pair(of: &$($mutable)? Cells, ways: &$($mutable)? Directions, go: $Visitor<'_>) {
                go($Part::Cells(of));
                go($Part::Directions(ways));
            }

            fn choice<'a, T>(
                choice: &'a $($mutable)? If<T>,
                part: impl Fn(&'a $($mutable)? T) -> $Part<'a>,
                go: $Visitor<'_>,
            ) {
                go($Part::Condition(&$($mutable)? choice.when));
                go(part(&$($mutable)? choice.then));
                choice.otherwise.$iter().for_each(|otherwise| go(part(otherwise)));
            }
        }
    };
}

word_parts!(WordPart, PartVisitor, iter, "A word to look at.");
word_parts!(WordPartMut, PartVisitorMut, iter_mut, "A word to change.", mut);

impl WordPart<'_> {
    /// Calls `see` for every set of cells in the word, a word before its parts.
    fn cells(&self, see: &mut dyn FnMut(&Cells)) {
        if let WordPart::Cells(word) = self {
            see(word);
        }
        self.each(&mut |part| part.cells(see));
    }
}

/// Calls `see` for every set of cells in a condition, a word before its parts, in the order in which the rules list them.
pub fn cells_in(word: &Condition, see: &mut impl FnMut(&Cells)) {
    WordPart::Condition(word).cells(see);
}

/// The same for every set of cells in a set of cells, itself among them.
pub fn cells_of(word: &Cells, see: &mut impl FnMut(&Cells)) {
    WordPart::Cells(word).cells(see);
}

/// The same for every set of cells in a set of directions.
pub fn ways_of(word: &Directions, see: &mut impl FnMut(&Cells)) {
    WordPart::Directions(word).cells(see);
}
