import OverscrollDrawing
import ScrollGeometry

/// Colors and metrics of everything but the picture.
enum Theme {
  /// The background behind the picture.
  static let background = Color(0x1E1F22)
  /// The shadow around the picture on dark backgrounds and on light ones: its radius, how far it lies below the picture, in points,
  /// its opacity at the picture's edge, and the hairline around the picture.
  static let (shadow, lightShadow) = (
    (reach: 14.0, offset: 0.0, alpha: 0.45, edge: Color(white: 0, alpha: 0.55)),
    (reach: 24.0, offset: 8.0, alpha: 0.18, edge: Color(white: 0, alpha: 0.08))
  )
  /// The checkerboard under transparent pictures: its two grays, and the side of a square in points.
  static let checkerboard = (light: Color(0xCBCDD2), dark: Color(0xA9ABB1), side: 8)
  /// Tiles that are not loaded yet.
  static let missing = Color(0x2B2C30)
  /// The lines between enlarged pixels, side by side.
  static let pixelGrid = (dark: Color(white: 0, alpha: 0.25), light: Color(white: 1, alpha: 0.25))
  /// The map of the picture: what darkens its parts that are not visible, the lines around and within its edge, and the frame around
  /// the visible part with its width in points.
  static let minimap = (
    dimmed: Color(white: 0, alpha: 0.35), rim: Color(white: 0, alpha: 0.5),
    edge: Color(white: 1, alpha: 0.25), frame: Color(white: 1, alpha: 0.95), frameWidth: 1.5
  )
  /// The progress bar: its thickness in points, and the colors of the completed part and of the rest.
  static let progress = (
    thickness: 3.0, done: DarkTheme.accent, rest: Color(white: 1, alpha: 0.12)
  )
  /// The frame around a window over which something is dragged: its color, and its thickness in points.
  static let dropFrame = (color: DarkTheme.accent, thickness: 3.0)
  /// Messages: colors of text and panel, the font size in points, and the padding relative to it.
  static let message = (
    text: Color(white: 1, alpha: 0.95), plate: Color(white: 0.08, alpha: 0.86), size: 14.0,
    padding: 0.8
  )
  /// Small plates at the window's edges: the font sizes of a text and of a pixel's reading, and the corner radius, in points; the
  /// edge of a patch of color.
  static let plate = (
    textSize: 13.0, readingSize: 12.0, radius: 6.0, patchEdge: Color(white: 1, alpha: 0.35)
  )
  /// The heads-up display: colors of names, values, alerts and panel; the font size, the padding and the distance to the
  /// window's edge, in points.
  static let hud = (
    name: Color(white: 1, alpha: 0.55), value: Color(white: 1, alpha: 0.95),
    alert: DarkTheme.alert, plate: Color(white: 0.06, alpha: 0.78), size: 11.0, padding: 9.0,
    margin: 12.0
  )
  /// The frame around a selection: the dark and the light half of its line, its thickness in points, the side of a corner, the
  /// height of the plate with its numbers, the gap beside it, and the width of a digit relative to the font size.
  static let selection = (
    dark: Color(white: 0, alpha: 0.7), light: Color(white: 1), line: 1.0, corner: 7.0,
    plateHeight: 24.0, gap: 8.0, advance: 0.66
  )
  /// A page instead of a picture: its width in points, and the largest part of the window's; the font sizes of its lines in
  /// points, the height of a line and the gap below a paragraph relative to them; the sizes of the icon, of buttons and of what was
  /// opened before, and the corner radius; the colors of the likeliest button.
  static let notice = (
    width: 520.0, widest: 0.9, titleSize: 17.0, startSize: 20.0, textSize: 14.0, hintSize: 12.0,
    leading: 1.4, gap: 0.7, iconSide: 96.0, buttonHeight: 36.0, buttonSize: 14.0,
    recent: Size(width: 160, height: 120), nameHeight: 24.0, radius: 8.0,
    accents: (plain: Color(0x2F6FE0), pointed: Color(0x2863CC), pressed: Color(0x2156B3))
  )
  /// A field over the picture: its colors, its corner radius, the padding, the font sizes of text and of a problem, and the height
  /// of a problem's line, in points.
  static let field = (
    label: Color(white: 1, alpha: 0.6),
    problem: DarkTheme.alert, radius: 8.0, padding: 12.0, textSize: 13.0, problemSize: 12.0,
    problemHeight: 22.0
  )
  /// The overview.
  static let overview = Overview()

  /// Colors and metrics of the overview, in points.
  struct Overview {
    let selection = Color(0x2F6FE0)
    let selectedText = Color(white: 1)
    /// How far the selection reaches beyond its thumbnail.
    let margin = 5.0
    /// The corner radius of the selection and of placeholders.
    let radius = 6.0
    /// The font size of names.
    let textSize = 12.0
    /// The distance of the names' baselines from the bottom.
    let descent = 8.0
    /// The font size of marks on placeholders.
    let markSize = 20.0

    /// The color of marks, and their diameter.
    let mark = Color(0xF0383D)
    let markDot = 14.0

    /// The colors that depend on the background.
    struct Colors: Hashable {
      var text: Color
      var placeholder: Color
      var indicator: Color
    }

    /// Returns the colors that stand out from a background.
    func colors(on background: Color) -> Colors {
      let white = Backdrop.Background(background).isDark ? 1.0 : 0
      return Colors(
        text: Color(white: white, alpha: 0.85), placeholder: Color(white: white, alpha: 0.08),
        indicator: Color(white: white, alpha: 0.5))
    }
  }

  /// The comparison of two pictures: what only one of them covers, the line between them and its edges, the outlines of what
  /// differs and their edges, the gap between two viewports; the width of a line and the distance of outlines, in points.
  static let compare = (
    uncovered: Color(0x3A3346), line: Color(white: 1, alpha: 0.92),
    lineEdge: Color(white: 0, alpha: 0.5), outline: UInt32(0xFFFF_3DC8),
    outlineEdge: UInt32(0xFF10_0A0E), gap: Color(0x08090B), lineWidth: 1.5, distance: 2.0
  )
  /// The plate of a comparison: colors of names, values, links and of the bar of progress; its width, its distance to the window's
  /// edges, the padding, the corner radius, the height of a row and the font sizes, in points.
  static let comparePlate = (
    plate: Color(white: 0.08, alpha: 0.88), title: Color(white: 1, alpha: 0.95),
    name: Color(white: 1, alpha: 0.62), value: Color(white: 1, alpha: 0.95),
    link: DarkTheme.accent, hover: Color(white: 1, alpha: 0.1), width: 264.0, margin: 14.0,
    padding: 12.0, radius: 8.0, row: 21.0, titleSize: 13.0, textSize: 12.0
  )

  /// The mark of a recording: its colors, the diameter of the dot and its distance from the edges, the width of the ring and of
  /// the rim that sets it off from the picture, in points.
  static let recording = (
    color: Color(0xF0383D), edge: Color(white: 0, alpha: 0.45), size: 8.0, margin: 12.0, line: 1.75,
    rim: 1.0
  )
}
