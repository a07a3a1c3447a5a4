//! Operations on parsed URLs, compared with those of the peers: what the three files of P10 have in common.

use std::hint::black_box;

use anyurl_bench_rounds::{Pass, over};

use crate::corpora::Corpus;
use crate::report::{CELLS, Goal, Report, Wanted, cells};

/// The limit and aim for the time of each peer, as a multiple of anyurl's.
const WANTED: Wanted = Wanted::AtLeast(1.0, 2.0);

/// A text that anyurl, `fluent-uri` and `url` accept, as each of them parses it.
pub(crate) struct Parsed<'t> {
    pub(crate) text: &'t str,
    pub(crate) anyurl: anyurl::Url<'t>,
    pub(crate) fluent: fluent_uri::Uri<&'t str>,
    pub(crate) url: url::Url,
}

/// The texts of a list that all three accept.
pub(crate) fn parsed(corpus: &Corpus) -> Vec<Parsed<'_>> {
    let parse = |text| {
        let anyurl = anyurl::parse(text).ok()?;
        let fluent = fluent_uri::Uri::parse(text).ok()?;
        Some(Parsed { text, anyurl, fluent, url: url::Url::parse(text).ok()? })
    };
    corpus.urls().into_iter().filter_map(parse).collect()
}

/// An operation of a contestant on inputs of type `I`.
pub(crate) struct Operation<'w, I> {
    about: About,
    pass: Pass<'w, I>,
    text: Text<'w, I>,
}

/// The text of the result; `None` if there is none.
type Text<'w, I> = Box<dyn Fn(&I) -> Option<String> + 'w>;

#[derive(Clone, Copy)]
struct About {
    name: &'static str,
    /// The operation of anyurl that does the same, by its place among the operations.
    like: usize,
    /// Set if the time is a target: what is compared, and the peer.
    target: Option<(&'static str, &'static str)>,
}

impl<'w, I> Operation<'w, I> {
    /// An operation that is compared with the one at the place `like`. `run` returns a text, or a value with one.
    pub(crate) fn new<T: ToString>(name: &'static str, like: usize, run: impl Fn(&I) -> Option<T> + Copy + 'w) -> Self {
        let pass = move |inputs: &[I]| {
            for input in inputs {
                drop(black_box(run(black_box(input))));
            }
        };
        let text = move |input: &I| Some(run(input)?.to_string());
        Self { about: About { name, like, target: None }, pass: Box::new(pass), text: Box::new(text) }
    }

    /// Makes the ratio a target.
    pub(crate) fn target(mut self, what: &'static str, peer: &'static str) -> Self {
        self.about.target = Some((what, peer));
        self
    }
}

/// Runs operations on inputs that all of them accept; reports their times, and how many results differ
/// from anyurl's.
pub(crate) fn contest<I>(
    corpus: &Corpus,
    inputs: Vec<I>,
    operations: Vec<Operation<'_, I>>,
    rounds: usize,
    to: &mut Report,
) {
    let all = inputs.len();
    let inputs: Vec<I> =
        inputs.into_iter().filter(|one| operations.iter().all(|run| (run.text)(one).is_some())).collect();
    let others: Vec<usize> =
        operations.iter().map(|own| other_texts(&inputs, own, &operations[own.about.like])).collect();
    let (about, mut passes): (Vec<_>, Vec<_>) = operations.into_iter().map(|own| (own.about, own.pass)).unzip();
    let times = over(&inputs, rounds, &mut passes);
    let row = |n: usize| {
        let [each, median, noise, ratio] = cells(&times[n], &times[about[n].like], inputs.len());
        [about[n].name.to_owned(), each, median, noise, ratio, others[n].to_string()]
    };
    let head = format!("{}, {} of {all}", corpus.name, inputs.len());
    let [each, median, noise] = CELLS;
    to.table([&head, each, median, noise, "times anyurl", "other texts"], (0..times.len()).map(row));
    for (own, About { like, target, .. }) in times.iter().zip(about) {
        let Some((what, peer)) = target else { continue };
        to.noise("P10", peer, own.noise());
        to.goal(Goal {
            what: format!("P10: {what}, {}, `{peer}` against anyurl", corpus.name),
            is: own.ratio(&times[like]),
            wanted: WANTED,
            unit: "x",
        });
    }
}

/// The number of inputs for which the results differ.
fn other_texts<I>(inputs: &[I], own: &Operation<'_, I>, ours: &Operation<'_, I>) -> usize {
    inputs.iter().filter(|input| (own.text)(input) != (ours.text)(input)).count()
}
