import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A place by coordinates` {
  private typealias MapFrame = PixelScale.MapFrame

  private func info(_ size: PixelSize, _ orientation: Orientation = .upright) -> ImageInfo {
    ImageInfo(format: "TIFF", size: size, orientation: orientation)
  }

  private func scale(_ frame: MapFrame) -> PixelScale? {
    PixelScale(.length, x: frame.column.length, y: frame.row.length, "test", map: frame)
  }

  /// A map whose rows go south, with pixels of a side, turned clockwise.
  private func frame(
    _ side: Double, turned degrees: Double = 0, at origin: Point, unit: String = "m", code: Int = 0
  ) -> MapFrame {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return MapFrame(
      column: Point(cosine, -sine) * side, row: Point(-sine, -cosine) * side, origin: origin,
      unit: unit, code: code)
  }

  @Test(arguments: 0..<40)
  func `puts each pixel of B where its coordinates are on A`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let shown = PicturePair { _ in
      PixelSize(
        width: .random(in: 20...900, using: &random), height: .random(in: 20...900, using: &random))
    }
    let orientations = PicturePair { _ in
      Orientation(rawValue: seed < 8 ? 1 : .random(in: 1...8, using: &random)) ?? .upright
    }
    // A mirrored picture has mirrored coordinates: both are, or none.
    let isMirrored = orientations.map { [2, 4, 5, 7].contains($0.rawValue) }
    let frames = PicturePair { _ in
      frame(
        .random(in: 0.5...2, using: &random), turned: .random(in: -180...180, using: &random),
        at: Point(
          400_000 + .random(in: 0...300, using: &random),
          5_600_000 + .random(in: 0...300, using: &random)))
    }
    let infos = PicturePair { info(shown[$0], orientations[$0]) }
    let scales = frames.map { scale($0) }
    guard isMirrored.a == isMirrored.b else {
      #expect(throws: MappedPlace.Refusal.self) { try MappedPlace(infos, scales) }
      return
    }
    let mapped = try MappedPlace(infos, scales)
    let layout = PairLayout(shown, place: .map, mapped: mapped)
    for _ in 0..<10 {
      let place = Point(
        .random(in: 0...Double(shown.b.width), using: &random),
        .random(in: 0...Double(shown.b.height), using: &random))
      let inMap = frames.b.coordinates(of: infos.b.filePlace(of: place))
      let onA = try #require(frames.a.place(of: inMap))
      let wanted = infos.a.shownPlace(of: onA) + layout.frames.a.rect.origin
      let inFrame = layout.frames.b.rect.origin + place * layout.scaleOfB
      let found = layout.turned?.turned(inFrame) ?? inFrame
      // B lies on whole pixels of A, and has a whole size there.
      #expect((found - wanted).length < 1.3, "\(layout)")
    }
    // By hand from there.
    let moved = PairLayout(
      shown, place: .map,
      adjustment: PairAdjustment(offset: PairOffset(x: 3, y: -2), turn: -mapped.turn),
      mapped: mapped)
    #expect(moved.turn == 0 && moved.turned == nil)
  }

  @Test func `is exact where pixels lie on pixels`() throws {
    let sizes = PicturePair(
      a: PixelSize(width: 500, height: 400), b: PixelSize(width: 120, height: 90))
    let infos = sizes.map { info($0) }
    let a = frame(0.2, at: Point(399_999.8, 5_600_000.2), code: 25832)
    let b = frame(0.2, at: a.coordinates(of: Point(100, 41)), code: 25832)
    let mapped = try MappedPlace(infos, PicturePair(a: scale(a), b: scale(b)))
    #expect(mapped.scale == 1 && mapped.turn == 0)
    let layout = PairLayout(sizes, place: .map, mapped: mapped)
    #expect(layout.frames.b == PixelRect(x: 100, y: 41, width: 120, height: 90))
    #expect(layout.turned == nil && layout.compared == layout.frames.b)
    #expect(PairLayout(sizes, place: .map).frames == PairLayout(sizes, place: .topLeft).frames)
  }

  @Test func `says why there is none`() throws {
    let size = PixelSize(width: 100, height: 100)
    let infos = PicturePair(a: info(size), b: info(size))
    let good = frame(1, at: .zero, code: 25832)
    func refusal(_ a: MapFrame?, _ b: MapFrame?) -> String? {
      do throws(MappedPlace.Refusal) {
        _ = try MappedPlace(
          infos, PicturePair(a: a.flatMap { scale($0) }, b: b.flatMap { scale($0) }))
        return nil
      } catch {
        return error.message
      }
    }
    #expect(refusal(good, good) == nil)
    #expect(refusal(nil, good) == "picture A has no coordinates on a map")
    #expect(refusal(good, nil) == "picture B has no coordinates on a map")
    #expect(
      refusal(good, frame(1, at: .zero, code: 4326))
        == "their coordinates are of different systems: EPSG:25832, EPSG:4326")
    #expect(
      refusal(frame(1, at: .zero), frame(1, at: .zero, unit: "°"))?.contains("systems") == true)
    // A world file doesn't say which system it has.
    #expect(refusal(good, frame(1, at: .zero, unit: "")) == nil)
    var mirrored = good
    mirrored.row = Point(0, 1)
    #expect(refusal(good, mirrored)?.contains("mirrored") == true)
    var stretched = good
    stretched.row = Point(0, -1.01)
    #expect(refusal(good, stretched)?.contains("stretched") == true)
    #expect(refusal(stretched, stretched) == nil)
    #expect(refusal(good, frame(100, at: .zero))?.contains("too large") == true)
    #expect(refusal(good, frame(1, at: Point(1e9, 0)))?.contains("too far") == true)
    var line = good
    line.row = line.column
    #expect(refusal(line, good) == "the coordinates of A are those of a line")
  }
}
