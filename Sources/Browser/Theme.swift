import OverscrollDrawing
import OverscrollShell
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
  /// A field over the picture: its colors, its corner radius, the padding, the font sizes of text and of a problem, the height of
  /// a problem's line, and that of a name which the text finds, in points.
  ///
  /// Its plate is opaque: names below it would be read with what is typed.
  static let field = (
    plate: Color(white: 0.08), label: Color(white: 1, alpha: 0.6),
    problem: DarkTheme.alert, radius: 8.0, padding: 12.0, textSize: 13.0, problemSize: 12.0,
    problemHeight: 22.0, hitHeight: 28.0
  )
  /// The overview.
  static let overview = Overview()

  /// Colors and metrics of the overview, in points.
  struct Overview {
    /// The width of the ring around a picture that is selected.
    let ring = 3.0
    /// How far what shows the pointer reaches beyond its cell.
    let margin = 4.0
    /// The corner radius of rings, plates and placeholders.
    let radius = 6.0
    /// The font size of names, the distance of their first baseline from the thumbnail, and that of two baselines.
    let textSize = 12.0
    let ascent = 18.0
    let lineHeight = 16.0
    /// The font size of signs on placeholders, and of the reason why a picture cannot be shown.
    let glyphSize = 20.0
    let reasonSize = 11.0
    /// The size of a broken picture.
    let broken = Size(width: 40, height: 30)
    /// The width of a folder without pictures, and how far the pictures of a stack are apart.
    let folder = 44.0
    let stackStep = 8.0
    /// What lies under a sign on a picture.
    let badge = Color(white: 0, alpha: 0.6)
    /// What lightens the picture under the pointer.
    let lighter = Color(white: 1, alpha: 0.06)
    /// The rows of a picture that are missing.
    let damaged = Color(0x808080)
    /// The opacity of a rectangle that the mouse selects.
    let bandOpacity = 0.15

    /// The color of marks, their diameter, the side of a warning, and the distance of both from the picture's corner.
    let mark = Color(0xF0383D)
    let markDot = 14.0
    let warning = 18.0
    let badgeMargin = 6.0
    /// The color and the width of stars, what lies under them, and their distance from its edge.
    let starColor = Color(0xFFD24A)
    let starPlate = Color(white: 0.06, alpha: 0.78)
    let star = 11.0
    let starPadding = 5.0

    /// The colors that depend on the background.
    struct Colors: Hashable {
      var text: Color
      /// What is less important than names.
      var faintText: Color
      var placeholder: Color
      var indicator: Color
      /// What lies under the cell at the pointer.
      var hover: Color
      /// A broken picture.
      var glyph: Color
      /// What is selected, and its name.
      var accent: Color
      var accentText: Color
      /// The edge of a picture that is as light as the background; `nil` on dark backgrounds.
      var edge: Color?
      /// A field, and what is selected in it.
      var field: Color
      var fieldSelection: Color
    }

    /// The accent from light to dark; the last one stands out from a gray, too. [C]
    private static let accents = [DarkTheme.accent, Color(0x1C50BC), Color(0x00123A)]
    /// The contrast of text to its background, at least. [C]
    static let contrast = 4.5

    /// Returns the colors that stand out from a background.
    func colors(on background: Color) -> Colors {
      let isDark = Backdrop.Background(background).isDark
      let white = isDark ? 1.0 : 0
      // Text that is half transparent stands out from black and white alone.
      let faint =
        [0.65, 0.9].lazy.map { Color(white: white, alpha: $0) }.first {
          $0.over(background).contrast(to: background) >= Self.contrast
        } ?? Color(white: white)
      let accentText = Self.accents.first { $0.contrast(to: background) >= Self.contrast }
      return Colors(
        text: Color(white: white, alpha: 0.9), faintText: faint,
        placeholder: Color(white: white, alpha: 0.08),
        indicator: Color(white: white, alpha: 0.5), hover: Color(white: white, alpha: 0.06),
        glyph: Color(white: white, alpha: 0.5), accent: Self.accents[isDark ? 0 : 1],
        accentText: accentText ?? Color(white: white),
        edge: isDark ? nil : Color(white: 0, alpha: 0.16),
        field: Color(white: 1, alpha: isDark ? 0.08 : 0.5).over(background),
        fieldSelection: isDark
          ? FieldText.selectionColor : Self.accents[1].withOpacity(0.25))
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
