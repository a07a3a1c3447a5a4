//! Masks computed with NEON, 16 bytes at a time, and gathered from 64.
//!
//! The `unsafe` code relies on two facts: the aarch64 targets that this file is compiled for have NEON, and loads read
//! only from arrays. One instruction is written in assembler.
#![allow(unsafe_code, reason = "vector loads and target features; see above")]

use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vceqq_u8, vceqzq_u8, vdupq_n_u8, vget_lane_u64, vgetq_lane_u64, vld1q_u8, vorrq_u8,
    vqtbl1q_u8, vreinterpret_u64_u8, vreinterpretq_u16_u8, vreinterpretq_u64_u8, vshrn_n_u16, vshrq_n_u8,
};
use core::arch::asm;

use super::WordMasks;
use super::baseline::{LANE, Register, Registers};
use super::tables::{BIT, HOST_BYTES, PATH_BYTES};

/// For each byte of a register, the bit of a mask that it becomes: of eight bytes at a time.
static PLACES: [u8; LANE] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Neon(uint8x16_t);

impl Register for Neon {
    #[inline(always)]
    fn load(bytes: &[u8; LANE]) -> Self {
        // SAFETY: the target has NEON.
        Self(unsafe { load(bytes) })
    }

    #[inline(always)]
    fn masks(bytes: Registers<Self>) -> WordMasks {
        // SAFETY: the target has NEON.
        unsafe { masks(bytes.map(|Self(bytes)| bytes)) }
    }
}

/// The masks of 64 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn masks(bytes: Registers<uint8x16_t>) -> WordMasks {
    let rows = bytes.map(|bytes| vqtbl1q_u8(load(&BIT), vshrq_n_u8(bytes, 4)));
    let columns = bytes.map(|bytes| vandq_u8(bytes, vdupq_n_u8(0x0F)));
    WordMasks {
        non_host: bits(missing(&HOST_BYTES, columns, rows)),
        non_path: bits(missing(&PATH_BYTES, columns, rows)),
        percents: any(equal(bytes, b'%')),
        dots: bits(equal(bytes, b'.')),
        hyphens: bits(equal(bytes, b'-')),
        hashes: any(equal(bytes, b'#')),
    }
}

/// All bits of each byte that is not in `set`: the low four bits of a byte, its column, select the rows in which the set
/// contains it.
#[inline]
#[target_feature(enable = "neon")]
fn missing(
    set: &[u8; LANE],
    columns: Registers<uint8x16_t>,
    [a, b, c, d]: Registers<uint8x16_t>,
) -> Registers<uint8x16_t> {
    let [of_a, of_b, of_c, of_d] = columns.map(|columns| vqtbl1q_u8(load(set), columns));
    let found = [vandq_u8(of_a, a), vandq_u8(of_b, b), vandq_u8(of_c, c), vandq_u8(of_d, d)];
    found.map(|found| vceqzq_u8(found))
}

/// All bits of each byte that equals `wanted`.
#[inline]
#[target_feature(enable = "neon")]
fn equal(bytes: Registers<uint8x16_t>, wanted: u8) -> Registers<uint8x16_t> {
    bytes.map(|bytes| vceqq_u8(bytes, vdupq_n_u8(wanted)))
}

/// A bit for each byte, of which all bits are equal.
#[inline]
#[target_feature(enable = "neon")]
fn bits(bytes: Registers<uint8x16_t>) -> u64 {
    let [a, b, c, d] = bytes.map(|bytes| vandq_u8(bytes, load(&PLACES)));
    // Each sum joins the bits of two neighbours, so that three of them make a byte from eight.
    let fours = add_pairs(add_pairs(a, b), add_pairs(c, d));
    vgetq_lane_u64(vreinterpretq_u64_u8(add_pairs(fours, fours)), 0)
}

/// The sums of neighbours: those of `a`, then those of `b`. This is `vpaddq_u8`, which the compiler (LLVM 22) turns into
/// three instructions, because it sees that the summands have no bit in common.
#[inline]
#[target_feature(enable = "neon")]
fn add_pairs(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    let sums;
    // SAFETY: the instruction reads and writes nothing but these registers.
    unsafe {
        asm!(
            "addp {sums:v}.16b, {a:v}.16b, {b:v}.16b",
            sums = lateout(vreg) sums, a = in(vreg) a, b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

/// Nonzero if any byte is, of which all bits are equal.
#[inline]
#[target_feature(enable = "neon")]
fn any([a, b, c, d]: Registers<uint8x16_t>) -> u64 {
    let any = vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
    vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(any), 4)), 0)
}

/// Loads 16 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[u8; LANE]) -> uint8x16_t {
    // SAFETY: the array has 16 bytes, and the instruction needs no alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}
