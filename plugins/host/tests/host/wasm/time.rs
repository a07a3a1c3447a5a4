//! Fuel counts instructions, so that it limits time only if no instruction takes long.

use std::time::{Duration, Instant};

use super::answers::{AROUND, instructions};
use super::support::{Parts, registry};

/// The work of these grows with their operands.
const SIZED: &[&str] = &[
    "(call $locals)",
    "(call $parameters (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1)
       (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1)
       (i64.const 1))",
    "(call $operands)",
    "(call $deep (i32.const 50))",
    "(call $tail (i32.const 50))",
    "(call_indirect (i32.const 1))",
    "(memory.fill (i32.const 0) (i32.const 1) (i32.const 65536))",
    "(memory.copy (i32.const 0) (i32.const 65536) (i32.const 65536))",
    "(memory.copy (i32.const 1) (i32.const 0) (i32.const 65536))",
    "(memory.init $large (i32.const 0) (i32.const 0) (i32.const 4096))",
    "(table.fill $large (i32.const 0) (ref.func $called) (i32.const 10000))",
    "(table.copy $large $large (i32.const 1) (i32.const 0) (i32.const 9999))",
    "(block $a (block $b (br_table $a $b $a $b $a $b $a $b $a $b $a $b $a $b $a $b $a $b (local.get $n))))",
];

/// What the instructions need, apart from [`AROUND`].
fn around() -> String {
    let locals = "i64 ".repeat(256);
    let parameters = "i64 ".repeat(16);
    let pushed = "(i64.load (i32.const 0)) ".repeat(200);
    let summed = "i64.add ".repeat(199);
    let data = "a".repeat(4096);
    format!(
        "{AROUND} (data $large \"{data}\") (table $large 10000 funcref)
         (func $locals (local {locals})) (elem (table $table) (i32.const 1) func $locals)
         (func $parameters (param {parameters}))
         (func $operands (if (i32.load8_u (i32.const 100000)) (then {pushed} {summed} drop)))
         (func $deep (param $n i32) (local {locals})
           (if (local.get $n) (then (call $deep (i32.sub (local.get $n) (i32.const 1))))))
         (func $tail (param $n i32) (local {locals})
           (if (local.get $n) (then (return_call $tail (i32.sub (local.get $n) (i32.const 1))))))"
    )
}

/// The shortest time of a loop until its fuel runs out.
fn time(body: &str) -> Duration {
    let parse = format!("(loop $again {body} (br $again)) (unreachable)");
    let registry = registry(&Parts { more: &around(), parse: &parse, ..Parts::default() });
    let text = format!("x-note:{}", "a".repeat(1000));
    let run = |_| {
        let start = Instant::now();
        let error = registry.parse(&text).map(|_| ()).expect_err(body);
        let took = start.elapsed();
        assert!(error.requirement().text().contains("ran out of fuel"), "{body}: {error}");
        took
    };
    (0..9).map(run).min().unwrap_or_default()
}

/// Each kind of instruction uses its fuel within ten times of the time of an empty loop. The shortest of several times does
/// not depend on what else the machine does.
#[test]
#[ignore = "it measures times, which are those of users in a release build only: ci/thorough runs it"]
fn no_instruction_takes_much_longer_than_its_fuel() {
    let empty = time("");
    let all = instructions().into_iter().chain(SIZED.iter().map(|one| (*one).to_owned()));
    let mut times: Vec<_> = all.map(|body| (time(&body).as_secs_f64() / empty.as_secs_f64(), body)).collect();
    times.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    println!("an empty loop: {empty:?}; the slowest, by times of it:");
    for (ratio, body) in &times[..12] {
        println!("{ratio:5.2}  {body}");
    }
    assert!(times[0].0 <= 10.0, "{:?}", times[0]);
}
