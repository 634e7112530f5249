/// The colors of windows, which are dark so that pictures are not.
package enum DarkTheme {
  /// What surrounds pictures, curves and viewports that have been larger.
  package static let ground = Color(0x16181C)
  /// What surrounds the content of a page that keeps its size.
  package static let frame = Color(0x0E0F12)
  package static let text = Color(0xE6E8EB)
  /// Explanations beside a text.
  package static let softText = Color(0xC3C8D0)
  /// Captions, and numbers that are not the point.
  package static let faintText = Color(0x9AA1AC)
  /// Progress, the caret and what accepts a drop.
  package static let accent = Color(0x5EA1FF)
  /// What is wrong.
  package static let alert = Color(0xFFB454)
}
