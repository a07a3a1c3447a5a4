//! The lists of URLs: real ones from a folder, or made from a seed.

use std::fs;
use std::io;
use std::path::Path;

/// How many URLs are made where there is no folder.
const MADE: usize = 100_000;

/// A quick run takes so many.
const QUICK: usize = 5_000;

pub(crate) struct Corpora {
    /// Links of the web, nearly all https.
    pub(crate) weblinks: Corpus,
    /// The ten schemes of RFC 1738, shuffled.
    pub(crate) mixed: Corpus,
}

pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    /// Where they come from.
    pub(crate) origin: String,
    /// One a line: side by side in memory, as a program that reads a file has them.
    text: String,
}

impl Corpora {
    pub(crate) fn load(folder: Option<&Path>, quick: bool) -> io::Result<Self> {
        let most = if quick { QUICK } else { usize::MAX };
        Ok(Self {
            weblinks: Corpus::load(folder, "weblinks", locator_bench_texts::weblinks, most)?,
            mixed: Corpus::load(folder, "mixed", locator_bench_texts::mixed, most)?,
        })
    }
}

impl Corpus {
    fn load(
        folder: Option<&Path>,
        name: &'static str,
        make: fn(usize) -> Vec<String>,
        most: usize,
    ) -> io::Result<Self> {
        let Some(folder) = folder else {
            let text = make(MADE.min(most)).join("\n");
            let origin = "made from a seed (`bench/texts`)".to_owned();
            return Ok(Self { name, origin, text });
        };
        let file = format!("{name}.txt");
        let path = folder.join(&file);
        let whole = fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        let lines: Vec<&str> = whole.lines().filter(|line| !line.is_empty()).take(most).collect();
        let text = lines.join("\n");
        let origin = format!("`{file}` of the folder that was named");
        Ok(Self { name, origin, text })
    }

    pub(crate) fn urls(&self) -> Vec<&str> {
        self.text.lines().collect()
    }

    /// As a file of URLs.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Bytes of one URL, on average.
    pub(crate) fn mean(&self) -> f64 {
        let urls = self.urls();
        urls.iter().map(|url| url.len()).sum::<usize>() as f64 / urls.len().max(1) as f64
    }
}
