//! An automaton that is read from bytes is the one that was written, and so are its labels; other bytes are rejected,
//! or read as something.

use anyurl_testkit::Rng;

use super::random::{grammars, texts};
use crate::{Dfa, Labels};

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
    assert!(rejected > 500 && read > 500, "{rejected} {read}");
}

#[test]
fn read_labels_describe_alike() {
    let texts = texts();
    for (text, grammar, _) in grammars(1517, 300) {
        let bytes = grammar.labels().to_bytes();
        let read = Labels::from_bytes(&bytes).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(read.to_bytes(), bytes, "{text}");
        let dfa = grammar.dfa();
        for wrong in &texts {
            let Err(mismatch) = dfa.scan(&dfa.start(), wrong, 0, &mut []) else { continue };
            let described = |labels: &Labels| {
                let located = labels.locate_error(dfa, &dfa.start(), (wrong, 0), mismatch);
                let expected = labels.expected(dfa, located.state);
                (located, expected.required().2, expected.items(), expected.rule().to_owned())
            };
            assert_eq!(described(&read), described(grammar.labels()), "{text}");
        }
    }
}

#[test]
fn altered_labels_do_not_panic() {
    let texts = texts();
    let mut rng = Rng::new(1738);
    let (mut rejected, mut read) = (0, 0);
    for (_, grammar, _) in grammars(4096, 100) {
        let (dfa, bytes) = (grammar.dfa(), grammar.labels().to_bytes());
        for end in 0..bytes.len() {
            assert!(Labels::from_bytes(&bytes[..end]).is_none());
        }
        for _ in 0..100 {
            let mut altered = bytes.clone();
            let at = rng.below(altered.len());
            altered[at] = rng.below(256).try_into().unwrap();
            let Some(labels) = Labels::from_bytes(&altered) else {
                rejected += 1;
                continue;
            };
            read += 1;
            for text in &texts {
                let Err(mismatch) = dfa.scan(&dfa.start(), text, 0, &mut []) else { continue };
                let located = labels.locate_error(dfa, &dfa.start(), (text, 0), mismatch);
                let expected = labels.expected(dfa, located.state);
                let _ = (expected.items(), expected.required(), expected.rule());
            }
        }
    }
    assert!(rejected > 500 && read > 500, "{rejected} {read}");
}
