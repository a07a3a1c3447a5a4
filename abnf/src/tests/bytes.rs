//! An automaton or skeleton that is read from bytes is the one that was written; other bytes are rejected, or read as
//! something.

use anyurl_testkit::Rng;

use super::random::{grammars, texts};
use crate::{Capture, Dfa, GrammarSource, RuleSet, Skeleton};

fn readings(dfa: &Dfa, texts: &[Vec<u8>]) -> Vec<String> {
    let reading = |text: &Vec<u8>| {
        let mut spans = vec![None; dfa.captures()];
        let outcome = dfa.scan(&dfa.start(), text, 0, &mut spans);
        format!("{outcome:?} {spans:?}")
    };
    texts.iter().map(reading).collect()
}

#[test]
fn read_automata_match_alike() {
    let texts = texts();
    for (text, grammar, _) in grammars(9309, 500) {
        let bytes = grammar.dfa().to_bytes();
        let read = Dfa::from_bytes(&bytes).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(read.to_bytes(), bytes, "{text}");
        assert_eq!(readings(&read, &texts), readings(grammar.dfa(), &texts), "{text}");
    }
}

#[test]
fn altered_bytes_do_not_panic() {
    let texts = texts();
    let mut rng = Rng::new(1993);
    let (mut rejected, mut read) = (0, 0);
    for (_, grammar, _) in grammars(2718, 200) {
        let bytes = grammar.dfa().to_bytes();
        for end in 0..bytes.len() {
            assert!(Dfa::from_bytes(&bytes[..end]).is_none());
        }
        for _ in 0..100 {
            let mut altered = bytes.clone();
            let at = rng.below(altered.len());
            altered[at] = rng.below(256).try_into().unwrap();
            match Dfa::from_bytes(&altered) {
                None => rejected += 1,
                Some(dfa) => {
                    readings(&dfa, &texts);
                    read += 1;
                }
            }
        }
    }
    assert!(rejected > 1_000 && read > 1_000, "{rejected} {read}");
}

#[test]
fn skeletons_are_read_as_written() {
    let captures = ["host", "user", "port", "queue", "star", "none"].map(|name| Capture::implied(name, name, &[]));
    let rest = "queue = 1*ALPHA\nstar = \"*\"\nmark = \"!\" / \"?\"";
    let mut rng = Rng::new(13);
    for rule in ["hostport \"/\" queue [ \"?\" star ]", "login", "host star", "[ host ] \"/\"", "queue mark queue2"] {
        let text = format!("t = \"x-t://\" {rule}\nqueue2 = ALPHA\n{rest}");
        let skeleton =
            Skeleton::new(&GrammarSource::new(&text).imports(&[RuleSet::Rfc1738]).captures(&captures)).unwrap();
        let bytes = skeleton.to_bytes();
        assert_eq!(Skeleton::from_bytes(&bytes), Some(skeleton), "{rule}");
        for end in 0..bytes.len() {
            assert_eq!(Skeleton::from_bytes(&bytes[..end]), None);
        }
        for _ in 0..1_000 {
            let mut altered = bytes.clone();
            let at = rng.below(altered.len());
            altered[at] = rng.below(256).try_into().unwrap();
            let _ = Skeleton::from_bytes(&altered);
        }
    }
}
