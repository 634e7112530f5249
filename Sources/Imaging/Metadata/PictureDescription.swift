import OverscrollBase
import ScrollGeometry

/// A picture's header, the cost of opening it, and its metadata, as lines: `info` prints them, and the viewer's panel shows them.
package enum PictureDescription {
  package typealias Row = PictureMetadata.Row

  /// Format, layout, size, depth, color, orientation, levels, the cost of opening, and what confines the decoder.
  package static func rows(_ source: any ImageSource) -> [Row] {
    let info = source.info
    let pyramid = Pyramid(size: info.size)
    var rows = [
      Row("format", info.format),
      Row("layout", info.layout.isEmpty ? "rows" : info.layout),
      Row("size", "\(info.size) pixels\(megapixels(info))"),
      Row(
        "depth", "\(info.bitsPerChannel) \(info.bitsPerChannel == 1 ? "bit" : "bits") per channel"),
      Row("color", info.color),
    ]
    if !info.colorSource.isEmpty { rows.append(Row("colors by", info.colorSource)) }
    if let stops = info.exposure, stops != 0 {
      rows.append(Row("exposure", NumberText.shortest(stops)))
    }
    if let tone = info.tone {
      let black = NumberText.shortest(tone.lowerBound)
      rows.append(
        Row("tone", "black at \(black), white at \(NumberText.shortest(tone.upperBound))"))
    }
    if info.orientation != .upright {
      rows.append(Row("orientation", "EXIF \(info.orientation.rawValue)"))
    }
    rows.append(
      Row(
        "levels", "\(pyramid.levelCount), down to \(pyramid.size(ofLevel: pyramid.coarsestLevel))")
    )
    rows.append(Row("opening", cost(source, pyramid)))
    rows.append(Row("sandbox", info.confinement))
    return rows
  }

  /// All lines: the file, the rows of the header, and a paragraph for each kind of metadata that is there.
  package static func lines(_ file: String, _ rows: [Row], _ metadata: PictureMetadata)
    -> [String]
  {
    var lines = ["file: \(file)"] + rows.map(\.line)
    let groups = [
      ("camera", metadata.camera), ("profile", metadata.profile), ("", metadata.texts),
    ]
    for (title, rows) in groups where !rows.isEmpty {
      lines += [""] + rows.map { (title.isEmpty ? "" : title + " ") + $0.line }
    }
    if !metadata.tags.isEmpty {
      lines += [""] + metadata.tags.map { "\($0.group) \($0.name): \($0.value)" }
    }
    return lines
  }

  /// The megapixels in parentheses; nothing for fewer than a tenth.
  private static func megapixels(_ info: ImageInfo) -> String {
    let area = info.size.area ?? .max
    return area < 50_000 ? "" : " (\(millions(area)) megapixels)"
  }

  /// Returns `count` in millions with one decimal.
  private static func millions(_ count: Int) -> String {
    NumberText.fixed((Double(count) / 1e5).rounded() / 10, decimals: 1)
  }

  private static func cost(_ source: any ImageSource, _ pyramid: Pyramid) -> String {
    switch source.access {
    case .tiles: return "tiles are decoded on demand"
    case .rows(let rows): return cost(rows, pyramid)
    }
  }

  /// The cost of opening a picture that is decoded sequentially.
  private static func cost(_ rows: any RowSource, _ pyramid: Pyramid) -> String {
    let bytes = pyramid.byteCount ?? .max
    let megabytes = millions(bytes)
    if TiledPicture.isHeld(pyramid, budget: TileStore.defaultBudget) {
      return "sequential decode, \(megabytes) MB of tiles in memory"
    }
    if CacheFolder.standard()?.contains(rows, pyramid) == true {
      return "none; a tile file exists from an earlier run"
    }
    if let regions = rows.regionDecoder() {
      return regions.prefersTiles
        ? "tiles are decoded on demand"
        : "one pass to index the file, then tiles are decoded on demand; no tile file"
    }
    return "sequential decode, and a tile file of at most \(megabytes) MB"
  }
}

extension PictureMetadata.Row {
  /// The name and the value as a line.
  package var line: String { "\(name): \(value)" }
}
