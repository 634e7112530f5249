import OverscrollHost
package import ScrollEngine

/// A command that moves or zooms content, in every window that shows some.
package enum MotionCommand: Hashable, Sendable {
  /// Pans like the engine's arrow key of that name.
  case pan(String, Distance)
  /// Scrolls to the top, as a click at the top of the window does.
  case scrollToTop
  /// Zooms in or out by a step of 1.25 about the center of the window.
  case zoomStep(enlarges: Bool)
  /// Zooms around the center of the window.
  case zoom(Zoom)

  /// How far a key pans.
  package enum Distance: Hashable, Sendable {
    case step
    case page
    case edge

    /// The modifiers that give this distance with the engine's arrow keys.
    package var modifiers: Modifiers {
      switch self {
      case .step: []
      case .page: .shift
      case .edge: .control
      }
    }
  }

  /// What a zoom leads to.
  package enum Zoom: Hashable, Sendable {
    case fit, fitWidth, fitHeight, fill
    /// A number of device pixels per picture pixel.
    case to(Double)
  }

  /// True where the command repeats while its key is held.
  package var repeats: Bool {
    switch self {
    case .pan, .zoomStep: true
    case .scrollToTop, .zoom: false
    }
  }
}

/// The keys that move and zoom content.
package enum MotionKeys {
  package typealias Row = CommandTable<MotionCommand>.Row

  /// All of them, in the order of help.
  package static let rows = moving + [toTop] + zooming

  private static let moving: [Row] = [
    ("Left", "left", "h"), ("Right", "right", "l"), ("Up", "up", "k"), ("Down", "down", "j"),
  ].flatMap { key, name, letter -> [Row] in
    let keys = [key, "KP_" + key]
    return [
      Row(
        .pan(key, .step), "pan-\(name)", "Scroll \(name).",
        keys.map { KeyBinding($0) } + [KeyBinding(letter)]),
      Row(
        .pan(key, .page), "page-\(name)", "Scroll \(name) by a page.",
        keys.map { KeyBinding($0, .shift) } + [KeyBinding(letter.uppercased())]),
      Row(
        .pan(key, .edge), "edge-\(name)", "Go to the \(edges[key] ?? name) edge.",
        keys.map { KeyBinding($0, .control) }),
    ]
  }

  private static let toTop = Row(
    .scrollToTop, "top", "Scroll to the top, as a click on the window's top edge does.",
    ["Home", "KP_Home"].map { KeyBinding($0, .control) })

  private static let edges = ["Up": "top", "Down": "bottom"]

  private static let zooming: [Row] =
    [
      Row(
        .zoomStep(enlarges: true), "zoom-in", "Zoom in.",
        ["plus", "equal", "KP_Add", "i"].map { KeyBinding($0) }
          + ["plus", "equal", "KP_Add"].map { KeyBinding($0, .control) }
      ).found(by: "bigger larger enlarge magnify"),
      Row(
        .zoomStep(enlarges: false), "zoom-out", "Zoom out.",
        ["minus", "KP_Subtract", "o"].map { KeyBinding($0) }
          + ["minus", "KP_Subtract"].map { KeyBinding($0, .control) }
      ).found(by: "smaller reduce"),
      Row(
        .zoom(.fit), "fit", "Fit the picture into the window.",
        ["0", "KP_0"].flatMap { [KeyBinding($0), KeyBinding($0, .control)] }
      ).found(by: "whole window"),
      Row(.zoom(.fitWidth), "fit-width", "Fit the width.", keys: "e"),
      Row(.zoom(.fitHeight), "fit-height", "Fit the height.", keys: "E"),
      Row(.zoom(.fill), "fill", "Fill the window.", keys: "F"),
    ]
    + (1...9).map { scale in
      Row(
        .zoom(.to(Double(scale))), "zoom-\(scale)", "Zoom to \(scale):1.",
        digit(scale) + (scale == 1 ? digit(scale, .control) : [])
      )
      .found(by: scale == 1 ? "100% actual size original" : "\(scale)00%")
    }
    + (2...9).map { scale in
      Row(
        .zoom(.to(1 / Double(scale))), "zoom-1-\(scale)", "Zoom to 1:\(scale).",
        digit(scale, .control))
    }

  private static func digit(_ digit: Int, _ modifiers: Input.Modifiers = [])
    -> [KeyBinding]
  {
    ["\(digit)", "KP_\(digit)"].map { KeyBinding($0, modifiers) }
  }
}
