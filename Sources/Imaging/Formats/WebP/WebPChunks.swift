import ScrollGeometry

/// The chunks of a WebP file, found by reading their headers only.
struct WebPChunks: Hashable, Sendable {
  /// The canvas; `nil` for a file of a single frame.
  private(set) var canvas: PixelSize?
  /// The bytes of the first frame, its alpha included.
  private(set) var frame: Range<Int>?
  /// The first frame's rectangle on the canvas; `nil` for a single frame.
  private(set) var frameRect: PixelRect?
  /// The embedded color profile.
  private(set) var profile: Range<Int>?
  /// The EXIF metadata.
  private(set) var exif: Range<Int>?
  /// True if more frames may follow the first one.
  private(set) var isAnimated = false

  private static let headerLength = 8
  private static let riffLength = 12
  private static let frameHeaderLength = 16
  /// Reads a file's chunks up to the first invalid one.
  init(_ bytes: borrowing FileBytes) {
    var place = Self.riffLength
    var alpha: Int?
    var budget = ReadBudget()
    while budget.take(Self.headerLength) {
      guard let head = bytes.read(place, Self.headerLength) else { return }
      let length = Self.number(head, 4, 4)
      let start = place + Self.headerLength
      let content = start..<min(start + length, bytes.count)
      guard !content.isEmpty else { return }
      switch String(decoding: head.prefix(4), as: UTF8.self) {
      case "VP8X": readCanvas(bytes.read(start, 10))
      case "ICCP": profile = profile ?? content
      case "EXIF": exif = exif ?? content
      case "ALPH": alpha = alpha ?? place
      case "ANMF": readFrame(bytes.read(start, Self.frameHeaderLength), content)
      case "VP8 ", "VP8L": frame = frame ?? (alpha ?? place)..<content.upperBound
      default: break
      }
      // Chunks begin at even places.
      place = start + length + length % 2
    }
  }

  private mutating func readCanvas(_ bytes: [UInt8]?) {
    guard let bytes, canvas == nil else { return }
    isAnimated = bytes[0] & 0x02 != 0
    canvas = PixelSize(width: Self.number(bytes, 4, 3) + 1, height: Self.number(bytes, 7, 3) + 1)
  }

  private mutating func readFrame(_ bytes: [UInt8]?, _ content: Range<Int>) {
    guard let bytes, frame == nil, content.count > Self.frameHeaderLength else { return }
    frame = content.lowerBound + Self.frameHeaderLength..<content.upperBound
    frameRect = PixelRect(
      x: 2 * Self.number(bytes, 0, 3), y: 2 * Self.number(bytes, 3, 3),
      width: Self.number(bytes, 6, 3) + 1, height: Self.number(bytes, 9, 3) + 1)
  }

  /// A little-endian integer.
  private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> Int {
    bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
