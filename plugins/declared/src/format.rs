//! The registry file: what stands in it, and where.
