import ScrollGeometry

extension Thumbnail {
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
