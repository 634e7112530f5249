package import ScrollGeometry

/// One of two pictures that are compared.
package enum PairSide: Hashable, Sendable, CaseIterable {
  case a
  case b

  /// The other one.
  package var other: Self { self == .a ? .b : .a }

  /// Its letter: `A` or `B`.
  package var letter: String { self == .a ? "A" : "B" }
}

/// A value for each of two pictures.
package struct PicturePair<Value> {
  /// That of picture A.
  package var a: Value
  /// That of picture B.
  package var b: Value

  package init(a: Value, b: Value) {
    self.a = a
    self.b = b
  }

  /// Makes a pair of the values that `body` returns for each side.
  package init<E: Error>(_ body: (PairSide) throws(E) -> Value) throws(E) {
    self.init(a: try body(.a), b: try body(.b))
  }

  package subscript(side: PairSide) -> Value {
    get { side == .a ? a : b }
    set { if side == .a { a = newValue } else { b = newValue } }
  }

  /// Both, A's first.
  package var both: [Value] { [a, b] }

  /// Returns a pair with `body` applied to each value.
  package func map<Result, E: Error>(
    _ body: (Value) throws(E) -> Result
  ) throws(E) -> PicturePair<Result> {
    PicturePair<Result>(a: try body(a), b: try body(b))
  }
}

extension PicturePair: Sendable where Value: Sendable {}
extension PicturePair: Equatable where Value: Equatable {}
extension PicturePair: Hashable where Value: Hashable {}

