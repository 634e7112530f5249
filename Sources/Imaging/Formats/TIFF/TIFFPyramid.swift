import CCodecs
import Geometry

/// The pages of a TIFF file that are the same picture at several sizes.
struct TIFFPyramid: Sendable {
  /// The page of full size.
  private(set) var base: TIFFPage
  /// The page of each level that the file has, the full size as level 0.
  private(set) var pages: [Int: TIFFPage]
}

extension TIFFPyramid {
  /// How many pages are looked at; a document may have thousands, a pyramid has some twenty. [C]
  private static let maximumPages = 40

  /// Looks for halvings of the current page among the pages that follow and those below it.
  init(_ handle: TIFFHandle, base: TIFFPage) {
    self.base = base
    pages = [0: base]
    for offset in handle.subpageOffsets.prefix(Self.maximumPages)
    where handle.selectPage(at: offset) {
      take(handle)
    }
    guard handle.selectPage(at: base.offset) else { return }
    for _ in 1..<Self.maximumPages {
      guard handle.hasNextPage, handle.selectNextPage() else { return }
      take(handle)
    }
  }

  /// Has all levels show the same samples black and white.
  mutating func setRange(_ range: ClosedRange<Double>) {
    base.sample.range = range
    for level in levels { pages[level]?.sample.range = range }
  }

  /// The pages that are levels, from the largest to the smallest.
  var levels: [Int] { pages.keys.sorted() }

  private mutating func take(_ handle: TIFFHandle) {
    guard let page = try? handle.page(), page.isReduced || page.isTiled && base.isTiled,
      (page.alpha == nil) == (base.alpha == nil), let level = level(of: page), pages[level] == nil
    else { return }
    pages[level] = page
  }

  /// The level whose size a page has, give or take a pixel; nil when it is no halving.
  private func level(of page: TIFFPage) -> Int? {
    let pyramid = Pyramid(size: base.size)
    return pyramid.levels.dropFirst().first { level in
      let wanted = pyramid.size(ofLevel: level)
      return abs(wanted.width - page.size.width) <= 1 && abs(wanted.height - page.size.height) <= 1
    }
  }
}

extension TIFFPyramid {
  /// The longest side of the coarsest page from which the last levels are halved again and again, in
  /// pixels: eight tiles, which take a worker some milliseconds. [C]
  private static let coarseSide = 8 * Pyramid.tileSide
  /// How many levels in a row may be missing; a tile of the last takes 8 × 8 tiles' work. [C]
  private static let maximumGap = 3
  /// The largest area that a row of tiles touches in strips, in pixels: half of what is kept of
  /// decoded blocks. [C]
  private static let stripArea = 2 << 20

  /// True if any tile of any level can be had in a time that a hand does not feel.
  ///
  /// A picture without halvings is passed over, however small: the pass shows more of a damaged one.
  var allowsTiles: Bool {
    guard pages.count > 1, let coarsest = levels.last, let page = pages[coarsest],
      max(page.size.width, page.size.height) <= Self.coarseSide
    else { return false }
    let gaps = zip(levels, levels.dropFirst()).map { $1 - $0 - 1 }
    return gaps.allSatisfy { $0 <= Self.maximumGap } && pages.values.allSatisfy(Self.isFine)
  }

  private static func isFine(_ page: TIFFPage) -> Bool {
    let rows = page.block.height + Pyramid.tileSide
    let width = page.isTiled ? page.block.width + Pyramid.tileSide : page.size.width
    let (area, overflow) = width.multipliedReportingOverflow(by: rows)
    return !overflow && area <= stripArea * (page.isTiled ? 8 : 1)
  }
}
