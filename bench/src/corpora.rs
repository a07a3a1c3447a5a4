//! The lists of URLs: real ones from a folder, or generated from a seed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The number of generated URLs.
const MADE: usize = 100_000;

/// The number of URLs in a quick run.
const QUICK: usize = 5_000;

pub(crate) struct Corpora {
    /// Links of the web, nearly all https.
    pub(crate) weblinks: Corpus,
    /// The ten schemes of RFC 1738, shuffled.
    pub(crate) mixed: Corpus,
}

pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    /// The origin of the texts.
    pub(crate) origin: String,
    /// One URL per line, contiguous in memory, as after reading a file.
    text: String,
}

impl Corpora {
    pub(crate) fn load(folder: Option<&Path>, quick: bool) -> io::Result<Self> {
        let most = if quick { QUICK } else { usize::MAX };
        Ok(Self {
            weblinks: Corpus::load(folder, "weblinks", anyurl_bench_texts::weblinks, most)?,
            mixed: Corpus::load(folder, "mixed", anyurl_bench_texts::mixed, most)?,
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

    /// Writes the URLs into a file of this folder, for other processes; returns its path.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        let path = folder.join(self.name).with_extension("txt");
        fs::write(&path, &self.text)?;
        Ok(path)
    }

    /// Writes a file of at least this size by repeating the URLs; returns its number of lines. The file is in the page
    /// cache afterwards.
    pub(crate) fn write_repeated(&self, path: &Path, bytes: usize) -> io::Result<usize> {
        let mut file = BufWriter::new(File::create(path)?);
        let text = self.text.clone() + "\n";
        let times = bytes.div_ceil(text.len());
        for _ in 0..times {
            file.write_all(text.as_bytes())?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(times * self.urls().len())
    }

    /// The average length of a URL.
    pub(crate) fn mean(&self) -> f64 {
        let urls = self.urls();
        urls.iter().map(|url| url.len()).sum::<usize>() as f64 / urls.len().max(1) as f64
    }
}
