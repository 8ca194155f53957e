//! Small line plots in SVG, for both light and dark pages.

use std::fmt::Write;

/// One line of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) dashed: bool,
    pub(crate) colour: usize,
    /// In order of x.
    pub(crate) points: Vec<(f64, f64)>,
}

/// How the vertical axis runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Linear,
    Logarithmic,
}

const COLOURS: [&str; 2] = ["#1f6feb", "#d1742a"];
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;

/// The plot as a document.
pub(crate) fn lines(
    title: &str,
    x_label: &str,
    y_label: &str,
    axis: Axis,
    all: &[Series],
) -> String {
    let points = || all.iter().flat_map(|series| &series.points);
    let fold = |pick: fn(&(f64, f64)) -> f64, start: f64, with: fn(f64, f64) -> f64| {
        points().map(pick).fold(start, with)
    };
    let (x_least, x_most) =
        (fold(|p| p.0, f64::INFINITY, f64::min), fold(|p| p.0, f64::NEG_INFINITY, f64::max));
    let (least, most) =
        (fold(|p| p.1, f64::INFINITY, f64::min), fold(|p| p.1, f64::NEG_INFINITY, f64::max));
    let ticks = ticks(axis, least, most);
    let scale = |value: f64| if axis == Axis::Linear { value } else { value.max(1e-9).log10() };
    let (bottom, top) =
        (scale(*ticks.first().unwrap_or(&0.0)), scale(*ticks.last().unwrap_or(&1.0)));
    let x = |value: f64| {
        let span = if x_most > x_least { x_most - x_least } else { 1.0 };
        LEFT + (value - x_least) / span * (WIDTH - LEFT - RIGHT)
    };
    let y = |value: f64| {
        let span = if top > bottom { top - bottom } else { 1.0 };
        HEIGHT - BOTTOM - (scale(value) - bottom) / span * (HEIGHT - TOP - BOTTOM)
    };

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#777\">\n"
    );
    let mut put = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(svg, "{text}"); // Writing to a string does not fail.
    };
    put(format_args!("<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>", escape(title)));
    let right = WIDTH - RIGHT;
    for tick in &ticks {
        let at = y(*tick);
        put(format_args!(
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#8884\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{tick}</text>",
            LEFT - 6.0,
            at + 4.0
        ));
    }
    let mut marks: Vec<f64> = points().map(|point| point.0).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    for mark in marks {
        put(format_args!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
            x(mark),
            HEIGHT - BOTTOM + 16.0
        ));
    }
    put(format_args!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(LEFT, right),
        HEIGHT - 10.0,
        escape(x_label)
    ));
    let middle = HEIGHT / 2.0;
    put(format_args!(
        "<text transform=\"rotate(-90 16 {middle})\" x=\"16\" y=\"{middle}\" \
         text-anchor=\"middle\">{}</text>",
        escape(y_label)
    ));
    for (index, series) in all.iter().enumerate() {
        let colour = COLOURS[series.colour % COLOURS.len()];
        let dash = if series.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let path: Vec<String> = series
            .points
            .iter()
            .map(|point| format!("{:.1} {:.1}", x(point.0), y(point.1)))
            .collect();
        put(format_args!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
            path.join("L")
        ));
        for point in &series.points {
            put(format_args!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                x(point.0),
                y(point.1)
            ));
        }
        let at = TOP + 18.0 * index as f64;
        put(format_args!(
            "<path d=\"M{} {at}h20\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/><text x=\"{}\" \
             y=\"{}\">{}</text>",
            right + 8.0,
            right + 32.0,
            at + 4.0,
            escape(&series.name)
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Round values that enclose the data.
fn ticks(axis: Axis, least: f64, most: f64) -> Vec<f64> {
    if !least.is_finite() || !most.is_finite() {
        return vec![0.0, 1.0];
    }
    if axis == Axis::Logarithmic {
        let from = least.max(1e-6).log10().floor() as i32;
        let to = (most.max(1e-6).log10().ceil() as i32).max(from + 1);
        // A negative power in f64 has a tail of digits; its quotient has not.
        let power = |n: i32| if n < 0 { 1.0 / 10f64.powi(-n) } else { 10f64.powi(n) };
        return (from..=to).map(power).collect();
    }
    let rough = (most.max(1e-9) / 5.0).log10().floor();
    let power = 10f64.powf(rough);
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| step * 5.0 >= most)
        .unwrap_or(power);
    let round = |value: f64| (value / power).round() * power;
    (0..=5).map(|n| (round(f64::from(n) * step) * 1e6).round() / 1e6).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_enclose_the_data() {
        for (axis, least, most) in [
            (Axis::Linear, 0.3, 7.9),
            (Axis::Linear, 0.0, 0.0),
            (Axis::Linear, 5.0, 123_456.0),
            (Axis::Logarithmic, 0.03, 250.0),
            (Axis::Logarithmic, 1.0, 1.0),
        ] {
            let ticks = ticks(axis, least, most);
            assert!(ticks[0] <= least && *ticks.last().unwrap() >= most, "{ticks:?}");
        }
    }

    #[test]
    fn a_plot_has_all_lines() {
        let series = |colour| Series {
            name: format!("a<{colour}"),
            dashed: colour == 1,
            colour,
            points: vec![(1.0, 2.0), (8.0, 3.0)],
        };
        let svg = lines("t", "x", "y", Axis::Linear, &[series(0), series(1)]);
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("a&lt;1") && svg.ends_with("</svg>\n"));
    }
}
