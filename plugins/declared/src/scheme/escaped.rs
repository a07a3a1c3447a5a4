//! Matches a character as its escapes.

use anyurl_core::authors::escape;

use anyurl_abnf::Matcher;

/// Matches the escapes of a character, one for each byte at its offset. Leaves the matcher unchanged on failure.
pub(super) fn step_escaped<const N: usize>(scan: &mut Matcher<'_, N>, found: char, place: usize) -> bool {
    let mut ahead = scan.clone();
    let mut buffer = [0; 4];
    let bytes = found.encode_utf8(&mut buffer).bytes();
    let all = bytes.zip(place..).all(|(byte, place)| {
        let mut escape = escape::escape(byte).into_iter();
        escape.all(|byte| ahead.step(byte, place))
    });
    if all {
        *scan = ahead;
    }
    all
}
