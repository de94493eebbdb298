//! A match between two settings of the search, for tuning: pairs of games from the same random opening, seats swapped.
//!
//! ```text
//! cargo run --release --example tune -- --pairs 100 --simulations 500 "" "rave=off,explore=0.7" susan.json hex.json
//! ```
//!
//! The first setting's score is printed for each game and for all: 0.5 is equal; with two standard errors.

use lusory_engine::machine::{Machine, Position, compile};
use lusory_engine::stream::Stream;
use lusory_search::limits::Limits;
use lusory_search::mcts::Mcts;
use lusory_search::options::Options;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Plies drawn at random before the players begin.
const OPENING: u64 = 2;
/// Longer games are drawn.
const LIMIT: usize = 600;

#[derive(Clone, Copy)]
struct Setting {
    options: Options,
    /// Times as many simulations.
    factor: f64,
}

struct SearchTask {
    settings: [Setting; 2],
    limits: Limits,
    pairs: u64,
    threads: usize,
    seed: u64,
}

fn main() {
    let mut task = SearchTask {
        settings: [Setting { options: Options::default(), factor: 1.0 }; 2],
        limits: Limits::simulations(500),
        pairs: 50,
        threads: 1,
        seed: 1,
    };
    let (mut settings, mut files) = (0, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
        match argument.as_str() {
            "--pairs" => task.pairs = number() as u64,
            "--simulations" => task.limits = Limits::simulations(number() as u64),
            "--seconds" => task.limits = Limits::time(Duration::from_secs_f64(number())),
            "--threads" => task.threads = number() as usize,
            "--seed" => task.seed = number() as u64,
            text if settings < 2 => {
                task.settings[settings] = setting(text);
                settings += 1;
            }
            _ => files.push(argument),
        }
    }
    let mut all = Vec::new();
    for file in files {
        let Some(machine) = std::fs::read_to_string(&file).ok().and_then(|text| compile(&text).ok()) else {
            println!("{file}: no program");
            continue;
        };
        let (points, spent) = contest(machine.as_ref(), &task);
        tell(file.rsplit('/').next().unwrap_or(&file), &points, spent);
        all.extend(points);
    }
    tell("all", &all, [Duration::ZERO; 2]);
}

fn setting(text: &str) -> Setting {
    let mut setting = Setting { options: Options::default(), factor: 1.0 };
    for (key, value) in text.split(',').filter_map(|part| part.split_once('=')) {
        let number = value.parse::<f64>().unwrap_or(-1.0);
        let options = &mut setting.options;
        match key {
            "explore" => options.exploration = number,
            "rave" => options.rave = (number >= 0.0).then_some(number),
            "reference" => options.grave_visits = number as u32,
            "first" => options.first_play_urgency = number,
            "expand" => options.expansion_visits = number as u32,
            "peek" => options.detect_endings = number > 0.0,
            "cut" => options.max_playout_plies = number as u32,
            "factor" => setting.factor = number,
            _ => println!("{key}: no option"),
        }
    }
    setting
}

/// For each pair the first setting's points, from 0 to 2; and the time of each setting.
fn contest(machine: &dyn Machine, task: &SearchTask) -> (Vec<f64>, [Duration; 2]) {
    let (next, outcomes) = (AtomicU64::new(0), Mutex::new((Vec::new(), [Duration::ZERO; 2])));
    let work = || {
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= task.pairs {
                return;
            }
            let mut spent = [Duration::ZERO; 2];
            let points: f64 = (0..2).map(|seat| game(machine, task, pair, seat, &mut spent)).sum();
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes.0.push(points);
                (0..2).for_each(|player| outcomes.1[player] += spent[player]);
            }
        }
    };
    std::thread::scope(|scope| (0..task.threads).for_each(|_| drop(scope.spawn(work))));
    outcomes.into_inner().unwrap_or_default()
}

/// The points of the first setting, which sits in this seat.
fn game(machine: &dyn Machine, task: &SearchTask, pair: u64, seat: usize, spent: &mut [Duration; 2]) -> f64 {
    let mut stream = Stream::new(task.seed, pair);
    let mut position = machine.start();
    let mut searches: [Option<Mcts<dyn Position>>; 2] = [None, None];
    let mut plies = 0;
    for ply in 0..LIMIT {
        if position.result().is_some() {
            break;
        }
        let mover = position.to_move();
        let id = if mover < 0 || plies < OPENING {
            plies += u64::from(mover >= 0);
            random(position.as_ref(), &mut stream)
        } else {
            let contestant = usize::from(mover as usize != seat);
            let started = Instant::now();
            let id = choose(&mut searches[contestant], &position, task, contestant, pair * 1000 + ply as u64);
            spent[contestant] += started.elapsed();
            id
        };
        let Some((after, _)) = id.and_then(|id| position.play(id)) else { break };
        for search in &mut searches {
            let follows = search.as_mut().is_some_and(|search| id.is_some_and(|id| search.advance(id) == Ok(true)));
            if !follows {
                *search = None;
            }
        }
        position = after;
    }
    position.result().map_or(0.5, |ending| ending.values[seat])
}

fn random(position: &dyn Position, stream: &mut Stream) -> Option<u32> {
    position.select(stream.below(NonZeroU64::new(position.count())?))
}

fn choose(
    search: &mut Option<Mcts<dyn Position>>,
    position: &Arc<dyn Position>,
    task: &SearchTask,
    contestant: usize,
    seed: u64,
) -> Option<u32> {
    let Setting { options, factor } = task.settings[contestant];
    let mut search_of = match search.take() {
        Some(search) => search,
        None => Mcts::new(position.clone(), Options { seed, memory: 64 << 20, ..options }).ok()?,
    };
    let simulations = task.limits.simulations.map(|number| (number as f64 * factor) as u64);
    search_of.run(Limits { simulations, ..task.limits }, &AtomicBool::new(false));
    let best = search_of.report()?.best;
    *search = Some(search_of);
    best
}

fn tell(name: &str, points: &[f64], spent: [Duration; 2]) {
    let n = points.len().max(1) as f64;
    let mean = points.iter().sum::<f64>() / n / 2.0;
    let variance = points.iter().map(|p| (p / 2.0 - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let [own_time, other] = spent.map(|time| time.as_secs_f64());
    let ratio = if other > 0.0 { own_time / other } else { 1.0 };
    println!("{name:24} {mean:.3} ± {:.3} of {} games, time {ratio:.2}", 2.0 * (variance / n).sqrt(), 2 * points.len());
}
