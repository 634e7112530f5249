package import OverscrollDrawing

/// The color around a picture, and the backdrop of its transparent pixels.
package struct Backdrop: Hashable, Sendable {
  /// The color around the picture.
  package var background: Background
  /// What is shown behind transparent pixels.
  package var transparency: Transparency

  /// Makes a backdrop, by default a dark one with a checkerboard.
  package init(background: Background = .dark, transparency: Transparency = .checkerboard) {
    self.background = background
    self.transparency = transparency
  }

  /// The color around a picture.
  package struct Background: Hashable, Sendable {
    /// The color.
    package let color: Color

    /// Makes a background of any color.
    package init(_ color: Color) {
      self.color = color
    }

    package static let dark = Self(Theme.background)
    package static let black = Self(Color(0x000000))
    package static let gray = Self(Color(0x808080))
    package static let light = Self(Color(0xD4D4D4))
    package static let white = Self(Color(0xFFFFFF))

    /// Whether what surrounds it is to be dark, too.
    package var isDark: Bool { color.luma < 0.45 }

    /// The backgrounds with names, in the order in which a key goes through them.
    package static let named: KeyValuePairs<String, Self> = [
      "dark": dark, "black": black, "gray": gray, "light": light, "white": white,
    ]

    /// The background after this one; the first one after any other color.
    package var next: Self {
      let all = Self.named.map(\.value)
      let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
      return all[index]
    }
  }

  /// The backdrop of transparent pixels.
  package enum Transparency: String, Hashable, Sendable, CaseIterable {
    case checkerboard
    case background
    case white
    case black

    /// The one after this one.
    package var next: Self {
      let all = Self.allCases
      return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
  }

  /// The color under transparent pixels; `nil` for a checkerboard.
  var transparencyColor: Color? {
    switch transparency {
    case .checkerboard: nil
    case .background: background.color
    case .white: Background.white.color
    case .black: Background.black.color
    }
  }
}

extension Color {
  /// The brightness, from 0 to 1.
  fileprivate var luma: Double { 0.3 * red + 0.59 * green + 0.11 * blue }
}
