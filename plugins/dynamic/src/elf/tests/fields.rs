//! A library written by hand, with fields changed: which values are accepted, and what is said of the others.

use super::mutants::{Field, put};
use super::*;

/// What is changed, the new values, and a part of the error; empty if the file is accepted.
type Row<'r> = (&'r str, &'r [(Field, u64)], &'r str);

/// The address of the first byte of the file.
const BASE: u64 = 0x10_0000;
/// A multiple of the page size of every machine.
const PAGE: usize = 0x1_0000;

// The fields of the file header that are changed.
const CLASS: Field = (4, 1);
const BYTE_ORDER: Field = (5, 1);
const FILE_TYPE: Field = (16, 2);
const MACHINE: Field = (18, 2);
const SECTIONS_AT: Field = (40, 8);
const SEGMENT_COUNT: Field = (56, 2);
const SECTION_COUNT: Field = (60, 2);
const SECTION_NAMES: Field = (62, 2);

// The parts of the first segment, and their offsets.
const HEADERS: usize = 0x40;
const STRINGS: usize = 0x200;
const SYMBOLS: usize = 0x300;
const HASH: usize = 0x400;
const DYNAMIC: usize = 0x500;
const SECTIONS: usize = 0x700;
const FIRST_LEN: usize = 0x1000;
/// The second segment is the page after that of the first.
const SECOND_LEN: usize = 0x800;

const STRING_TABLE: &[u8] = b"\0locator_plugin_entry\0libc.so.6\0x.so\0/libc.so.6\0libexample.so\0";
/// Entries of the dynamic table; the last three end it.
const ENTRIES: usize = 9;
/// The first of those three, which tests set.
const FREE: usize = 6;

fn name(text: &str) -> u64 {
    let found = STRING_TABLE.windows(text.len() + 2).position(|one| one == format!("\0{text}\0").as_bytes());
    found.expect("a name of the table") as u64 + 1
}

/// The changes that give the table one more entry, with a name.
fn named(entry: elf::DynamicTag, text: &str) -> [(Field, u64); 2] {
    [(tag(FREE), entry.0.cast_unsigned()), (value(FREE), name(text))]
}

// The program headers: two segments, the dynamic table, and the headers themselves.
const FIRST: usize = 0;
const SECOND: usize = 1;
const DYNAMIC_SEGMENT: usize = 2;
const PHDR: usize = 3;

const KIND_OF: Field = (0, 4);
const OFFSET: Field = (8, 8);
const ADDRESS: Field = (16, 8);
const IN_FILE: Field = (32, 8);
const IN_MEMORY: Field = (40, 8);
const ALIGN: Field = (48, 8);

fn segment(n: usize, (at, len): Field) -> Field {
    (HEADERS + n * 56 + at, len)
}

fn tag(n: usize) -> Field {
    (DYNAMIC + n * 16, 8)
}

fn value(n: usize) -> Field {
    (DYNAMIC + n * 16 + 8, 8)
}

// The sections after the empty one.
const SYMBOL_SECTION: usize = 1;
const DYNAMIC_SECTION: usize = 2;
const STRING_SECTION: usize = 3;

const SECTION_KIND: Field = (4, 4);
const SECTION_ADDRESS: Field = (16, 8);
const SECTION_OFFSET: Field = (24, 8);
const SECTION_LEN: Field = (32, 8);
const SECTION_LINK: Field = (40, 4);

fn section(n: usize, (at, len): Field) -> Field {
    (SECTIONS + n * 64 + at, len)
}

const SECOND_SYMBOL: usize = SYMBOLS + 24;

fn address(offset: usize) -> u64 {
    BASE + offset as u64
}

