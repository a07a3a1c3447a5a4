//! Log-log plots as SVG, which show how a cost grows.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// A plot of several curves.
pub(crate) struct Plot {
    /// The file name, without extension.
    pub(crate) file: &'static str,
    pub(crate) title: &'static str,
    /// The labels of the axes.
    pub(crate) axes: (&'static str, &'static str),
    pub(crate) curves: Vec<Curve>,
}

/// A name, and points from left to right.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

const COLORS: [RGBColor; 6] = [
    RGBColor(0x1b, 0x6c, 0xa8),
    RGBColor(0xd1, 0x49, 0x5b),
    RGBColor(0x2e, 0x8b, 0x57),
    RGBColor(0xed, 0xae, 0x49),
    RGBColor(0x6a, 0x4c, 0x93),
    RGBColor(0x55, 0x55, 0x55),
];

impl Plot {
    pub(crate) fn draw(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let area = SVGBackend::new(path, (720, 420)).into_drawing_area();
        area.fill(&WHITE)?;
        let xs = self.points().map(|point| point.0);
        let ys = self.points().map(|point| point.1);
        let (left, right) = bounds(xs);
        let (below, above) = bounds(ys);
        let mut chart = ChartBuilder::on(&area)
            .caption(self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d((left..right).log_scale(), (below / 1.5..above * 1.5).log_scale())?;
        chart.configure_mesh().x_desc(self.axes.0).y_desc(self.axes.1).light_line_style(WHITE).draw()?;
        for (curve, color) in self.curves.iter().zip(COLORS.into_iter().cycle()) {
            let line = LineSeries::new(curve.points.iter().copied(), color.stroke_width(2)).point_size(3);
            let key = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2));
            chart.draw_series(line)?.label(&curve.name).legend(key);
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.2))
            .draw()?;
        area.present()?;
        Ok(())
    }

    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.curves.iter().flat_map(|curve| curve.points.iter().copied())
    }
}

/// The minimum and maximum.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, 0.0), |(least, most), value| (least.min(value), value.max(most)))
}
