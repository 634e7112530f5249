import CCodecs
import ScrollGeometry

/// The pages of a TIFF file that are levels of one picture.
struct TIFFPyramid: Sendable {
  /// The page of full size.
  private(set) var base: TIFFPage
  /// The page of each level in the file; level 0 is full size.
  private(set) var pages: [Int: TIFFPage]
  /// The offsets of the directories of masks, by their level.
  private var masks: [Int: UInt64] = [:]
}

extension TIFFPyramid {
  /// The most pages to examine: a document may have thousands, a pyramid has about twenty. [C]
  private static let maximumPages = 40

  /// A picture of one level.
  init(base: TIFFPage) {
    self.base = base
    pages = [0: base]
  }

  /// Finds levels of the current page among its sub-directories and the pages that follow.
  init(_ handle: TIFFHandle, base: TIFFPage) {
    self.init(base: base)
    for offset in handle.subpageOffsets.prefix(Self.maximumPages)
    where handle.selectPage(at: offset) {
      if let page = try? handle.page() { take(page) }
    }
    defer { applyMasks() }
    guard handle.selectPage(at: base.offset) else { return }
    for _ in 1..<Self.maximumPages {
      guard handle.hasNextPage, handle.selectNextPage() else { return }
      guard let page = try? handle.page(), !take(page) else { continue }
      if isAnother(page) { return }
    }
  }

  /// Has all levels mean the same by their samples as the full size.
  mutating func alignSamples() {
    for level in levels {
      if let range = base.sample.range { pages[level]?.sample.range = range }
      pages[level]?.noData = base.noData
    }
  }

  /// Takes the fourth channel of all levels for no alpha.
  mutating func removeAlpha() {
    base.alpha = nil
    for level in levels { pages[level]?.alpha = nil }
  }

  /// The same pages with samples mapped in another way.
  func toned(to mapping: ToneMapping) -> Self {
    var toned = self
    toned.base = base.toned(to: mapping)
    toned.pages = pages.mapValues { $0.toned(to: mapping) }
    return toned
  }

  /// The page that covers the picture with the fewest samples.
  var overview: TIFFPage { levels.last.flatMap { pages[$0] } ?? base }

  /// The levels in the file, the finest first.
  var levels: [Int] { pages.keys.sorted() }

  /// Gives each level its mask; levels without one would show what the others hide.
  private mutating func applyMasks() {
    guard base.alpha == nil, let mask = masks[0] else { return }
    base.mask = mask
    for level in levels {
      pages[level]?.mask = masks[level]
      if masks[level] == nil { pages[level] = nil }
    }
  }

  /// Takes a page that is a level or a mask; returns `false` for any other.
  @discardableResult
  private mutating func take(_ page: TIFFPage) -> Bool {
    if page.isUsableMask {
      let level = page.size == base.size ? 0 : Pyramid(size: base.size).storedLevel(of: page.size)
      if let level, masks[level] == nil { masks[level] = page.offset }
      return level != nil
    }
    guard page.isReduced || page.isTiled && base.isTiled, !page.isMask,
      (page.alpha == nil) == (base.alpha == nil),
      let level = Pyramid(size: base.size).storedLevel(of: page.size)
    else { return false }
    if pages[level] == nil { pages[level] = page }
    return true
  }

  /// Returns whether a page that is no level is another picture, whose own levels may follow it.
  ///
  /// Between a picture in tiles and its levels there may be a small one in strips.
  private func isAnother(_ page: TIFFPage) -> Bool {
    !page.isReduced && !page.isMask && (page.isTiled || !base.isTiled)
  }
}

extension Pyramid {
  /// The level whose size a stored picture has, within a pixel; `nil` for the full size and all others.
  func storedLevel(of size: PixelSize) -> Int? {
    levels.dropFirst().first { level in
      let wanted = self.size(ofLevel: level)
      return abs(wanted.width - size.width) <= 1 && abs(wanted.height - size.height) <= 1
    }
  }
}

extension TIFFPyramid {
  /// The longest side, in pixels, of the coarsest page, from which all coarser levels are halved: eight
  /// tiles, which take a worker some milliseconds. [C]
  private static let coarseSide = 8 * Pyramid.tileSide
  /// How many levels in a row may be missing: a tile of the last is halved from 8 × 8 tiles. [C]
  private static let maximumGap = 3
  /// The largest area of the blocks under a tile, in pixels: about an eighth of a second. [C]
  private static let tileArea = 16 << 20
  /// The largest area of a strip, in pixels: half of the block cache. [C]
  private static let stripArea = 2 << 20

  /// True if every tile of every level can be decoded quickly enough on its own.
  ///
  /// A picture of one level is decoded in a pass, however small: that shows more of a damaged one.
  var allowsTiles: Bool {
    guard pages.count > 1, let coarsest = levels.last, let page = pages[coarsest],
      max(page.size.width, page.size.height) <= Self.coarseSide
    else { return false }
    let gaps = zip(levels, levels.dropFirst()).map { $1 - $0 - 1 }
    return gaps.allSatisfy { $0 <= Self.maximumGap } && pages.values.allSatisfy(Self.isFine)
  }

  /// Returns whether the blocks that a tile needs are decoded quickly.
  static func isFine(_ page: TIFFPage) -> Bool {
    let rows = page.block.height + Pyramid.tileSide
    let width = page.isTiled ? page.block.width + Pyramid.tileSide : page.size.width
    let (area, overflow) = width.multipliedReportingOverflow(by: rows)
    return !overflow && area <= tileArea
      && (page.isTiled || width * page.block.height <= stripArea)
  }
}

extension TIFFPage {
  /// The greatest width of strips that are cached as a whole, and that of their parts otherwise, in pixels. [C]
  private static let (wholeWidth, stripPart) = (8192, 2048)

  /// The width of the parts of blocks that are cached, in pixels.
  var partWidth: Int {
    isTiled || block.width <= Self.wholeWidth ? block.width : Self.stripPart
  }
}