extension [any ImageSource] {
  /// Returns pictures with the same samples black and white.
  ///
  /// What is found for them is the range that has those of all. A picture that needs no other samples shown than its type's is
  /// compared as it is, and so are the others. Channels that are put together keep their usual colors and ranges; where all pictures
  /// have the same channels, each has the same range in all.
  ///
  /// - Parameters:
  ///   - tone: Which samples become black and white in pictures without a tone.
  ///   - shouldContinue: Called now and then.
  /// - Returns: The pictures.
  /// - Throws: If a file cannot be read.
  package func toned(
    to tone: Tone, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> Self {
    guard tone != .none else { return self }
    var toned: [(any ImageSource)?] = []
    for source in self { toned.append(try source.toned(to: tone, while: shouldContinue)) }
    if case .range = tone { return zip(toned, self).map { $0 ?? $1 } }
    let mixes = toned.compactMap { $0?.info.mix }
    if mixes.count == count, let mix = ChannelMix(spanning: mixes) {
      return try map { (source) throws(ImagingError) in
        try source.toned(to: .mix(mix), while: shouldContinue) ?? source
      }
    }
    let tones = toned.compactMap { $0?.info.tone }
    guard tones.count == count, let black = tones.map(\.lowerBound).min(),
      let white = tones.map(\.upperBound).max()
    else {
      return zip(toned, self).map { toned, source in
        if let toned, toned.info.exposure != nil || toned.info.mix != nil { toned } else { source }
      }
    }
    var same: [any ImageSource] = []
    for (toned, source) in zip(toned, self) {
      if let toned, toned.info.tone == black...white {
        same.append(toned)
      } else {
        same.append(try source.toned(to: .range(black...white), while: shouldContinue) ?? source)
      }
    }
    return same
  }
}

extension ChannelMix {
  /// Makes a mix of the same channels as some others, each with the range that has those of all; `nil` where they aren't the same.
  fileprivate init?(spanning mixes: [Self]) {
    guard var mix = mixes.first,
      mixes.allSatisfy({ $0.parts.map(\.channel) == mix.parts.map(\.channel) })
    else { return nil }
    for index in mix.parts.indices {
      let ranges = mixes.compactMap { $0.parts[index].range }
      guard let black = ranges.map(\.lowerBound).min(),
        let white = ranges.map(\.upperBound).max()
      else { return nil }
      mix.parts[index].range = black...white
    }
    self = mix
  }
}

/// How two pictures of different sizes are aligned.
package enum PairPlace: String, Hashable, Sendable, CaseIterable {
  /// Their top left pixels are aligned.
  case topLeft = "top-left"
  /// Their centers are aligned, to whole pixels.
  case center
  /// B is scaled to the largest size that fits into A, and centered.
  case fit
  /// B lies where its coordinates are on the map of A: see ``MappedPlace``.
  case map

  /// Returns the next alignment; the first one follows the last.
  ///
  /// - Parameter hasMap: Whether both pictures have coordinates.
  /// - Returns: The alignment; ``map`` only where both have.
  package func next(hasMap: Bool) -> Self {
    let all = Self.allCases.filter { hasMap || $0 != .map }
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// How far picture B is moved from where it is aligned, in pixels of picture A.
package struct PairOffset: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package static let zero = PairOffset(x: 0, y: 0)
  /// The farthest in any direction: beyond all pictures. [C]
  package static let most = 1 << 24

  package init(x: Int, y: Int) {
    (self.x, self.y) = (min(max(x, -Self.most), Self.most), min(max(y, -Self.most), Self.most))
  }
}

/// How picture B lies by hand, from where it is aligned.
package struct PairAdjustment: Hashable, Sendable {
  package var offset: PairOffset
  /// How much larger B is shown, around its place: one of ``scales``.
  package var scale: Double { didSet { scale = Self.scale(scale) } }
  /// The angle by which B is turned clockwise about its middle, in degrees: more than -180, at most 180.
  package var turn: Double { didSet { turn = Self.turn(turn) } }

  package static let none = PairAdjustment()
  /// The scales of B by hand. [C]
  package static let scales = 1.0 / 64...64.0

  package init(offset: PairOffset = .zero, scale: Double = 1, turn: Double = 0) {
    self.offset = offset
    self.scale = Self.scale(scale)
    self.turn = Self.turn(turn)
  }

  private static func scale(_ scale: Double) -> Double {
    min(max(scale, scales.lowerBound), scales.upperBound)
  }

  private static func turn(_ turn: Double) -> Double {
    guard turn.isFinite else { return 0 }
    let rest = turn.remainder(dividingBy: 360)
    // Steps of a tenth and back end at none.
    return abs(rest) < 1e-9 ? 0 : rest == -180 ? 180 : rest
  }
}

/// The places of two pictures on a common canvas, the smallest that holds both.
///
/// Its unit is a pixel of picture A. Picture B has the same pixels, unless it is scaled to fit, or by hand. Pictures of the same
/// size cover each other exactly with every alignment.
package struct PairLayout: Hashable, Sendable {
  /// The sizes of the pictures, in their own pixels; an empty one is taken as one pixel.
  package let sizes: PicturePair<PixelSize>
  /// How they are placed.
  package let place: PairPlace
  /// How B lies from there.
  package let adjustment: PairAdjustment
  /// Where B lies by coordinates, which counts with ``PairPlace/map``.
  package let mapped: MappedPlace?
  /// What each picture covers of the canvas, B before it is turned.
  package private(set) var frames: PicturePair<PixelRect>
  /// The angle by which B is turned clockwise, in degrees.
  package let turn: Double
  /// What B covers of the canvas; `nil` unless it is turned.
  package private(set) var turned: TurnedRect?
  /// The size of the canvas.
  package private(set) var canvas: PixelSize

  /// Places two pictures.
  ///
  /// - Parameters:
  ///   - sizes: Their sizes.
  ///   - place: How they are placed; without coordinates, ``PairPlace/map`` aligns the top left pixels.
  ///   - adjustment: How B lies from there.
  ///   - mapped: Where B lies by coordinates; `nil` where that isn't known.
  package init(
    _ sizes: PicturePair<PixelSize>, place: PairPlace, adjustment: PairAdjustment = .none,
    mapped: MappedPlace? = nil
  ) {
    let sizes = sizes.map { PixelSize(width: max(1, $0.width), height: max(1, $0.height)) }
    self.sizes = sizes
    (self.place, self.adjustment, self.mapped) = (place, adjustment, mapped)
    let found = place == .map ? mapped : nil
    let aligned = place == .fit ? Self.fitted(sizes.b, in: sizes.a) : sizes.b
    var b = PixelRect(aligned.scaled(by: (found?.scale ?? 1) * adjustment.scale))
    if let found {
      b = b.offset(
        x: PixelRect.rounded(found.middle.x - Double(b.width) / 2),
        y: PixelRect.rounded(found.middle.y - Double(b.height) / 2))
    } else if place == .center || place == .fit {
      b = b.offset(
        // Rounded toward zero, so that swapping the pictures gives the same result.
        x: (sizes.a.width - b.width) / 2, y: (sizes.a.height - b.height) / 2)
    }
    b = b.offset(x: adjustment.offset.x, y: adjustment.offset.y)
    let turn = PairAdjustment(turn: adjustment.turn + (found?.turn ?? 0)).turn
    self.turn = turn
    let bounds = turn == 0 ? b : TurnedRect(b.rect, by: turn).bounds
    let (left, top) = (min(0, bounds.x), min(0, bounds.y))
    let frame = b.offset(x: -left, y: -top)
    frames = PicturePair(a: PixelRect(sizes.a).offset(x: -left, y: -top), b: frame)
    turned = turn == 0 ? nil : TurnedRect(frame.rect, by: turn)
    canvas = PixelSize(
      width: max(frames.a.maxX, bounds.maxX - left), height: max(frames.a.maxY, bounds.maxY - top))
  }

  /// Places pictures over the first one, on one canvas that holds all of them.
  ///
  /// - Parameters:
  ///   - sizes: Their sizes.
  ///   - place: How the others are placed.
  ///   - adjustments: How each lies from there; that of the first one is none.
  ///   - mapped: Where each lies by coordinates; `nil` for the first one, and where that isn't known.
  /// - Returns: A layout for each as picture B, the first of which is over itself.
  package static func layouts(
    _ sizes: [PixelSize], place: PairPlace, adjustments: [PairAdjustment],
    mapped: [MappedPlace?]
  ) -> [Self] {
    var layouts = sizes.indices.map {
      Self(
        PicturePair(a: sizes[0], b: sizes[$0]), place: place, adjustment: adjustments[$0],
        mapped: mapped[$0])
    }
    let corners = layouts.map(\.frames.a)
    let (left, top) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
    for (index, corner) in corners.enumerated() {
      layouts[index].move(x: left - corner.x, y: top - corner.y)
    }
    let canvas = PixelSize(
      width: layouts.map(\.canvas.width).max() ?? 0,
      height: layouts.map(\.canvas.height).max() ?? 0)
    for index in layouts.indices { layouts[index].canvas = canvas }
    return layouts
  }

  /// Moves both pictures away from the corner of the canvas, which grows.
  private mutating func move(x: Int, y: Int) {
    frames = frames.map { $0.offset(x: x, y: y) }
    if turned != nil { turned = TurnedRect(frames.b.rect, by: turn) }
    canvas = PixelSize(width: canvas.width + x, height: canvas.height + y)
  }

  /// The largest size of the proportions of `size` that fits into `room`, at least one pixel on each side.
  private static func fitted(_ size: PixelSize, in room: PixelSize) -> PixelSize {
    let scale = fittingScale(size, in: room)
    func side(_ length: Int, _ most: Int) -> Int {
      min(max(1, PixelRect.rounded(Double(length) * scale)), most)
    }
    return PixelSize(width: side(size.width, room.width), height: side(size.height, room.height))
  }

  private static func fittingScale(_ size: PixelSize, in room: PixelSize) -> Double {
    min(Double(room.width) / Double(size.width), Double(room.height) / Double(size.height))
  }

  /// The pixels of picture A that one pixel of picture B takes; 1 unless B is scaled.
  package var scaleOfB: Double {
    let aligned =
      switch place {
      case .fit: Self.fittingScale(sizes.b, in: sizes.a)
      case .map: mapped?.scale ?? 1
      case .topLeft, .center: 1.0
      }
    return aligned * adjustment.scale
  }

  /// Returns the layout with B scaled and turned further, whose pixel at a place stays there as far as pixels of A are whole.
  ///
  /// - Parameters:
  ///   - factor: How much larger B becomes.
  ///   - degrees: The angle by which it is turned clockwise.
  ///   - fixed: A place on the canvas.
  ///   - fraction: How far B is from where it would lie exactly, in parts of a pixel.
  /// - Returns: The layout, and that distance in it.
  package func adjusted(
    scalingBy factor: Double = 1, turningBy degrees: Double = 0, around fixed: Point,
    fraction: Point = .zero
  ) -> (layout: Self, rest: Point) {
    var adjustment = adjustment
    adjustment.scale *= factor
    adjustment.turn += degrees
    adjustment.offset = .zero
    let aligned = Self(sizes, place: place, adjustment: adjustment, mapped: mapped)
    let ratio = adjustment.scale / self.adjustment.scale
    // Distances from the corner of B's frame as it was, and as it becomes.
    let place = fixed - fraction
    let inFrame = (turned?.unturned(place) ?? place) - frames.b.rect.origin
    let unturned = inFrame * ratio + aligned.frames.b.rect.origin
    let shown = aligned.turned?.turned(unturned) ?? unturned
    // From the corner of A.
    let exact = fixed - frames.a.rect.origin - (shown - aligned.frames.a.rect.origin)
    let whole = Point(exact.x.rounded(), exact.y.rounded())
    let most = Double(PairOffset.most)
    adjustment.offset = PairOffset(
      x: Int(min(max(whole.x, -most), most)), y: Int(min(max(whole.y, -most), most)))
    return (Self(sizes, place: self.place, adjustment: adjustment, mapped: mapped), exact - whole)
  }

  /// Whether picture B is scaled.
  var scalesB: Bool { frames.b.size != sizes.b }

  /// What both pictures cover of the canvas; where B is turned, the smallest rectangle that holds it.
  var overlap: PixelRect { frames.a.intersection(turned?.bounds ?? frames.b) }

  /// What both pictures cover, in pixels of picture A.
  package var compared: PixelRect { overlap.offset(x: -frames.a.x, y: -frames.a.y) }

  /// Whether both pictures have the same size, in their own pixels.
  package var areSameSize: Bool { sizes.a == sizes.b }
}

extension PixelSize {
  /// The size times a factor, rounded, at least one pixel on each side.
  fileprivate func scaled(by factor: Double) -> Self {
    guard factor != 1 else { return self }
    return PixelSize(
      width: max(1, PixelRect.rounded(Double(width) * factor)),
      height: max(1, PixelRect.rounded(Double(height) * factor)))
  }
}
