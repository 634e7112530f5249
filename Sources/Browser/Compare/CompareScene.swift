package import OverscrollImaging
package import ScrollGeometry

/// The viewports of a window that compares two pictures, in device pixels.
package struct CompareViewports: Hashable, Sendable {
  /// The left or only one, in which the scroll view lies.
  package let main: PixelRect
  /// The one beside it, of the same size; `nil` for none.
  package let second: PixelRect?

  /// The distance between the viewports, in points. [C]
  private static let gap = 2.0

  /// Divides a window.
  ///
  /// - Parameters:
  ///   - window: The size of the window, in device pixels.
  ///   - isDivided: Whether there are two viewports; there is one where the window is too narrow for two.
  ///   - scale: The device pixels per point.
  package init(_ window: PixelSize, isDivided: Bool, scale: Double) {
    let gap = max(1, PixelRect.rounded(Self.gap * scale))
    let width = (window.width - gap) / 2
    guard isDivided, width >= 1 else {
      (main, second) = (PixelRect(window), nil)
      return
    }
    main = PixelRect(x: 0, y: 0, width: width, height: window.height)
    second = main.offset(x: window.width - width, y: 0)
  }

  /// Returns the viewport in which a place lies, by the nearest edge.
  package func viewport(at place: Point) -> PixelRect {
    guard let second else { return main }
    return place.x < Double(main.maxX + second.x) / 2 ? main : second
  }
}

/// Everything drawn of two pictures at one moment, as a value.
///
/// Both frames come from one state of one scroll view, so neither is ever a frame ahead of the other.
package struct CompareScene: Hashable, Sendable {
  /// What is drawn.
  package let content: CompareSettings.Content
  /// The frames of the pictures, each in its viewport; that of a turned picture B in an image of its own, before it is turned.
  package let frames: PicturePair<Frame>
  /// How picture B lies in its viewport; `nil` unless it is turned.
  package let turn: Turn?
  /// The viewports in the window.
  package let viewports: CompareViewports

  /// Makes the scene of a state.
  ///
  /// - Parameters:
  ///   - frame: The frame of the canvas that both pictures lie on, as the scroll view shows it.
  ///   - layout: The places of the pictures on it.
  ///   - content: What is drawn.
  ///   - viewports: The viewports in the window; `frame` is that of the main one.
  package init(
    _ frame: Frame, _ layout: PairLayout, _ content: CompareSettings.Content,
    in viewports: CompareViewports
  ) {
    self.content = content
    self.viewports = viewports
    var frames = PicturePair { side in
      var own = frame
      own.placement = frame.placement.placement(of: side, layout)
      return own
    }
    turn = Turn(layout, frame, frames.b.placement)
    if let image = turn?.image {
      frames.b.viewport = image.size
      frames.b.placement = frames.b.placement.offset(x: -image.x, y: -image.y)
    }
    self.frames = frames
  }

  /// How a turned picture lies in a viewport.
  package struct Turn: Hashable, Sendable {
    /// The picture, in device pixels of the viewport.
    package let rect: TurnedRect
    /// What of it is seen, before it is turned.
    package let image: PixelRect

    /// `nil` where the picture isn't turned.
    fileprivate init?(_ layout: PairLayout, _ frame: Frame, _ placement: Placement) {
      guard layout.turned != nil else { return nil }
      let area = layout.frames.b.rect
      rect = TurnedRect(
        Rect(
          origin: frame.placement.origin + area.origin * frame.placement.scale,
          size: area.size * frame.placement.scale), by: layout.turn)
      // One more on each side, between which is interpolated; never empty, as an image cannot be.
      let seen = rect.unturnedBounds(of: PixelRect(frame.viewport)).insetBy(-1)
        .intersection(placement.area)
      image =
        seen.isEmpty
        ? PixelRect(x: placement.area.x, y: placement.area.y, width: 1, height: 1) : seen
    }
  }

  /// A picture and the part of the window that shows it.
  package struct Part: Hashable, Sendable {
    package var side: PairSide
    /// The place of the picture's viewport in the window.
    package var viewport: PixelRect
    /// The part of the window that is drawn.
    package var area: PixelRect
  }

  /// The parts of the window that show pictures as they are; no pixel belongs to two of them.
  package var parts: [Part] {
    let main = viewports.main
    switch content {
    case .picture(let side): return [Part(side: side, viewport: main, area: main)]
    case .wipe(let first, let part):
      let column = PixelRect.rounded(Double(main.width) * part)
      var (left, right) = (main, main)
      left.width = column
      (right.x, right.width) = (main.x + column, main.width - column)
      return [
        Part(side: first, viewport: main, area: left),
        Part(side: first.other, viewport: main, area: right),
      ].filter { !$0.area.isEmpty }
    case .sideBySide(let first):
      guard let second = viewports.second else {
        return [Part(side: first, viewport: main, area: main)]
      }
      return [
        Part(side: first, viewport: main, area: main),
        Part(side: first.other, viewport: second, area: second),
      ]
    case .difference, .outline: return []
    }
  }

  /// The sides whose pixels are needed.
  package var sides: [PairSide] {
    content.isCalculated
      ? PairSide.allCases
      : PairSide.allCases.filter { side in
        parts.contains { $0.side == side }
      }
  }
}

extension CompareSettings.Content {
  /// Whether it is calculated from the pixels of both pictures.
  package var isCalculated: Bool {
    switch self {
    case .difference, .outline: true
    default: false
    }
  }
}

extension Placement {
  /// The placement of a picture that lies on a canvas with this placement.
  package func placement(of side: PairSide, _ layout: PairLayout) -> Self {
    let corner = layout.frames[side].rect.origin
    return Self(
      size: layout.sizes[side], origin: origin + corner * scale,
      scale: side == .a ? scale : scale * layout.scaleOfB)
  }
}
