package import ScrollGeometry

extension Orientation {
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
}

extension Orientation {
  /// The turn after which a picture that has this orientation has another one.
  package func turn(to other: Orientation) -> Orientation {
    (1...8).lazy.map(Orientation.init(known:)).first { followed(by: $0) == other } ?? .upright
  }
}

extension ImageInfo {
  /// The header of the picture turned or flipped as it is shown.
  func turned(by turn: Orientation) -> Self {
    var info = self
    info.size = turn.applied(to: size)
    info.orientation = orientation.followed(by: turn)
    return info
  }
}

/// The rows of a file whose picture is shown turned or flipped.
struct TurnedRows: RowSource {
  let rows: any RowSource
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
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    try rows.decode(into: builder, while: shouldContinue)
  }

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