/// A library with the entry point of a plugin.
fn by_hand() -> Vec<u8> {
    let mut bytes = vec![0; PAGE + SECOND_LEN];
    bytes[..8].copy_from_slice(b"\x7FELF\x02\x01\x01\0");
    bytes[STRINGS..STRINGS + STRING_TABLE.len()].copy_from_slice(STRING_TABLE);
    let header = [
        (FILE_TYPE, 3),
        (MACHINE, machines(ARCH)[0].0.into()),
        ((20, 4), 1),
        ((32, 8), HEADERS as u64),
        (SECTIONS_AT, SECTIONS as u64),
        ((52, 2), 64),
        ((54, 2), 56),
        (SEGMENT_COUNT, 4),
        ((58, 2), 64),
        (SECTION_COUNT, 4),
        (SECTION_NAMES, STRING_SECTION as u64),
    ];
    let table_len = (ENTRIES * 16) as u64;
    let segments = [
        [elf::PT_LOAD.0.into(), 0, FIRST_LEN as u64, FIRST_LEN as u64, PAGE as u64],
        [elf::PT_LOAD.0.into(), PAGE as u64, SECOND_LEN as u64, 0x1000, PAGE as u64],
        [elf::PT_DYNAMIC.0.into(), DYNAMIC as u64, table_len, table_len, 8],
        [elf::PT_PHDR.0.into(), HEADERS as u64, 4 * 56, 4 * 56, 8],
    ];
    let segments = segments.into_iter().enumerate().flat_map(|(n, [kind, offset, in_file, in_memory, align])| {
        let fields = [
            (KIND_OF, kind),
            (OFFSET, offset),
            (ADDRESS, BASE + offset),
            (IN_FILE, in_file),
            (IN_MEMORY, in_memory),
            (ALIGN, align),
        ];
        fields.map(|(field, value)| (segment(n, field), value))
    });
    let entries = [
        (elf::DT_STRTAB, address(STRINGS)),
        (elf::DT_STRSZ, STRING_TABLE.len() as u64),
        (elf::DT_SYMTAB, address(SYMBOLS)),
        (elf::DT_SYMENT, 24),
        (elf::DT_HASH, address(HASH)),
        (elf::DT_SONAME, name("x.so")),
    ];
    let entries = entries.into_iter().enumerate();
    let entries = entries.flat_map(|(n, (kind, number))| [(tag(n), kind.0.cast_unsigned()), (value(n), number)]);
    // One bucket, and a chain of two symbols.
    let hash = [((HASH, 4), 1), ((HASH + 4, 4), 2), ((HASH + 8, 4), 1)];
    let symbol = [((SECOND_SYMBOL, 4), 1), ((SECOND_SYMBOL + 4, 1), 0x12), ((SECOND_SYMBOL + 6, 2), 1)];
    let sections = [
        (SYMBOL_SECTION, 11, SYMBOLS, 48),
        (DYNAMIC_SECTION, 6, DYNAMIC, table_len),
        (STRING_SECTION, 3, STRINGS, STRING_TABLE.len() as u64),
    ];
    let sections = sections.into_iter().flat_map(|(n, kind, offset, len)| {
        let fields = [
            (SECTION_KIND, kind),
            (SECTION_ADDRESS, address(offset)),
            (SECTION_OFFSET, offset as u64),
            (SECTION_LEN, len),
            (SECTION_LINK, STRING_SECTION as u64),
        ];
        fields.map(|(field, value)| (section(n, field), value))
    });
    for (field, value) in header.into_iter().chain(segments).chain(entries).chain(hash).chain(symbol).chain(sections) {
        put(&mut bytes, field, value);
    }
    bytes
}

