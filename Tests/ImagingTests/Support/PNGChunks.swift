/// The chunks of a PNG file, to be changed and put together again with correct chunk checksums.
struct PNGChunks {
  private var chunks: [(type: [UInt8], data: [UInt8])] = []

  private static let signatureLength = 8
  private static let imageDataType = Array("IDAT".utf8)
  private let signature: [UInt8]

  /// Splits a valid file.
  init(_ file: [UInt8]) {
    signature = Array(file.prefix(Self.signatureLength))
    var rest = file.dropFirst(Self.signatureLength)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let body = rest.dropFirst(4).prefix(4 + length)
      chunks.append((Array(body.prefix(4)), Array(body.dropFirst(4))))
      rest = rest.dropFirst(12 + length)
    }
  }

  /// The compressed pixels, which end with their Adler-32 checksum.
  var imageData: [UInt8] { chunks.filter { $0.type == Self.imageDataType }.flatMap(\.data) }

  /// Puts other IDAT chunks in the place of those that there are.
  mutating func replaceImageData(with parts: [[UInt8]]) {
    guard let place = chunks.firstIndex(where: { $0.type == Self.imageDataType }) else { return }
    chunks.removeAll { $0.type == Self.imageDataType }
    chunks.insert(contentsOf: parts.map { (Self.imageDataType, $0) }, at: place)
  }

  /// The file.
  var bytes: [UInt8] {
    signature
      + chunks.flatMap { chunk in
        let body = chunk.type + chunk.data
        return Self.bigEndian(UInt32(chunk.data.count)) + body + Self.bigEndian(Self.crc(body))
      }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }

  /// The CRC-32 of the PNG specification.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
