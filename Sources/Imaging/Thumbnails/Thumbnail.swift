package import ScrollGeometry

/// A small version of a picture.
package struct Thumbnail: Sendable {
  /// The size, in pixels.
  package let size: PixelSize
  /// The pixels, row by row, as 0xAARRGGBB in native byte order, premultiplied by alpha.
  package let pixels: [UInt32]
  /// Whether all pixels are opaque.
  package let isOpaque: Bool
  /// Whether a part of the picture is missing, since its file is damaged; transparent there.
  package var isDamaged = false

  /// Makes a thumbnail from its pixels.
  ///
  /// - Precondition: there are as many pixels as the size needs.
  package init(size: PixelSize, pixels: [UInt32], isOpaque: Bool) {
    precondition(pixels.count == size.width * size.height, "a thumbnail of the wrong length")
    self.size = size
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// The longer of both sides, in pixels.
  package var longerSide: Int { max(size.width, size.height) }

  /// Returns the size of a picture whose longer side is at most `side`, with its proportions; never larger than the picture.
  package static func size(of picture: PixelSize, side: Int) -> PixelSize {
    let longer = max(picture.width, picture.height)
    guard longer > side, side > 0 else { return picture }
    let ratio = Double(side) / Double(longer)
    return PixelSize(
      width: max(1, Int((Double(picture.width) * ratio).rounded())),
      height: max(1, Int((Double(picture.height) * ratio).rounded())))
  }
}

// MARK: - Limits

extension Thumbnail {
  /// The time that making one may wait for the picture's decoder, in seconds. [C]
  private static let seconds = 20

  /// Makes a thumbnail; calls of the picture's decoder fail once they have waited for too long.
  package static func withinLimit<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try CallScope.run(within: seconds, body)
  }
}

// MARK: - Reducing

extension Thumbnail {
  /// Returns the thumbnail with a longer side of at most `side` pixels, each the mean of those that it covers.
  package func reduced(to side: Int) -> Thumbnail {
    var thumbnail = resized(to: Self.size(of: size, side: side)) ?? self
    thumbnail.isDamaged = isDamaged
    return thumbnail
  }

  /// Returns the thumbnail with a size of at most its own, each pixel the mean of those that it covers; `nil` for a larger one.
  private func resized(to target: PixelSize) -> Thumbnail? {
    guard target != size else { return self }
    guard target.width <= size.width, target.height <= size.height else { return nil }
    let (columns, rows) = (
      Self.shares(from: size.width, to: target.width),
      Self.shares(from: size.height, to: target.height)
    )
    var result = [UInt32](repeating: 0, count: target.width * target.height)
    var line = [Float](repeating: 0, count: target.width * 4)
    for (y, row) in rows.enumerated() {
      for index in line.indices { line[index] = 0 }
      for (source, weight) in row { addRow(source, weight: weight, columns, to: &line) }
      for x in 0..<target.width {
        result[y * target.width + x] = (0..<4).reduce(0) { pixel, channel in
          let value = (line[x * 4 + channel] + 0.5).rounded(.down)
          return pixel | UInt32(min(max(value, 0), 255)) << UInt32(8 * channel)
        }
      }
    }
    return Thumbnail(size: target, pixels: result, isOpaque: isOpaque)
  }

  private func addRow(
    _ y: Int, weight: Float, _ columns: [[(Int, Float)]], to line: inout [Float]
  ) {
    pixels.withUnsafeBufferPointer { pixels in
      line.withUnsafeMutableBufferPointer { line in
        for (x, column) in columns.enumerated() {
          var (blue, green, red, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
          for (source, share) in column {
            let pixel = pixels[y * size.width + source]
            blue += Float(pixel & 255) * share
            green += Float(pixel >> 8 & 255) * share
            red += Float(pixel >> 16 & 255) * share
            alpha += Float(pixel >> 24) * share
          }
          line[x * 4] += blue * weight
          line[x * 4 + 1] += green * weight
          line[x * 4 + 2] += red * weight
          line[x * 4 + 3] += alpha * weight
        }
      }
    }
  }

  /// Returns the source pixels that each target pixel covers along an axis, and their shares, which add up to 1.
  private static func shares(from source: Int, to target: Int) -> [[(Int, Float)]] {
    let ratio = Double(source) / Double(target)
    return (0..<target).map { index in
      let (start, end) = (Double(index) * ratio, Double(index + 1) * ratio)
      let last = min(source - 1, Int(end.rounded(.up)) - 1)
      return (Int(start)...max(Int(start), last)).map { pixel in
        let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
        return (pixel, Float(max(covered, 0) / ratio))
      }
    }
  }
}

// MARK: - Decoding

extension Thumbnail {
  /// The area of a picture from which on decoding it as a whole for a thumbnail takes too long to do without need, in pixels. [C]
  private static let largestPass = 100_000_000

  /// Returns whether a thumbnail of a picture takes a pass over very many pixels.
  package static func isExpensive(_ source: any ImageSource) -> Bool {
    guard case .rows = source.access else { return false }
    return (source.info.size.area ?? .max) > largestPass
  }

