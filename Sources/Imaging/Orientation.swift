package import ScrollGeometry

/// The orientation of a file's rows and columns on the screen, numbered as in EXIF and TIFF.
///
/// The file's x axis runs along the screen's x axis or, when the picture is transposed, along its y
/// axis; either axis may run backward.
package struct Orientation: RawRepresentable, Hashable, Sendable {
  /// EXIF's number, 1 … 8.
  package let rawValue: Int

  /// Makes an orientation from EXIF's number; nil unless it is 1 … 8.
  package init?(rawValue: Int) {
    guard 1...8 ~= rawValue else { return nil }
    self.rawValue = rawValue
  }

  init(known: Int) { rawValue = known }

  /// The file's first row is the top one and its first column the left one: EXIF's 1.
  package static let upright = Orientation(known: 1)

  /// True if the file's rows are columns on the screen.
  var transposes: Bool { rawValue >= 5 }

  /// True if the file's x axis runs backward on the screen: leftwards or, transposed, upwards.
  var reversesX: Bool { [2, 3, 7, 8].contains(rawValue) }

  /// True if the file's y axis runs backward on the screen: upwards or, transposed, leftwards.
  var reversesY: Bool { [3, 4, 6, 7].contains(rawValue) }

  /// Converts a size as stored to the size as shown, or back: swaps the extents if it transposes.
  package func applied(to size: PixelSize) -> PixelSize {
    transposes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Converts a rectangle of the picture as shown to the picture as stored.
  ///
  /// - Parameters:
  ///   - rect: In pixels as shown.
  ///   - size: The picture's size as shown.
  /// - Returns: The rectangle in the file's columns and rows.
  func fileRect(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let extent = applied(to: size)
    let across = transposes ? rect.y..<rect.maxY : rect.x..<rect.maxX
    let down = transposes ? rect.x..<rect.maxX : rect.y..<rect.maxY
    return PixelRect(
      x: reversesX ? extent.width - across.upperBound : across.lowerBound,
      y: reversesY ? extent.height - down.upperBound : down.lowerBound,
      width: across.count, height: down.count)
  }

  /// Converts a rectangle of a picture to the picture turned or flipped by this orientation.
  ///
  /// - Parameters:
  ///   - rect: In pixels of the picture.
  ///   - size: The picture's size.
  /// - Returns: The rectangle of the same pixels.
  package func shownRect(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let across = reversesX ? size.width - rect.maxX : rect.x
    let down = reversesY ? size.height - rect.maxY : rect.y
    return transposes
      ? PixelRect(x: down, y: across, width: rect.height, height: rect.width)
      : PixelRect(x: across, y: down, width: rect.width, height: rect.height)
  }

  /// What it does to a picture: `flipped` where it exchanges left and right, or top and bottom, and does nothing else; `nil` for
  /// nothing.
  package var verb: String? {
    switch self {
    case .upright: nil
    case .flippedHorizontally, .flippedVertically: "flipped"
    default: reversesX == reversesY && transposes ? "rotated and flipped" : "rotated"
    }
  }

  /// A quarter turn clockwise.
  package static let turnedRight = Orientation(known: 6)
  /// A quarter turn counterclockwise.
  package static let turnedLeft = Orientation(known: 8)
  /// Left and right exchanged.
  package static let flippedHorizontally = Orientation(known: 2)
  /// Top and bottom exchanged.
  package static let flippedVertically = Orientation(known: 4)

  /// Returns where a point of the picture as stored is shown, both in the unit square.
  package func place(of point: Point) -> Point {
    let across = reversesX ? 1 - point.x : point.x
    let down = reversesY ? 1 - point.y : point.y
    return transposes ? Point(down, across) : Point(across, down)
  }

  /// The orientation of a picture that has this one and is turned or flipped as it is shown.
  package func followed(by turn: Orientation) -> Orientation {
    // A point without symmetry distinguishes the eight.
    let probe = Point(0.125, 0.25)
    let place = turn.place(of: place(of: probe))
    return (1...8).lazy.map(Orientation.init(known:)).first { $0.place(of: probe) == place }
      ?? .upright
  }

  /// The turn after which a picture that has this orientation has another one.
  package func turn(to other: Orientation) -> Orientation {
    (1...8).lazy.map(Orientation.init(known:)).first { followed(by: $0) == other } ?? .upright
  }
}

extension ImageInfo {
  /// Returns the place in the file's columns and rows of a place of the picture as shown, both in pixels.
  package func filePlace(of place: Point) -> Point {
    let stored = orientation.applied(to: size)
    let part = orientation.turn(to: .upright).place(
      of: Point(place.x / Double(size.width), place.y / Double(size.height)))
    return Point(part.x * Double(stored.width), part.y * Double(stored.height))
  }

  /// Returns the place of the picture as shown of a place in the file's columns and rows.
  package func shownPlace(of place: Point) -> Point {
    let stored = orientation.applied(to: size)
    let part = orientation.place(
      of: Point(place.x / Double(stored.width), place.y / Double(stored.height)))
    return Point(part.x * Double(size.width), part.y * Double(size.height))
  }

  /// The header of the picture turned or flipped as it is shown.
  func turned(by turn: Orientation) -> Self {
    var info = self
    info.size = turn.applied(to: size)
    info.orientation = orientation.followed(by: turn)
    return info
  }
}

/// The rows of a file whose picture is shown turned or flipped.
struct TurnedRows: ReducibleSource {
  private let rows: any RowSource
  let info: ImageInfo
  private let turn: Orientation

  init(_ rows: any RowSource, by turn: Orientation) {
    self.rows = rows
    self.turn = turn
    info = rows.info.turned(by: turn)
  }

  var workBytes: Int { rows.workBytes }
  var reducibleLevels: Int { rows.reducibleLevels }

  // The builder applies the orientation; the rows come in the file's order.
  func decode(
    into builder: PyramidBuilder, reducedBy level: Int, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try rows.decode(into: builder, reducedBy: level, while: shouldContinue)
  }

  func regionDecoder() -> (any RegionDecoder)? { rows.regionDecoder(showing: info) }

  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard case .rows(let toned)? = try rows.toned(to: tone, while: shouldContinue)?.access else {
      return nil
    }
    return Self(toned, by: turn)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? { try rows.sampleReader() }
}

/// Applies an orientation to the pixels of one tile.
struct OrientationTransform {
  let orientation: Orientation

  /// Applies the orientation to the pixels of a padded tile.
  ///
  /// - Parameters:
  ///   - pixels: Row by row as stored, apron included.
  ///   - size: The padded size as stored.
  /// - Returns: The pixels as shown.
  func apply(to pixels: ContiguousArray<UInt32>, size: PixelSize) -> ContiguousArray<UInt32> {
    if orientation == .upright { return pixels }
    let shown = orientation.applied(to: size)
    let alongX = orientation.reversesX ? -1 : 1
    let alongY = orientation.reversesY ? -size.width : size.width
    let start =
      (orientation.reversesX ? size.width - 1 : 0)
      + (orientation.reversesY ? (size.height - 1) * size.width : 0)
    let step = orientation.transposes ? alongY : alongX
    let rowStep = orientation.transposes ? alongX : alongY
    return ContiguousArray(unsafeUninitializedCapacity: pixels.count) { output, count in
      pixels.withUnsafeBufferPointer { input in
        for y in 0..<shown.height {
          var source = start + y * rowStep
          for x in 0..<shown.width {
            output[y * shown.width + x] = input[source]
            source += step
          }
        }
      }
      count = pixels.count
    }
  }

  /// The rectangle as shown of the first rows as stored.
  ///
  /// - Parameters:
  ///   - rows: The number of filled rows as stored, from the first on.
  ///   - size: The content's size as stored.
  /// - Returns: The rectangle as shown, in pixels of the content.
  func filledRect(rows: Int, of size: PixelSize) -> PixelRect {
    let start = orientation.reversesY ? size.height - rows : 0
    return orientation.transposes
      ? PixelRect(x: start, y: 0, width: rows, height: size.width)
      : PixelRect(x: 0, y: start, width: size.width, height: rows)
  }
}
