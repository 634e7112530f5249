import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A comparison of two pictures` {
  private let folder = ScratchFolder()
  private var others: OtherPrograms { OtherPrograms(folder: folder) }

  private func open(_ names: PicturePair<String>) throws -> PicturePair<any ImageSource> {
    try names.map { try ImageFile.open(folder.file($0)) }
  }

  private func compare(
    _ a: String, _ b: String, place: PairPlace = .topLeft,
    _ adjustment: PairAdjustment = .none, budget: Int = 64 << 20
  ) throws -> DifferenceStatistics {
    let sources = try open(PicturePair(a: a, b: b))
    let comparison = PictureComparison(
      sources, PairLayout(sources.map(\.info.size), place: place, adjustment: adjustment),
      budget: budget, scratch: nil)
    return try #require(try comparison.statistics())
  }

  // MARK: - Against vips

  /// What a picture is made into, by convert; `@in.ppm` is noise, `@soft.ppm` is soft.
  private static let edits = [
    "convert @in.ppm -depth 8 @b.png", "convert @in.ppm -negate -depth 8 @b.png",
    "convert @in.ppm -quality 60 @x.jpg", "convert @in.ppm -blur 0x1 -depth 8 @b.png",
    "convert @in.ppm -modulate 99,100,100 -compress LZW -depth 8 @b.tif",
    "convert @in.ppm -region 1x1+100+80 -negate +region -depth 8 @b.png",
    "convert @in.ppm -roll +1+0 -depth 8 @b.bmp", "convert @in.ppm -gamma 1.02 -depth 8 @b.ppm",
    "convert @in.ppm -evaluate add 1% -depth 8 -define webp:lossless=true @b.webp",
    "convert @soft.ppm -depth 8 @b.png",
  ]

  @Test(arguments: edits.indices)
  func `gives the numbers of vips`(index: Int) throws {
    var random = SplitMix64(seed: UInt64(index))
    let size = PixelSize(width: 211, height: 157)
    others.write(ReferencePicture(noise: size, using: &random), to: "in.ppm")
    others.write(ReferencePicture(soft: size), to: "soft.ppm")
    let edit = Self.edits[index]
    try others.run(edit)
    var name = edit.split(separator: "@").last.map(String.init) ?? ""
    if name == "x.jpg" {
      // Both read what one decoder has made.
      try others.run("convert @x.jpg -depth 8 @b.png")
      name = "b.png"
    }
    let own = try compare("in.ppm", name)
    let theirs = try vips("in.ppm", name)
    #expect(own.pixelCount == size.width * size.height)
    #expect(Double(own.squareSum) == theirs.squareSum)
    #expect(Double(own.maximum) == theirs.greatest)
    #expect(Double(own.differingCount) == theirs.differing)
    let mean = theirs.squareSum / Double(3 * own.pixelCount)
    #expect(abs(own.meanSquaredError - mean) <= 1e-6)
    if let ratio = own.peakSignalToNoiseRatio {
      #expect(abs(ratio - 10 * log10(255 * 255 / mean)) <= 1e-6)
    } else {
      #expect(mean == 0)
    }
    #expect((own.squareSum == 0) == (index == 0))
  }

  /// The numbers of vips: the sum of the squared differences, the greatest one, and how many pixels differ.
  private func vips(
    _ a: String, _ b: String
  ) throws -> (squareSum: Double, greatest: Double, differing: Double) {
    try others.run("vips subtract @\(a) @\(b) @difference.v")
    try others.run("vips multiply @difference.v @difference.v @squares.v")
    try others.run("vips abs @difference.v @absolute.v")
    try others.run("vips relational_const @absolute.v @differs.v more 0")
    try others.run("vips bandbool @differs.v @either.v or")
    let columns = (maximum: 1, sum: 2)
    return (
      try statistics("squares.v")[columns.sum], try statistics("absolute.v")[columns.maximum],
      try statistics("either.v")[columns.sum] / 255
    )
  }

  /// The first row of what `vips stats` calculates, over all bands.
  private func statistics(_ name: String) throws -> [Double] {
    try others.run("vips stats @\(name) @stats.v")
    try others.run("vips rawsave @stats.v @stats.raw")
    return ScratchFolder.read(folder.file("stats.raw")).withUnsafeBytes {
      Array($0.bindMemory(to: Double.self).prefix(10))
    }
  }

  // MARK: - Against all pixels

  /// The statistics of two pictures, pixel by pixel.
  private func expected(
    _ a: ReferencePicture, _ b: ReferencePicture, _ layout: PairLayout
  ) -> (squares: Double, differing: Int, greatest: Int, place: (Int, Int)?) {
    var result = (squares: 0.0, differing: 0, greatest: 0, place: (Int, Int)?.none)
    for y in 0..<layout.canvas.height {
      for x in 0..<layout.canvas.width {
        let inA = (x - layout.frames.a.x, y - layout.frames.a.y)
        let inB = (x - layout.frames.b.x, y - layout.frames.b.y)
        guard let one = pixel(a, inA), let other = pixel(b, inB) else { continue }
        var most = 0
        for (value, otherValue) in zip(one, other) {
          result.squares += Double((value - otherValue) * (value - otherValue))
          most = max(most, abs(value - otherValue))
        }
        if most > 0 { result.differing += 1 }
        if most > result.greatest { (result.greatest, result.place) = (most, inA) }
      }
    }
    return result
  }

  /// The colors of a pixel; `nil` outside of the picture.
  private func pixel(_ picture: ReferencePicture, _ place: (x: Int, y: Int)) -> [Int]? {
    guard (0..<picture.size.width).contains(place.x), (0..<picture.size.height).contains(place.y)
    else { return nil }
    let pixel = Int(picture[place.x, place.y])
    return [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF]
  }

  /// Writes two pictures whose widths and heights are in a range.
  private func write(
    _ widths: ClosedRange<Int>, _ heights: ClosedRange<Int>, using random: inout SplitMix64
  ) -> (sizes: PicturePair<PixelSize>, pictures: PicturePair<ReferencePicture>) {
    let sizes = PicturePair { _ in
      PixelSize(
        width: .random(in: widths, using: &random), height: .random(in: heights, using: &random))
    }
    let pictures = sizes.map { ReferencePicture(noise: $0, using: &random) }
    others.write(pictures.a, to: "a.ppm")
    others.write(pictures.b, to: "b.ppm")
    return (sizes, pictures)
  }

  @Test(arguments: 0..<24)
  func `adds up what both cover, wherever they lie`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(100 + seed))
    let (sizes, pictures) = write(1...60, 1...400, using: &random)
    for place in [PairPlace.topLeft, .center] {
      let offset = PairOffset(
        x: .random(in: -20...20, using: &random), y: .random(in: -100...100, using: &random))
      let moved = PairLayout(sizes, place: place, adjustment: PairAdjustment(offset: offset))
      #expect(
        moved.frames.b.x - moved.frames.a.x == offset.x
          + (place == .topLeft ? 0 : (sizes.a.width - sizes.b.width) / 2))
      let expectedThere = expected(pictures.a, pictures.b, moved)
      let there = try compare("a.ppm", "b.ppm", place: place, PairAdjustment(offset: offset))
      #expect(there.pixelCount == moved.compared.area)
      #expect(Double(there.squareSum) == expectedThere.squares)
      #expect(there.maximumPlace.map { [$0.x, $0.y] } == expectedThere.place.map { [$0.0, $0.1] })
      let layout = PairLayout(sizes, place: place)
      let wanted = expected(pictures.a, pictures.b, layout)
      let found = try compare("a.ppm", "b.ppm", place: place)
      #expect(found.pixelCount == layout.compared.area && found.pixelCount > 0)
      #expect(Double(found.squareSum) == wanted.squares)
      #expect(found.differingCount == wanted.differing && found.maximum == wanted.greatest)
      #expect(found.maximumPlace.map { [$0.x, $0.y] } == wanted.place.map { [$0.0, $0.1] })
      let back = try compare("b.ppm", "a.ppm", place: place)
      #expect(back.squareSum == found.squareSum && back.differingCount == found.differingCount)
    }
  }

  @Test(arguments: 0..<20)
  func `adds up what both cover where B is scaled by hand, and moved`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(300 + seed))
    let (sizes, pictures) = write(2...60, 2...300, using: &random)
    for place in PairPlace.allCases {
      let offset = PairOffset(
        x: .random(in: -20...20, using: &random), y: .random(in: -80...80, using: &random))
      let scale = Double.random(in: 0.3...3, using: &random)
      let adjustment = PairAdjustment(offset: offset, scale: scale)
      let layout = PairLayout(sizes, place: place, adjustment: adjustment)
      let fit = min(
        Double(sizes.a.width) / Double(sizes.b.width),
        Double(sizes.a.height) / Double(sizes.b.height))
      #expect(abs(layout.scaleOfB - scale * (place == .fit ? fit : 1)) < 1e-9)
      // All of B scaled, of which a part lies over A.
      let scaled = scaled(pictures.b, to: layout.frames.b.size)
      let wanted = expected(pictures.a, scaled, layout)
      let found = try compare("a.ppm", "b.ppm", place: place, adjustment)
      #expect(found.pixelCount == layout.compared.area, "\(layout)")
      #expect(Double(found.squareSum) == wanted.squares, "\(layout)")
      #expect(found.maximumPlace.map { [$0.x, $0.y] } == wanted.place.map { [$0.0, $0.1] })
    }
  }

  @Test(arguments: PairPlace.allCases)
  func `scales B around a place, step by step without going astray`(place: PairPlace) {
    let sizes = PicturePair(
      a: PixelSize(width: 900, height: 700), b: PixelSize(width: 611, height: 733))
    let start = PairLayout(
      sizes, place: place, adjustment: PairAdjustment(offset: PairOffset(x: -31, y: 17)))
    let inA = Point(210.4, 333.7)
    func pixelOfB(_ layout: PairLayout) -> Point {
      (inA + layout.frames.a.rect.origin - layout.frames.b.rect.origin) / layout.scaleOfB
    }
    var (layout, rest) = (start, Point.zero)
    for step in 0..<300 {
      (layout, rest) = layout.adjusted(
        scalingBy: step < 150 ? 1.01 : 1 / 1.01,
        around: inA + layout.frames.a.rect.origin, fraction: rest)
      #expect(max(abs(rest.x), abs(rest.y)) <= 0.501)
      // Half a pixel of A, and what rounding the size of B has moved its middle.
      let away = (pixelOfB(layout) - pixelOfB(start)) * layout.scaleOfB
      #expect(max(abs(away.x), abs(away.y)) <= 1.01, "step \(step): \(away)")
      if step == 149 { #expect(abs(layout.adjustment.scale - 4.4484) < 0.001) }
    }
    #expect(abs(layout.adjustment.scale - 1) < 1e-9 && layout.place == place)
    let offset = layout.adjustment.offset
    #expect(abs(offset.x + 31) <= 1 && abs(offset.y - 17) <= 1)
    #expect(PairAdjustment(scale: 1e9).scale == 64)
    #expect(PairAdjustment(scale: 0).scale > 0)
  }

  @Test(arguments: PairPlace.allCases)
  func `turns B around a place, step by step without going astray`(place: PairPlace) {
    let sizes = PicturePair(
      a: PixelSize(width: 900, height: 700), b: PixelSize(width: 611, height: 733))
    let start = PairLayout(
      sizes, place: place, adjustment: PairAdjustment(offset: PairOffset(x: -31, y: 17), turn: 20))
    let inA = Point(210.4, 333.7)
    func pixelOfB(_ layout: PairLayout) -> Point {
      let place = inA + layout.frames.a.rect.origin
      return ((layout.turned?.unturned(place) ?? place) - layout.frames.b.rect.origin)
        / layout.scaleOfB
    }
    var (layout, rest) = (start, Point.zero)
    for step in 0..<720 {
      (layout, rest) = layout.adjusted(
        scalingBy: step < 360 ? 1.001 : 1 / 1.001, turningBy: step < 400 ? 1.1 : -1.1,
        around: inA + layout.frames.a.rect.origin, fraction: rest)
      #expect(max(abs(rest.x), abs(rest.y)) <= 0.501)
      let away = (pixelOfB(layout) - pixelOfB(start)) * layout.scaleOfB
      #expect(max(abs(away.x), abs(away.y)) <= 1.5, "step \(step): \(away)")
      // The canvas holds both.
      let bounds = layout.turned?.bounds ?? layout.frames.b
      #expect(PixelRect(layout.canvas).intersection(bounds) == bounds)
    }
    #expect(abs(layout.adjustment.turn - (20 + 80 * 1.1)) < 1e-9)
    #expect(PairAdjustment(turn: 540).turn == 180 && PairAdjustment(turn: -180).turn == 180)
    #expect(PairAdjustment(turn: .nan).turn == 0)
  }

  @Test(arguments: 0..<16)
  func `adds up what both cover where B is turned`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(500 + seed))
    let (sizes, pictures) = write(2...90, 2...90, using: &random)
    for place in PairPlace.allCases {
      let adjustment = PairAdjustment(
        offset: PairOffset(
          x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random)),
        scale: place == .center ? 1 : .random(in: 0.5...2, using: &random),
        turn: .random(in: -180...180, using: &random))
      let layout = PairLayout(sizes, place: place, adjustment: adjustment)
      let turned = try #require(layout.turned)
      // B as it lies, on a picture of the canvas, and whether it is there.
      var lying = ReferencePicture(
        size: layout.canvas,
        pixels: [UInt32](repeating: 0, count: layout.canvas.width * layout.canvas.height))
      var isThere = [Bool](repeating: false, count: layout.canvas.width * layout.canvas.height)
      let scaled = scaled(pictures.b, to: layout.frames.b.size)
      for y in 0..<layout.canvas.height {
        let columns = turned.columns(ofRow: y)
        let start = y * layout.canvas.width
        scaled.pixels.withUnsafeBufferPointer { source in
          lying.pixels.withUnsafeMutableBufferPointer { target in
            let part = start + columns.lowerBound..<start + columns.upperBound
            turned.sample(
              row: y, columns, of: source, stride: scaled.size.width, in: layout.frames.b,
              into: UnsafeMutableBufferPointer(rebasing: target[part]))
          }
        }
        for x in columns { isThere[start + x] = true }
      }
      var (count, squares, greatest) = (0, 0.0, 0)
      for y in layout.frames.a.rows {
        for x in layout.frames.a.columns where isThere[y * layout.canvas.width + x] {
          let inA = (x - layout.frames.a.x, y - layout.frames.a.y)
          guard let one = pixel(pictures.a, inA), let other = pixel(lying, (x, y)) else { continue }
          count += 1
          for (value, otherValue) in zip(one, other) {
            squares += Double((value - otherValue) * (value - otherValue))
            greatest = max(greatest, abs(value - otherValue))
          }
        }
      }
      let found = try compare("a.ppm", "b.ppm", place: place, adjustment)
      #expect(found.pixelCount == count, "\(layout)")
      #expect(Double(found.squareSum) == squares && found.maximum == greatest, "\(layout)")
    }
  }

  @Test(arguments: 0..<20)
  func `lies on A as alone where several share a canvas, just large enough`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let sizes = (0..<4).map { _ in
      PixelSize(
        width: .random(in: 1...300, using: &random), height: .random(in: 1...300, using: &random))
    }
    let adjustments = (0..<4).map { index in
      index == 0
        ? PairAdjustment.none
        : PairAdjustment(
          offset: PairOffset(
            x: .random(in: -200...200, using: &random), y: .random(in: -200...200, using: &random)),
          scale: .random(in: 0.5...2, using: &random),
          turn: index == 1 ? 0 : .random(in: 1...179, using: &random))
    }
    for place in PairPlace.allCases {
      let layouts = PairLayout.layouts(
        sizes, place: place, adjustments: adjustments,
        mapped: Array(repeating: nil, count: 4))
      for (index, layout) in layouts.enumerated() {
        let alone = PairLayout(
          PicturePair(a: sizes[0], b: sizes[index]), place: place, adjustment: adjustments[index])
        let (x, y) = (layout.frames.a.x - alone.frames.a.x, layout.frames.a.y - alone.frames.a.y)
        #expect(layout.frames == alone.frames.map { $0.offset(x: x, y: y) })
        #expect(layout.compared == alone.compared && layout.turn == alone.turn)
        #expect(layout.frames.a == layouts[0].frames.a && layout.canvas == layouts[0].canvas)
      }
      #expect(layouts[0].frames.a == layouts[0].frames.b && layouts[0].turned == nil)
      let areas = layouts.map { $0.turned?.bounds ?? $0.frames.b }
      #expect(areas.map(\.x).min() == 0 && areas.map(\.y).min() == 0)
      #expect(areas.map(\.maxX).max() == layouts[0].canvas.width)
      #expect(areas.map(\.maxY).max() == layouts[0].canvas.height)
    }
  }

  /// A picture at another size.
  private func scaled(_ picture: ReferencePicture, to size: PixelSize) -> ReferencePicture {
    guard size != picture.size else { return picture }
    var scaler = RowScaler(from: picture.size, to: size)
    var pixels: [UInt32] = []
    for y in 0..<picture.size.height {
      let row = (0..<picture.size.width).map { picture[$0, y] }
      row.withUnsafeBufferPointer { scaler.add($0) { pixels.append(contentsOf: $0) } }
    }
    return ReferencePicture(size: size, pixels: pixels)
  }

  @Test func `is that of a picture turned by quarters, and in a file as in memory`() throws {
    var random = SplitMix64(seed: 8)
    let size = PixelSize(width: 300, height: 300)
    others.write(ReferencePicture(noise: size, using: &random), to: "a.ppm")
    others.write(ReferencePicture(noise: size, using: &random), to: "b.ppm")
    let sources = try open(PicturePair(a: "a.ppm", b: "b.ppm"))
    let scratch = CacheFolder(path: FilePath(folder.file("cache")), byteLimit: 1 << 30)
    for (orientation, turn) in [
      (Orientation.turnedRight, 90.0), (.turnedLeft, -90), (Orientation(known: 3), 180),
    ] {
      var quarters = sources
      quarters.b = try #require(sources.b.turned(by: orientation))
      let wanted = try PictureComparison(
        quarters, PairLayout(PicturePair(a: size, b: size), place: .topLeft), budget: 64 << 20,
        scratch: nil
      ).statistics()
      let layout = PairLayout(
        PicturePair(a: size, b: size), place: .topLeft, adjustment: PairAdjustment(turn: turn))
      let found = try PictureComparison(sources, layout, budget: 64 << 20, scratch: nil)
        .statistics()
      #expect(found == wanted && found?.pixelCount == 90_000)
      // Half as large, each pixel is the mean of four, turned or not.
      let halved = try [(quarters, 0), (sources, turn)].map { sources, turn in
        try PictureComparison(
          sources,
          PairLayout(
            PicturePair(a: size, b: size), place: .topLeft,
            adjustment: PairAdjustment(scale: 0.5, turn: turn)),
          budget: 64 << 20, scratch: nil
        ).statistics()
      }
      #expect(halved[0] == halved[1] && halved[0]?.pixelCount == 22_500)
      let filed = try PictureComparison(sources, layout, budget: 0, scratch: scratch).statistics()
      #expect(filed == wanted)
      #expect(throws: ImagingError.self) {
        try PictureComparison(sources, layout, budget: 0, scratch: nil).statistics()
      }
    }
  }

  @Test func `counts alpha apart from colors`() {
    func row(_ a: UInt32, _ b: UInt32) -> DifferenceStatistics {
      var statistics = DifferenceStatistics()
      [a].withUnsafeBufferPointer { a in
        [b].withUnsafeBufferPointer { b in statistics.add(a, b, y: 7) }
      }
      return statistics
    }
    // The same color, once opaque and once half transparent.
    let half = row(0xFF64_3214, PixelRows.premultiplied(0x8064_3214))
    #expect(half.squareSum <= 3 && half.alphaDifferingCount == 1 && half.maximumAlpha == 0x7F)
    #expect(!half.isIdentical)
    let color = row(0xFF64_3214, 0xFF64_3215)
    #expect(color.alphaDifferingCount == 0 && color.maximum == 1 && color.squareSum == 1)
    #expect(color.maximumPlace == .init(x: 0, y: 7))
    #expect(row(0, 0).isIdentical && row(0, 0).peakSignalToNoiseRatio == nil)
    #expect(DifferenceStatistics().differingFraction == 0 && DifferenceStatistics().isIdentical)
  }

  @Test func `is the same in little memory, and turned`() throws {
    var random = SplitMix64(seed: 3)
    let size = PixelSize(width: 300, height: 700)
    let picture = ReferencePicture(noise: size, using: &random)
    others.write(picture, to: "a.ppm")
    try others.run("convert @a.ppm -blur 0x2 -depth 8 @b.png")
    let plain = try compare("a.ppm", "b.png")
    #expect(try compare("a.ppm", "b.png", budget: 0) == plain)
    let sources = try open(PicturePair(a: "a.ppm", b: "b.png"))
    let turned = try sources.map { try #require($0.turned(by: .turnedRight)) }
    let layout = PairLayout(turned.map(\.info.size), place: .topLeft)
    let found = try PictureComparison(turned, layout, budget: 64 << 20, scratch: nil).statistics()
    #expect(found?.squareSum == plain.squareSum && found?.pixelCount == plain.pixelCount)
  }

  @Test func `ends where it is told to, and reports what part is done`() throws {
    var random = SplitMix64(seed: 4)
    let picture = ReferencePicture(noise: PixelSize(width: 20, height: 900), using: &random)
    others.write(picture, to: "a.ppm")
    let sources = try open(PicturePair(a: "a.ppm", b: "a.ppm"))
    let layout = PairLayout(sources.map(\.info.size), place: .fit)
    let comparison = PictureComparison(sources, layout, budget: 1 << 20, scratch: nil)
    var parts: [Double] = []
    #expect(
      try comparison.statistics {
        parts.append($0)
        return parts.count < 3
      } == nil)
    #expect(parts.count == 3 && parts == parts.sorted() && parts.allSatisfy { $0 > 0 && $0 < 1 })
    parts = []
    let whole = try comparison.statistics {
      parts.append($0)
      return true
    }
    #expect(whole?.isIdentical == true && parts.last == 1)
  }

  @Test func `does not judge a picture of which a part is missing`() throws {
    var random = SplitMix64(seed: 5)
    let picture = ReferencePicture(noise: PixelSize(width: 90, height: 90), using: &random)
    others.write(picture, to: "a.ppm")
    try others.run("convert @a.ppm -depth 8 @a.png")
    let bytes = ScratchFolder.read(folder.file("a.png"))
    _ = folder.write(Array(bytes.prefix(bytes.count / 2)), to: "b.png")
    for (a, b) in [("a.png", "b.png"), ("b.png", "a.png")] {
      #expect(throws: ImagingError.self) { try compare(a, b) }
    }
  }

  // MARK: - Scaled to fit

  @Test func `scales B to A where it is to fit`() throws {
    var random = SplitMix64(seed: 6)
    let small = ReferencePicture(noise: PixelSize(width: 40, height: 30), using: &random)
    others.write(small, to: "small.ppm")
    var large = ReferencePicture(size: PixelSize(width: 120, height: 90), pixels: [])
    for y in 0..<90 { for x in 0..<120 { large.pixels.append(small[x / 3, y / 3]) } }
    others.write(large, to: "large.ppm")
    // The mean of blocks that are all the same gives their color.
    let found = try compare("small.ppm", "large.ppm", place: .fit)
    #expect(found.pixelCount == 40 * 30 && found.isIdentical)
    #expect(try compare("small.ppm", "large.ppm").meanSquaredError > 5000)
    // One color stays one color at any size.
    try others.run("convert -size 7x300 xc:#3b7f11 -depth 8 @thin.png")
    try others.run("convert -size 201x33 xc:#3b7f11 -depth 8 @wide.png")
    for (a, b) in [("thin.png", "wide.png"), ("wide.png", "thin.png")] {
      let same = try compare(a, b, place: .fit)
      #expect(same.isIdentical && same.pixelCount > 0)
    }
  }
}