  /// Decodes a thumbnail; the coarsest level of the picture's pyramid that is large enough is reduced.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - side: The length of the longer side, in pixels, unless the picture is smaller.
  ///   - indexedArea: Of pictures with more pixels, an index is read instead of rows where that is quicker.
  ///   - shouldContinue: Called now and then; where it returns false the result is `nil`.
  /// - Returns: The thumbnail, or `nil` if the file is damaged from its beginning.
  package static func decode(
    _ source: any ImageSource, side: Int, indexedArea: Int = largestPass,
    while shouldContinue: () -> Bool = { true }
  ) -> Thumbnail? {
    let pyramid = Pyramid(size: source.info.size)
    let level =
      pyramid.levels.last { level in
        let size = pyramid.size(ofLevel: level)
        return max(size.width, size.height) >= side
      } ?? 0
    let size = pyramid.size(ofLevel: level)
    var tiles: [TileKey: TilePixels] = [:]
    switch source.access {
    case .rows(let rows):
      let isIndexed = (source.info.size.area ?? .max) > indexedArea
      tiles =
        (isIndexed ? indexedTiles(of: rows, pyramid, level, while: shouldContinue) : nil)
        ?? reducedTiles(of: rows, pyramid, level, while: shouldContinue)
    case .tiles(let source):
      let whole = Rect(origin: .zero, size: pyramid.size.size)
      for key in pyramid.tiles(covering: whole, level: level).keys where shouldContinue() {
        tiles[key] = try? source.tile(key, of: pyramid)
      }
    }
    guard !tiles.isEmpty, shouldContinue() else { return nil }
    let isOpaque =
      !source.info.hasAlpha && tiles.values.allSatisfy { $0.isOpaque && $0.isComplete }
    let whole = Rect(origin: .zero, size: pyramid.size.size)
    var thumbnail = Thumbnail(tiles, size: size, isOpaque: isOpaque)
    let tileCount = pyramid.tiles(covering: whole, level: level).keys.count
    thumbnail.isDamaged = tiles.values.count { $0.isComplete } < tileCount
    return thumbnail.reduced(to: side)
  }

  /// Decodes the tiles of a level as small as the format can decode them.
  private static func reducedTiles(
    of rows: any RowSource, _ pyramid: Pyramid, _ level: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels] {
    var tiles: [TileKey: TilePixels] = [:]
    let reduction = min(level, rows.reducibleLevels)
    let builder = makeBuilder(of: rows.info, pyramid, level, from: reduction) { tiles[$0] = $1 }
    // What could be decoded of a damaged file is shown.
    try? rows.decode(into: builder, reducedBy: reduction, while: shouldContinue)
    builder.abandon()
    return tiles
  }

  /// Decodes the tiles of a level from the scan that indexes a file, or returns `nil` for one without an index, and for a damaged one.
  ///
  /// Of a JPEG file the scan decodes the mean of each block, in a third of the time.
  private static func indexedTiles(
    of rows: any RowSource, _ pyramid: Pyramid, _ level: Int, while shouldContinue: () -> Bool
  ) -> [TileKey: TilePixels]? {
    guard let decoder = rows.regionDecoder(), decoder.indexedLevel <= level else { return nil }
    var tiles: [TileKey: TilePixels] = [:]
    let builder = makeBuilder(of: rows.info, pyramid, level, from: decoder.indexedLevel) {
      tiles[$0] = $1
    }
    let isGood: Void? = try? decoder.buildIndex(into: builder, while: shouldContinue)
    builder.abandon()
    return isGood == nil ? nil : tiles
  }

  /// Makes a builder of the tiles of one level, for rows of a finer one.
  private static func makeBuilder(
    of info: ImageInfo, _ pyramid: Pyramid, _ level: Int, from finer: Int,
    emit: @escaping (TileKey, TilePixels) -> Void
  ) -> PyramidBuilder {
    var info = info
    info.size = pyramid.size(ofLevel: finer)
    return PyramidBuilder(info, from: level - finer, progressiveArea: .max) {
      if $0.level == level - finer { emit($0, $1) }
    }
  }

  /// Puts the tiles of a level together; where there are none it is transparent.
  init(_ tiles: [TileKey: TilePixels], size: PixelSize, isOpaque: Bool) {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let apron = TilePixels.apron
    for (key, tile) in tiles {
      let (left, top) = (key.column * Pyramid.tileSide, key.row * Pyramid.tileSide)
      let width = min(tile.size.width, size.width - left)
      let height = min(tile.size.height, size.height - top)
      guard width > 0, height > 0 else { continue }
      tile.withUnsafePixels { source in
        for y in 0..<height {
          let from = (y + apron) * tile.stride + apron
          let to = (top + y) * size.width + left
          pixels.replaceSubrange(to..<to + width, with: source[from..<from + width])
        }
      }
    }
    self.init(size: size, pixels: pixels, isOpaque: isOpaque)
  }

