package import OverscrollImaging
package import ScrollGeometry

/// The viewports of a window that compares pictures, in device pixels.
package struct CompareViewports: Hashable, Sendable {
  /// All of them, row by row, of the same size.
  package let all: [PixelRect]

  /// The least distance between the viewports, in points. [C]
  private static let gap = 2.0

  /// Divides a window.
  ///
  /// - Parameters:
  ///   - window: The size of the window, in device pixels.
  ///   - count: The number of viewports; there is one where the window is too small for all.
  ///   - scale: The device pixels per point.
  package init(_ window: PixelSize, count: Int, scale: Double) {
    let gap = max(1, PixelRect.rounded(Self.gap * scale))
    var (columns, rows) = count <= 3 ? (count, 1) : ((count + 1) / 2, 2)
    // Two are beside each other in any window.
    if count > 2, window.height > window.width { swap(&columns, &rows) }
    let cell = PixelSize(
      width: (window.width - (columns - 1) * gap) / columns,
      height: (window.height - (rows - 1) * gap) / rows)
    guard count > 1, cell.width >= 1, cell.height >= 1 else {
      all = [PixelRect(window)]
      return
    }
    all = (0..<count).map { index in
      PixelRect(
        x: (window.width - cell.width) * (index % columns) / max(columns - 1, 1),
        y: (window.height - cell.height) * (index / columns) / max(rows - 1, 1),
        width: cell.width, height: cell.height)
    }
  }

  /// The first or only one, in which the scroll view lies.
  package var main: PixelRect { all[0] }

  /// Returns the viewport in which a place lies, or the nearest one.
  package func viewport(at place: Point) -> PixelRect {
    func distance(_ rect: PixelRect) -> Double {
      Point(
        max(Double(rect.x) - place.x, place.x - Double(rect.maxX), 0),
        max(Double(rect.y) - place.y, place.y - Double(rect.maxY), 0)
      ).length
    }
    return all.min { distance($0) < distance($1) } ?? main
  }
}

/// Everything drawn of the pictures at one moment, as a value.
///
/// All frames come from one state of one scroll view, so none is ever a frame ahead of another.
package struct CompareScene: Hashable, Sendable {
  /// What is drawn.
  package let content: CompareSettings.Content
  /// The frames of the pictures, each in its viewport; that of a turned picture in an image of its own, before it is turned.
  package let frames: [Frame]
  /// How each picture lies in its viewport; `nil` unless it is turned.
  package let turns: [Turn?]
  /// Which picture is B, by its number.
  package let b: Int
  /// The viewports in the window.
  package let viewports: CompareViewports

  /// Makes the scene of a state.
  ///
  /// - Parameters:
  ///   - frame: The frame of the canvas that all pictures lie on, as the scroll view shows it.
  ///   - layouts: The places of the pictures on it.
  ///   - b: Which picture is B, by its number.
  ///   - content: What is drawn.
  ///   - viewports: The viewports in the window; `frame` is that of the main one.
  package init(
    _ frame: Frame, _ layouts: [PairLayout], b: Int, _ content: CompareSettings.Content,
    in viewports: CompareViewports
  ) {
    self.content = content
    self.b = b
    self.viewports = viewports
    var frames = layouts.map { layout in
      var own = frame
      own.placement = frame.placement.placement(ofBIn: layout)
      return own
    }
    turns = layouts.indices.map { Turn(layouts[$0], frame, frames[$0].placement) }
    for (index, turn) in turns.enumerated() {
      guard let image = turn?.image else { continue }
      frames[index].viewport = image.size
      frames[index].placement = frames[index].placement.offset(x: -image.x, y: -image.y)
    }
    self.frames = frames
  }

  /// Returns the values of pictures A and B out of those of all.
  package func pair<Value>(_ values: [Value]) -> PicturePair<Value> {
    PicturePair(a: values[0], b: values[b])
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
    /// The picture, by its number.
    package var picture: Int
    /// The place of the picture's viewport in the window.
    package var viewport: PixelRect
    /// The part of the window that is drawn.
    package var area: PixelRect
  }

  /// The parts of the window that show pictures as they are; no pixel belongs to two of them.
  package var parts: [Part] {
    let main = viewports.main
    switch content {
    case .picture(let picture): return [Part(picture: picture, viewport: main, area: main)]
    case .wipe(let first, let part):
      let numbers = PicturePair(a: 0, b: b)
      let column = PixelRect.rounded(Double(main.width) * part)
      var (left, right) = (main, main)
      left.width = column
      (right.x, right.width) = (main.x + column, main.width - column)
      return [
        Part(picture: numbers[first], viewport: main, area: left),
        Part(picture: numbers[first.other], viewport: main, area: right),
      ].filter { !$0.area.isEmpty }
    case .sideBySide(let order):
      return zip(order, viewports.all).map { Part(picture: $0, viewport: $1, area: $1) }
    case .difference, .outline: return []
    }
  }

  /// The pictures whose pixels are guaranteed, by their numbers: those that are shown and A, or A and B; so no more than two fill the
  /// window.
  package var needed: Set<Int> {
    let shown = Set(parts.map(\.picture)).union([0])
    return shown.count > 1 ? shown : [0, b]
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
  /// The placement of picture B of a layout on whose canvas with this placement it lies.
  package func placement(ofBIn layout: PairLayout) -> Self {
    Self(
      size: layout.sizes.b, origin: origin + layout.frames.b.rect.origin * scale,
      scale: scale * layout.scaleOfB)
  }
}
