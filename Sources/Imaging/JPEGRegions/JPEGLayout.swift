import Geometry
import Glibc

/// How a baseline JPEG file in one scan is laid out, as far as walking over its blocks needs it.
struct JPEGLayout: Sendable {
  /// One channel.
  struct Component: Sendable {
    var identifier: UInt8
    /// Blocks across and down in a unit of the scan.
    var across: Int
    var down: Int
    var quantization: Int
    var dcTable = 0
    var acTable = 0
  }

  /// The picture's size in the file's order, in pixels.
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var components: [Component] = []
  /// The number of units from one restart to the next; 0 without restarts.
  private(set) var restartInterval = 0
  /// Where the scan's bytes begin in the file.
  private(set) var scanOffset = 0
  /// The quantization tables' segments, marker included, as they are in the file.
  private(set) var quantizationSegments: [UInt8] = []
  /// The quantum of the first coefficient of each table.
  private var quanta: [Int: Int] = [:]
  /// The code tables by class (0 for DC, 16 for AC) plus number.
  private(set) var codes: [Int: HuffmanCode] = [:]

  /// Reads the segments before the first scan; nil unless it is a file of this kind.
  init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    var offset = 2
    while true {
      let head = read(offset, 4)
      guard head.count == 4, head[0] == 0xFF else { return nil }
      // Any number of bytes 255 may stand before a marker.
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2 else { return nil }
      let needsBody = [0xC0, 0xC1, 0xC4, 0xDB, 0xDD, 0xDA].contains(head[1])
      let body = needsBody ? read(offset + 4, length - 2) : []
      guard !needsBody || body.count == length - 2, take(head[1], body) else { return nil }
      offset += 2 + length
      if head[1] == 0xDA { break }
    }
    scanOffset = offset
  }

  /// Takes a segment in; false for what cannot be walked over.
  private mutating func take(_ marker: UInt8, _ body: [UInt8]) -> Bool {
    switch marker {
    case 0xC0, 0xC1: return takeFrame(body)
    case 0xC4: return takeCodes(body)
    case 0xDB: return takeQuanta(body)
    case 0xDD:
      guard body.count == 2 else { return false }
      restartInterval = Int(body[0]) << 8 | Int(body[1])
    case 0xDA: return takeScan(body)
    // Other frames (progressive, lossless, arithmetic), a second picture, or an end.
    case 0xC2...0xCF, 0xD0...0xD9, 0xDC, 0xDE, 0xDF: return false
    default: break
    }
    return true
  }

  private mutating func takeFrame(_ body: [UInt8]) -> Bool {
    guard components.isEmpty, body.count >= 6, body[0] == 8 else { return false }
    size = PixelSize(
      width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
    let count = Int(body[5])
    guard !size.isEmpty, count == 1 || count == 3, body.count == 6 + 3 * count else {
      return false
    }
    components = (0..<count).map { index in
      let part = body[(6 + 3 * index)...]
      let sampling = Int(part[part.startIndex + 1])
      // The only channel of a grey picture is never interleaved, whatever its factors say.
      return Component(
        identifier: part[part.startIndex], across: count == 1 ? 1 : sampling >> 4,
        down: count == 1 ? 1 : sampling & 15, quantization: Int(part[part.startIndex + 2]))
    }
    let (across, down) = (components.map(\.across), components.map(\.down))
    let blocks = zip(across, down).reduce(0) { $0 + $1.0 * $1.1 }
    return components.allSatisfy { (1...4).contains($0.across) && (1...4).contains($0.down) }
      && blocks <= 10
      && components.allSatisfy { maximum.across % $0.across == 0 && maximum.down % $0.down == 0 }
  }

  private mutating func takeQuanta(_ body: [UInt8]) -> Bool {
    let length = body.count + 2
    quantizationSegments += [0xFF, 0xDB, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    var place = 0
    while place < body.count {
      let isWide = body[place] >> 4 == 1
      let end = place + 1 + (isWide ? 128 : 64)
      guard body[place] >> 4 <= 1, end <= body.count else { return false }
      let first = Int(body[place + 1])
      quanta[Int(body[place] & 15)] = isWide ? first << 8 | Int(body[place + 2]) : first
      place = end
    }
    return true
  }

  private mutating func takeCodes(_ body: [UInt8]) -> Bool {
    var rest = body[...]
    while let head = rest.popFirst() {
      guard head >> 4 <= 1, head & 15 <= 3, rest.count >= 16 else { return false }
      let counts = Array(rest.prefix(16))
      let total = counts.reduce(0) { $0 + Int($1) }
      rest = rest.dropFirst(16)
      guard total <= 256, rest.count >= total,
        let code = HuffmanCode(counts: counts, symbols: Array(rest.prefix(total)))
      else { return false }
      codes[Int(head)] = code
      rest = rest.dropFirst(total)
    }
    return true
  }

  private mutating func takeScan(_ body: [UInt8]) -> Bool {
    let count = components.count
    guard count > 0, body.count == 4 + 2 * count, Int(body[0]) == count,
      Array(body.suffix(3)) == [0, 63, 0]
    else { return false }
    for index in 0..<count {
      guard body[1 + 2 * index] == components[index].identifier else { return false }
      let tables = Int(body[2 + 2 * index])
      components[index].dcTable = tables >> 4
      components[index].acTable = 16 + (tables & 15)
    }
    return components.allSatisfy {
      codes[$0.dcTable] != nil && codes[$0.acTable] != nil && quanta[$0.quantization] != nil
    }
  }
}

extension JPEGLayout {
  /// The side of a block, in pixels.
  static let blockSide = 8

  /// The most blocks of a channel in a unit.
  var maximum: (across: Int, down: Int) {
    (components.map(\.across).max() ?? 1, components.map(\.down).max() ?? 1)
  }

  /// The size of a unit, in pixels.
  var unit: PixelSize {
    PixelSize(width: maximum.across * Self.blockSide, height: maximum.down * Self.blockSide)
  }

  /// The number of units across and down.
  var units: PixelSize {
    PixelSize(
      width: (size.width - 1) / unit.width + 1, height: (size.height - 1) / unit.height + 1)
  }

  /// The first coefficient's quantum of a channel.
  func quantum(of component: Component) -> Int { quanta[component.quantization] ?? 1 }
}
