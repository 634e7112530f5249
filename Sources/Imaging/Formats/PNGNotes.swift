/// What the chunks of a PNG file hold that libpng leaves out: EXIF anywhere, and EXIF and profiles as text.
///
/// Most programs write eXIf after the pixels; before it was standard, ImageMagick, exiftool and exiv2 wrote the same bytes as
/// hexadecimal digits in a text, "Raw profile type exif".
struct PNGNotes {
  /// The EXIF block; `nil` if there is none.
  private(set) var exif: [UInt8]?
  /// The profile that a text holds; `nil` if there is none.
  private(set) var profile: [UInt8]?

  /// Longer chunks are left out, in bytes. [C]
  private static let maximumLength = 8 << 20

  /// Searches the chunks of a file.
  init(_ file: ImageFile) {
    guard let bytes = try? FileBytes(file) else { return }
    var budget = ReadBudget()
    var place = PNGChunk.signatureLength
    var textual: [UInt8]?
    while budget.take(PNGChunk.headLength), let chunk = PNGChunk(at: place, in: bytes),
      chunk.type != "IEND"
    {
      place = chunk.end
      guard ["eXIf", "tEXt", "zTXt"].contains(chunk.type), chunk.count <= Self.maximumLength,
        budget.take(chunk.type == "eXIf" ? chunk.count : PNGRawProfile.maximumName)
      else { continue }
      if chunk.type == "eXIf" {
        if let body = bytes.read(chunk.start, chunk.count), exif == nil { exif = body }
        continue
      }
      // A text of another name is not read further.
      let start = bytes.read(chunk.start, min(chunk.count, PNGRawProfile.maximumName)) ?? []
      guard PNGRawProfile.kind(start) != nil, budget.take(chunk.count),
        let body = bytes.read(chunk.start, chunk.count),
        let text = PNGRawProfile(body, isCompressed: chunk.type == "zTXt")
      else { continue }
      switch text.kind {
      case .exif: textual = textual ?? text.bytes
      case .profile: profile = profile ?? text.bytes
      }
    }
    exif = exif ?? textual
  }
}

/// EXIF or a profile as the hexadecimal digits of a text, after its name and length.
struct PNGRawProfile {
  enum Kind: Hashable, Sendable {
    case exif
    case profile
  }

  let kind: Kind
  let bytes: [UInt8]

  /// The longest name, and the zero after it, in bytes.
  static let maximumName = 80
  private static let kinds: [String: Kind] = [
    "Raw profile type exif": .exif, "Raw profile type APP1": .exif,
    "Raw profile type icc": .profile, "Raw profile type icm": .profile,
  ]

  /// The kind of a text that starts with these bytes; `nil` for other texts.
  static func kind(_ bytes: [UInt8]) -> Kind? {
    guard let end = bytes.prefix(maximumName).firstIndex(of: 0) else { return nil }
    return kinds[String(decoding: bytes[..<end], as: UTF8.self)]
  }

  /// Reads the content of a text chunk; `nil` for other texts, and damaged ones.
  init?(_ body: [UInt8], isCompressed: Bool) {
    guard let kind = Self.kind(body), let end = body.firstIndex(of: 0) else { return nil }
    var text = Array(body[(end + 1)...])
    if isCompressed {
      text = MetadataBlocks.inflated(text.dropFirst(), most: MetadataBlocks.maximumBlock)
    }
    // A line feed, the name, a line feed, and the length; then the digits, in lines.
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: true)
    guard lines.count > 2 else { return nil }
    var (bytes, high): ([UInt8], UInt8?) = ([], nil)
    for digit in lines.dropFirst(2).joined() {
      guard let value = Self.value(digit) else {
        guard [0x20, 0x0D, 0x09, 0].contains(digit) else { return nil }
        continue
      }
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    guard !bytes.isEmpty else { return nil }
    (self.kind, self.bytes) = (kind, bytes)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
