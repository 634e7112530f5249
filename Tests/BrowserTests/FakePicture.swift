import OverscrollBrowser
import OverscrollImaging
import ScrollGeometry

/// A picture whose pixels say where they are: red counts columns, green rows, blue the level.
final class FakePicture: TileProvider {
  let pyramid: Pyramid
  var available: (TileKey) -> Bool = { _ in true }
  /// The color of a pixel of a level.
  var color: (Int, Int, Int) -> UInt32 = FakePicture.color
  var primaries: UInt32 = 0xFF_FFFF
  /// False for tiles whose pixels may let something through.
  var isOpaque = true
  /// The part of a tile that has been decoded; nil for all of it.
  var filled: (TileKey) -> PixelRect? = { _ in nil }
  private(set) var requests: [TileKey] = []
  private(set) var asked: Set<TileKey> = []
  private(set) var released: [TileKey] = []
  private var made: [TileKey: TilePixels] = [:]

  init(size: PixelSize) {
    pyramid = Pyramid(size: size)
  }

  /// The color of a pixel of a level, smooth enough for a filter not to change it much.
  static func color(level: Int, x: Int, y: Int) -> UInt32 {
    let scale = 1 << level
    let red = UInt32(truncatingIfNeeded: (x * scale) / 8) & 0xFF
    let green = UInt32(truncatingIfNeeded: (y * scale) / 8) & 0xFF
    return 0xFF00_0000 | red << 16 | green << 8 | UInt32(level * 16)
  }

  /// The color of a pixel without any order, so that the slightest shift shows.
  static func noise(level: Int, x: Int, y: Int) -> UInt32 {
    var bits = UInt64(truncatingIfNeeded: level &* 0x9E37_79B9 ^ x &* 0x85EB_CA6B ^ y << 32)
    bits = (bits ^ bits >> 31) &* 0x7FB5_D329_728E_A185
    bits = (bits ^ bits >> 27) &* 0x81DA_DEF4_BC2D_D44D
    return 0xFF00_0000 | UInt32(truncatingIfNeeded: bits >> 33) & 0xFF_FFFF
  }

  func request(_ keys: [TileKey]) { requests = keys }

  func pixels(_ key: TileKey) -> TilePixels? {
    asked.insert(key)
    guard available(key), pyramid.contains(key) else { return nil }
    if let tile = made[key] { return tile }
    let tile = make(key)
    made[key] = tile
    return tile
  }

  /// Forgets the pixels that were made, so that new ones are made from what is set now.
  func remake() {
    made = [:]
    asked = []
  }

  private func make(_ key: TileKey) -> TilePixels {
    let rect = pyramid.rect(of: key)
    let extent = pyramid.size(ofLevel: key.level)
    let apron = TilePixels.apron
    let part = filled(key)
    var pixels = ContiguousArray<UInt32>()
    let columns = (-apron..<rect.width + apron).map { column in
      (
        x: min(max(rect.x + column, 0), extent.width - 1),
        isFilled: part.map { ($0.x..<$0.maxX).contains(column) } ?? true
      )
    }
    for row in -apron..<rect.height + apron {
      let y = min(max(rect.y + row, 0), extent.height - 1)
      let isRowFilled = part.map { ($0.y..<$0.maxY).contains(row) } ?? true
      for (x, isColumnFilled) in columns {
        let isFilled = isRowFilled && isColumnFilled
        pixels.append(isFilled ? color(key.level, x, y) : 0)
      }
    }
    return TilePixels(
      size: PixelSize(width: rect.width, height: rect.height), isOpaque: isOpaque,
      filled: part, storage: pixels)
  }

  func release(_ key: TileKey) { released.append(key) }

  func drainArrivals() -> [TileKey] { [] }
}

extension UInt32 {
  /// The pixel without its alpha.
  var colors: UInt32 { self & 0xFF_FFFF }
}
