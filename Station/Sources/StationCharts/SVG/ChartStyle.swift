/// The colors of charts, light and dark, and their style.
///
/// The station serves ``css`` as `charts.css`. Tokens `--st-chart-…` replace single colors.
public enum ChartStyle {
    /// A color for light surfaces and one for dark ones, as `#rrggbb`.
    public struct Color: Hashable, Sendable {
        public let light: String
        public let dark: String
    }

    /// The colors in the order of the series.
    public static let palette = [
        Color(light: "#168eff", dark: "#3278be"), Color(light: "#c87b00", dark: "#f2a634"),
        Color(light: "#75980b", dark: "#b4ce35"), Color(light: "#df1278", dark: "#fa4f96"),
        Color(light: "#8b47d7", dark: "#8b47d7"), Color(light: "#049f9a", dark: "#049f9a"),
        Color(light: "#0070f2", dark: "#0070f2"), Color(light: "#cc00dc", dark: "#f31ded"),
        Color(light: "#798c77", dark: "#8ea18c"), Color(light: "#da6c6c", dark: "#f28585"),
        Color(light: "#5d36ff", dark: "#7858ff"), Color(light: "#a68a5b", dark: "#a68a5b"),
    ]
    public static let increase = Color(light: "#30914c", dark: "#30914c")
    public static let decrease = Color(light: "#f53232", dark: "#f83030")
    public static let total = Color(light: "#758ca4", dark: "#6f89a1")
    /// The background of charts.
    public static let surface = Color(light: "#ffffff", dark: "#1d232a")

    /// The names of all paints with their colors.
    public static let paints: [(name: String, color: Color)] =
        palette.enumerated().map { index, color in (name: "\(index + 1)", color: color) }
        + [
            (name: "increase", color: increase), (name: "decrease", color: decrease), (name: "total", color: total),
            (name: "volume", color: total),
        ]

    public static let css: String = {
        let colors = paints.map { name, color in
            "  --chart-\(name): var(--st-chart-\(name), light-dark(\(color.light), \(color.dark)));"
        }
        let classes = paints.map { name, _ in
            ".chart-fill-\(name) { fill: var(--chart-\(name)); } .chart-stroke-\(name) { stroke: var(--chart-\(name)); }"
        }
        return ([head] + colors + ["}"] + classes + [rest]).joined(separator: "\n") + "\n"
    }()

    private static let head = """
        /* Charts. From ChartStyle.swift. */
        .chart {
          max-width: 100%; height: auto; print-color-adjust: exact;
          font: 12px var(--st-font, "Open Sans", system-ui, sans-serif); font-variant-numeric: tabular-nums;
          --chart-surface: var(--st-surface, light-dark(#ffffff, #1d232a));
          --chart-text: var(--st-text, light-dark(#131e29, #f5f6f7));
          --chart-label: var(--st-label, light-dark(#556b82, #8396a8));
          --chart-grid: var(--st-line, light-dark(#d9d9d9, #2e3742));
          --chart-focus: var(--st-focus, light-dark(#0032a5, #9ad3ff));
          --chart-limit: var(--st-negative, light-dark(#aa0808, #fa6161));
        """

    private static let rest = """
        /* A file of its own follows the system; within a page, a chart is as light or dark as the page. */
        .chart:root { color-scheme: light dark; }
        .chart-hatch { fill: none; stroke: var(--chart-surface); stroke-width: 1.5; stroke-linecap: round; stroke-opacity: 0.8; }
        .chart-mark { stroke: var(--chart-surface); stroke-width: 0.5; }
        [data-chart="bubble"] .chart-mark { fill-opacity: 0.75; stroke-width: 1; }
        .chart-sign { stroke: var(--chart-surface); stroke-width: 1; }
        .chart-line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
        .chart-area { fill-opacity: 0.3; stroke: none; }
        .chart-dots { fill: none; stroke-width: 4; stroke-linecap: round; }
        .chart-dash-2 { stroke-dasharray: 8 4; }
        .chart-dash-3 { stroke-dasharray: 2 4; }
        .chart-dash-4 { stroke-dasharray: 10 3 2 3; }
        .chart-dash-5 { stroke-dasharray: 5 5; }
        .chart-dash-6 { stroke-dasharray: 12 6; }
        .chart-grid { stroke: var(--chart-grid); }
        .chart-baseline, .chart-connector { stroke: var(--chart-label); }
        .chart-connector { stroke-dasharray: 2 2; }
        .chart-target { stroke: var(--chart-text); stroke-width: 1.5; stroke-dasharray: 6 3; }
        .chart-limit { stroke: var(--chart-limit); stroke-width: 1.5; stroke-dasharray: 2 3; }
        .chart-guide { stroke: var(--chart-text); stroke-dasharray: 3 3; }
        .chart-label { fill: var(--chart-label); }
        .chart-label-head { fill: var(--chart-text); font-size: 14px; }
        .chart-label-value, .chart-label-threshold, .chart-message { fill: var(--chart-text); paint-order: stroke; stroke: var(--chart-surface); stroke-width: 3; stroke-linejoin: round; }
        .chart-message { font-size: 14px; font-weight: 600; }
        .chart-message-description { fill: var(--chart-label); }
        .chart-quiet { opacity: 0; }
        .chart-dimmed { opacity: 0.35; }
        .chart-quiet.chart-dimmed { opacity: 0; }
        .chart-selected { opacity: 1; }
        .chart-mark.chart-selected, .chart-sign.chart-selected { stroke: var(--chart-text); stroke-width: 2; }
        .chart-line.chart-selected { stroke-width: 3; }
        .chart [role="button"] { cursor: pointer; }
        .chart [role="button"]:focus-visible { opacity: 1; outline: 2px solid var(--chart-focus); outline-offset: 2px; }
        @media print { .chart { color-scheme: light; } .chart-quiet { display: none; } }
        @media (forced-colors: active) {
          .chart-mark, .chart-sign { stroke: CanvasText; }
          .chart-label, .chart-message { fill: CanvasText; stroke: none; }
        }
        """
}