  /// The difference of an extent from the picture's proportions that rounding explains, in pixels. [C]
  private static let tolerance = 2.0
  /// The greatest mean of the brightest channel of padding, 0 to 255: black, into which compression smears the picture. [C]
  private static let darkest = 32

  /// Returns the thumbnail that a picture's file holds, which takes a fraction of the time of decoding one.
  ///
  /// - Parameters:
  ///   - source: The picture.
  ///   - side: The length of the longer side that it must have at least, in pixels.
  /// - Returns: The thumbnail, larger than asked for where it is; `nil` if there is none, it is too small, damaged, or has
  ///   other proportions than the picture.
  package static func embedded(in source: any ImageSource, side: Int) -> Thumbnail? {
    guard case .rows(let rows) = source.access,
      let thumbnail = rows.embeddedThumbnail()?.trimmed(toProportionsOf: source.info.size)
    else { return nil }
    // An image as large as the picture isn't a thumbnail of it.
    let limit = max(source.info.size.width, source.info.size.height)
    return side <= thumbnail.longerSide && thumbnail.longerSide < limit ? thumbnail : nil
  }

  /// The pixels of a picture from the top on that its thumbnail is compared with: they take some 15 ms to decode. [C]
  static let comparedArea = 4 << 20
  /// The cells of the longer side at which they are compared, and the greatest mean and single difference of a channel of those
  /// that show the same, which are sharpened and compressed otherwise. [C]
  private static let (cells, meanDifference, largestDifference) = (16, 12.0, 64)

  /// Returns whether the thumbnail that a picture's file holds was compared with all of the picture.
  package static func isVerified(in source: any ImageSource) -> Bool {
    (source.info.size.area ?? .max) <= comparedArea
  }

  /// Returns whether it shows the same as the first rows of a picture of `height` such rows.
  func agrees(withTop top: Thumbnail, of height: Int) -> Bool {
    let rows = max(1, min(size.height, size.height * top.size.height / height))
    let own = Thumbnail(
      size: PixelSize(width: size.width, height: rows),
      pixels: Array(pixels.prefix(size.width * rows)), isOpaque: true)
    let small = top.reduced(to: min(Self.cells, own.longerSide, top.longerSide))
    guard let other = own.resized(to: small.size) else { return false }
    var (sum, largest) = (0, 0)
    for (one, other) in zip(small.pixels, other.pixels) {
      for shift: UInt32 in [0, 8, 16] {
        let difference = abs(Int(one >> shift & 255) - Int(other >> shift & 255))
        sum += difference
        largest = max(largest, difference)
      }
    }
    return Double(sum) <= Self.meanDifference * Double(3 * small.pixels.count)
      && largest <= Self.largestDifference
  }

  /// Returns the thumbnail without the bars that cameras add to have their proportions; `nil` if it differs from the picture's
  /// proportions for another reason.
  func trimmed(toProportionsOf picture: PixelSize) -> Thumbnail? {
    guard !picture.isEmpty else { return nil }
    let scale = min(
      Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let (columns, rows) = (
      Self.middle(Double(picture.width) * scale, of: size.width),
      Self.middle(Double(picture.height) * scale, of: size.height)
    )
    guard columns.count < size.width || rows.count < size.height else { return self }
    guard !columns.isEmpty, !rows.isEmpty, isDark(around: columns, rows) else { return nil }
    let pixels = rows.flatMap { y in
      self.pixels[y * size.width + columns.lowerBound..<y * size.width + columns.upperBound]
    }
    return Thumbnail(
      size: PixelSize(width: columns.count, height: rows.count), pixels: pixels,
      isOpaque: isOpaque)
  }

  /// Returns the pixels that are wholly within the middle `extent` of a side.
  private static func middle(_ extent: Double, of side: Int) -> Range<Int> {
    let margin = (Double(side) - extent) / 2
    guard 2 * margin >= tolerance else { return 0..<side }
    let start = Int(margin.rounded(.up))
    return start..<max(start, side - start)
  }

  /// Returns whether the pixels outside a rectangle are all but black.
  private func isDark(around columns: Range<Int>, _ rows: Range<Int>) -> Bool {
    var (sum, count) = (0, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where !(rows.contains(y) && columns.contains(x)) {
        let pixel = pixels[y * size.width + x]
        sum += Int(max(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255))
        count += 1
      }
    }
    return sum <= count * Self.darkest
  }
}

// MARK: - A picture that is open

extension TiledPicture {
  /// A thumbnail made of the coarsest level of the picture, at no cost; `nil` until that is decoded.
  package var coarseThumbnail: Thumbnail? {
    let level = pyramid.coarsestLevel
    var tiles: [TileKey: TilePixels] = [:]
    for key in pyramid.tiles(
      covering: Rect(origin: .zero, size: pyramid.size.size), level: level
    ).keys {
      guard let pixels = pixels(key), pixels.isComplete else { return nil }
      tiles[key] = pixels
    }
    return Thumbnail(tiles, size: pyramid.size(ofLevel: level), isOpaque: !info.hasAlpha)
  }
}
