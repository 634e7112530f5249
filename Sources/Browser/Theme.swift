import Drawing

/// What surrounds a picture: quiet, so that the picture speaks.
enum Theme {
  /// Behind the picture, and what a bounce shows.
  static let background = Color(0x1E1F22)
  /// The soft shadow around the picture: how far it reaches, in points, and how dark it begins.
  static let shadow = (reach: 14.0, alpha: 0.45)
  /// The hairline that ends the picture where the shadow alone would not.
  static let edge = Color(white: 0, alpha: 0.55)
  /// The two greys of the checkerboard under transparent pictures, and the side of a square in points.
  static let checkerboard = (light: Color(0xCBCDD2), dark: Color(0xA9ABB1), side: 8)
  /// What is not there yet.
  static let missing = Color(0x2B2C30)
  /// The progress bar: its thickness in points, the part done, and the rest.
  static let progress = (
    thickness: 3.0, done: Color(0x5EA1FF), rest: Color(white: 1, alpha: 0.12)
  )
  /// A sentence: letters, the plate under them, its size in points, the room around it in sizes.
  static let message = (
    text: Color(white: 1, alpha: 0.95), plate: Color(white: 0.08, alpha: 0.86), size: 14.0,
    padding: 0.8
  )
  /// The numbers in the corner: names, values, what calls for attention, the plate; the size of the letters, the room
  /// around them and the distance to the window's edge in points.
  static let hud = (
    name: Color(white: 1, alpha: 0.55), value: Color(white: 1, alpha: 0.95),
    alert: Color(0xFFB454), plate: Color(white: 0.06, alpha: 0.78), size: 11.0, padding: 9.0,
    margin: 12.0
  )
}
