import Glibc
package import ScrollGeometry

/// Where picture B lies on picture A by the coordinates that both have on a map.
package struct MappedPlace: Hashable, Sendable {
  /// The middle of B, in pixels of A.
  package let middle: Point
  /// The pixels of A that a pixel of B takes along a side.
  package let scale: Double
  /// The angle by which B is turned clockwise, in degrees.
  package let turn: Double

  /// Why two pictures cannot be placed by their coordinates.
  package struct Refusal: Error, Hashable {
    package let message: String
  }

  /// How far B may be from a picture that is only moved, scaled and turned, as a part of its size. [C]
  private static let skewLimit = 0.002

  /// Places picture B.
  ///
  /// - Parameters:
  ///   - infos: The headers of the pictures.
  ///   - scales: The extents and places of their pixels, as far as they are known.
  /// - Throws: If one has no coordinates, they are of different systems, or B would have to be skewed or mirrored.
  package init(
    _ infos: PicturePair<ImageInfo>, _ scales: PicturePair<PixelScale?>
  ) throws(Refusal) {
    guard let a = scales.a?.map else { throw Self.lacking(.a) }
    guard let b = scales.b?.map else { throw Self.lacking(.b) }
    let isSameSystem =
      (a.code == b.code || a.code == 0 || b.code == 0)
      && (a.unit == b.unit || a.unit.isEmpty || b.unit.isEmpty)
    guard isSameSystem else {
      throw Refusal(
        message: "their coordinates are of different systems: \(Self.name(a)), \(Self.name(b))")
    }
    /// The place on A of a place on B, both as shown.
    func place(_ x: Double, _ y: Double) throws(Refusal) -> Point {
      let coordinates = b.coordinates(of: infos.b.filePlace(of: Point(x, y)))
      guard let found = a.place(of: coordinates) else {
        throw Refusal(message: "the coordinates of A are those of a line")
      }
      return infos.a.shownPlace(of: found)
    }
    let size = infos.b.size.size
    let corner = try place(0, 0)
    let across = (try place(size.width, 0) - corner) / size.width
    let down = (try place(0, size.height) - corner) / size.height
    let mean = (across.length + down.length) / 2
    guard (down - Point(-across.y, across.x)).length <= Self.skewLimit * mean else {
      throw Refusal(message: "B is skewed, stretched or mirrored on the map of A")
    }
    guard PairAdjustment.scales.contains(mean) else {
      throw Refusal(message: "the pixels of B are too \(mean > 1 ? "large" : "small") on A")
    }
    let angle = atan2(across.y, across.x) * 180 / .pi
    middle = try place(size.width / 2, size.height / 2)
    guard max(abs(middle.x), abs(middle.y)) < Double(PairOffset.most) else {
      throw Refusal(message: "they are too far from each other")
    }
    // Coordinates have rounding errors.
    scale = abs(mean - 1) < 1e-6 ? 1 : mean
    turn = abs(angle) < 1e-4 ? 0 : angle
  }

  private static func lacking(_ side: PairSide) -> Refusal {
    Refusal(message: "picture \(side.letter) has no coordinates on a map")
  }

  private static func name(_ map: PixelScale.MapFrame) -> String {
    map.code > 0 ? "EPSG:\(map.code)" : map.unit
  }
}