fn check_rows(rows: &[Row<'_>]) {
    for (what, changes, expect) in rows {
        let mut bytes = by_hand();
        for (field, value) in *changes {
            put(&mut bytes, *field, *value);
        }
        match (check(&bytes, &LoadPolicy::new()), *expect) {
            (Ok(()), "") => {}
            (Err(error), expect) if !expect.is_empty() && error.to_string().contains(expect) => {}
            (found, expect) => panic!("{what}: {found:?}, not {expect:?}"),
        }
    }
}

#[test]
fn headers() {
    check_rows(&[
        ("the library", &[], ""),
        ("another file", &[((0, 1), 0)], "not an ELF file"),
        ("32 bits", &[(CLASS, 1)], "32 bits"),
        ("the other byte order", &[(BYTE_ORDER, 2), (FILE_TYPE, 0x300)], "the other byte order"),
        ("another machine", &[(MACHINE, 0xFE00)], "65024"),
        ("a program", &[(FILE_TYPE, 2)], "a program or an object file"),
        ("an object file", &[(FILE_TYPE, 1)], "a program or an object file"),
    ]);
}

#[test]
fn segments() {
    const GIB: u64 = 1 << 30;
    let page = PAGE as u64;
    let second_at = |address: u64| (segment(SECOND, ADDRESS), address);
    check_rows(&[
        ("no segment", &[(segment(FIRST, KIND_OF), 0), (segment(SECOND, KIND_OF), 0)], "no segment to load"),
        ("too many", &[(SEGMENT_COUNT, 0xFFFF)], "too many segments"),
        ("an interpreter", &[(segment(PHDR, KIND_OF), elf::PT_INTERP.0.into())], "a program"),
        ("a segment after the file", &[(segment(SECOND, IN_FILE), SECOND_LEN as u64 + 1)], "truncated"),
        ("smaller in memory", &[(segment(FIRST, IN_MEMORY), FIRST_LEN as u64 - 1)], "cannot be mapped"),
        ("an alignment that is no power of two", &[(segment(FIRST, ALIGN), 3 * page)], "cannot be mapped"),
        ("an alignment below the page", &[(segment(FIRST, ALIGN), 0)], ""),
        ("another offset in the page", &[second_at(BASE + page + 8)], "cannot be mapped"),
        ("the end of the addresses", &[second_at(0_u64.wrapping_sub(page))], "cannot be mapped"),
        ("the next page", &[second_at(BASE + page)], ""),
        ("the same page", &[second_at(BASE)], "two segments overlap"),
        ("a page that is shared", &[(segment(FIRST, IN_MEMORY), page + 1)], "two segments overlap"),
        ("a page that is not shared", &[(segment(FIRST, IN_MEMORY), page)], ""),
        ("before the first", &[second_at(BASE - page)], "two segments overlap"),
        ("1 GiB", &[second_at(BASE + GIB - page)], ""),
        ("more than 1 GiB", &[second_at(BASE + GIB)], "1 GiB"),
        ("no dynamic table", &[(segment(DYNAMIC_SEGMENT, KIND_OF), 0)], "missing, repeated or misplaced"),
        ("two tables", &[(segment(PHDR, KIND_OF), elf::PT_DYNAMIC.0.into())], "missing, repeated or misplaced"),
        ("a table elsewhere in the file", &[(segment(DYNAMIC_SEGMENT, OFFSET), DYNAMIC as u64 + 16)], "misplaced"),
        ("no program header table", &[(segment(PHDR, KIND_OF), 0)], ""),
        (
            "another program header table",
            &[(segment(PHDR, OFFSET), HEADERS as u64 + 56), (segment(PHDR, ADDRESS), address(HEADERS + 56))],
            "misplaced",
        ),
    ]);
}

#[test]
fn the_dynamic_table() {
    let gnu_hash = [
        (tag(4), elf::DT_GNU_HASH.0.cast_unsigned()),
        // One bucket, the first symbol in it, one word of the filter, and one chain of one symbol.
        ((HASH + 4, 4), 1),
        ((HASH + 8, 4), 1),
        ((HASH + 12, 4), 0),
        ((HASH + 16, 8), 0),
        ((HASH + 24, 4), 1),
        ((HASH + 28, 4), 1),
    ];
    let others: Vec<_> = (FREE + 1..ENTRIES).map(|n| (tag(n), elf::DT_NEEDED.0.cast_unsigned())).collect();
    let unterminated = [&named(elf::DT_NEEDED, "libc.so.6")[..], &others].concat();
    let misaligned: Vec<_> = {
        let at = (DYNAMIC + 2) as u64;
        [(segment(DYNAMIC_SEGMENT, OFFSET), at), (segment(DYNAMIC_SEGMENT, ADDRESS), BASE + at)].into()
    };
    let strings_at = |offset: usize, len: usize| [(value(0), address(offset)), (value(1), len as u64)];
    let symbols_at = |offset: usize| [(value(2), address(offset))];
    check_rows(&[
        ("no end", &unterminated, "not terminated"),
        ("not aligned", &misaligned, "not terminated"),
        ("an unknown tag", &[(tag(FREE), 0x6000_0000)], "unknown entry"),
        ("a tag twice", &[(tag(FREE), elf::DT_SONAME.0.cast_unsigned())], "occurs twice"),
        ("one of the processor", &[(tag(FREE), 0x7000_0001)], ""),
        ("the last of the processor", &[(tag(FREE), 0x7000_00FF)], ""),
        ("after those of the processor", &[(tag(FREE), 0x7000_0100)], "unknown entry"),
        ("no strings", &[(tag(0), 0x7000_0001)], "no string table"),
        ("no length of the strings", &[(tag(1), 0x7000_0001)], "no string table"),
        ("strings up to the end of a segment", &strings_at(STRINGS, FIRST_LEN - STRINGS), "overlaps another one"),
        ("strings after a segment", &strings_at(STRINGS, FIRST_LEN - STRINGS + 1), "no string table"),
        ("strings at the end of a segment", &strings_at(FIRST_LEN, 0), "no string table"),
        ("strings up to the table", &strings_at(STRINGS, DYNAMIC - STRINGS), "the sections differ"),
        ("strings that overlap the table", &strings_at(STRINGS, DYNAMIC - STRINGS + 1), "overlaps another one"),
        ("strings from the end of the table", &strings_at(DYNAMIC + ENTRIES * 16, 8), "the sections differ"),
        ("strings from the last byte of the table", &strings_at(DYNAMIC + ENTRIES * 16 - 1, 8), "overlaps another one"),
        ("no symbols", &[(tag(2), 0x7000_0001)], "no symbol table"),
        ("symbols of another size", &[(value(3), 16)], "no symbol table"),
        ("symbols up to the table", &symbols_at(DYNAMIC - 48), "the sections differ"),
        ("symbols that overlap the table", &symbols_at(DYNAMIC - 40), "overlaps another one"),
        ("no number of symbols", &[(tag(4), 0x7000_0001)], "no symbol table"),
        ("a hash table after the segment", &[(value(4), address(FIRST_LEN))], "no symbol table"),
        ("more symbols than bytes", &[((HASH + 4, 4), 0x1000)], "no symbol table"),
        ("the other hash table", &gnu_hash, ""),
        ("only the first symbol", &[((HASH + 4, 4), 1)], "the sections differ"),
    ]);
}

#[test]
fn names() {
    let twice = [
        &named(elf::DT_NEEDED, "libc.so.6")[..],
        &[(tag(FREE + 1), elf::DT_NEEDED.0.cast_unsigned()), (value(FREE + 1), name("libc.so.6"))],
    ];
    check_rows(&[
        ("the C library", &named(elf::DT_NEEDED, "libc.so.6"), ""),
        ("the same twice", &twice.concat(), ""),
        ("a path", &named(elf::DT_NEEDED, "/libc.so.6"), "`/libc.so.6`, which the policy does not allow"),
        ("another library", &named(elf::DT_NEEDED, "libexample.so"), "`libexample.so`, which the policy"),
        ("an empty name", &[(tag(FREE), 1), (value(FREE), 0)], "``, which the policy"),
        ("a name after the strings", &[(tag(FREE), 1), (value(FREE), 0x1000)], "outside the string table"),
        (
            "a name after 4 GiB",
            &[(tag(FREE), 1), (value(FREE), 1 << 32 | name("libc.so.6"))],
            "outside the string table",
        ),
        ("a search path", &named(elf::DT_RPATH, "x.so"), "search path: `x.so`"),
        ("the other search path", &named(elf::DT_RUNPATH, "x.so"), "search path: `x.so`"),
        ("an auxiliary library", &named(elf::DT_AUXILIARY, "x.so"), "the library `x.so`"),
        ("a filter", &named(elf::DT_FILTER, "libc.so.6"), "the library `libc.so.6`"),
        ("an audit", &named(elf::DT_AUDIT, "libc.so.6"), "the library `libc.so.6`"),
        ("an audit of others", &named(elf::DT_DEPAUDIT, "libc.so.6"), "the library `libc.so.6`"),
        ("an entry point of another name", &[((SECOND_SYMBOL, 4), name("x.so"))], "no function"),
        ("an entry point of another library", &[((SECOND_SYMBOL + 6, 2), 0)], "no function"),
        ("data in place of the entry point", &[((SECOND_SYMBOL + 4, 1), 0x11)], "no function"),
    ]);
}

/// A policy allows names of libraries, not places.
#[test]
fn an_allowed_path() {
    for name in ["/libc.so.6", "libc.so.6", "libexample.so"] {
        let mut bytes = by_hand();
        for (field, value) in named(elf::DT_NEEDED, name) {
            put(&mut bytes, field, value);
        }
        let found = check(&bytes, &LoadPolicy::new().allow_library(name));
        let is_expected = match name {
            "libc.so.6" => found.is_ok(),
            "/libc.so.6" => matches!(found, Err(LoadErrorKind::Needed(_))),
            _ => matches!(found, Err(LoadErrorKind::NotLoaded(_))),
        };
        assert!(is_expected, "{name}: {found:?}");
    }
}

#[test]
fn sections() {
    let differ = "the sections differ";
    let one_symbol = [((HASH + 4, 4), 0), (section(SYMBOL_SECTION, SECTION_LEN), 24)];
    check_rows(&[
        ("none", &[(SECTION_COUNT, 0), (SECTIONS_AT, 0), (SECTION_NAMES, 0)], ""),
        ("no dynamic table", &[(section(DYNAMIC_SECTION, SECTION_KIND), 1)], differ),
        ("no symbols", &[(section(SYMBOL_SECTION, SECTION_KIND), 1)], differ),
        ("two tables", &[(section(STRING_SECTION, SECTION_KIND), 6)], differ),
        ("another table", &[(section(DYNAMIC_SECTION, SECTION_OFFSET), DYNAMIC as u64 + 16)], differ),
        ("a table at another address", &[(section(DYNAMIC_SECTION, SECTION_ADDRESS), BASE)], differ),
        ("a table of another length", &[(section(DYNAMIC_SECTION, SECTION_LEN), 16)], differ),
        ("other symbols", &[(section(SYMBOL_SECTION, SECTION_OFFSET), SYMBOLS as u64 + 24)], differ),
        ("symbols at another address", &[(section(SYMBOL_SECTION, SECTION_ADDRESS), BASE)], differ),
        ("more symbols", &[(section(SYMBOL_SECTION, SECTION_LEN), 72)], differ),
        ("more symbols than can be looked up, if none can", &one_symbol, "no function"),
        ("strings of the table", &[(section(DYNAMIC_SECTION, SECTION_LINK), 1)], differ),
        ("strings of the symbols", &[(section(SYMBOL_SECTION, SECTION_LINK), 1)], differ),
        ("other strings", &[(section(STRING_SECTION, SECTION_OFFSET), SYMBOLS as u64)], differ),
        ("no strings", &[(section(DYNAMIC_SECTION, SECTION_LINK), 9)], differ),
    ]);
}
