import ScrollGeometry

/// The headers of a Windows or OS/2 bitmap, and its palette.
struct BMPHeader: Hashable, Sendable {
  /// How the pixels are stored.
  enum Coding: Hashable, Sendable {
    /// Rows of equal length.
    case plain
    /// Run-length encoded, with palette indices of so many bits.
    case runs(bits: Int)
  }

  let size: PixelSize
  /// True if the first row of the file is the top one; in most files it is the bottom one.
  let isTopDown: Bool
  /// The bits of a pixel: 1, 2, 4, 8, 16, 24 or 32.
  let bits: Int
  let coding: Coding
  /// Where the pixels begin, in bytes.
  let pixelStart: Int
  /// The colors of palette indices, opaque; empty where pixels hold colors.
  let palette: [UInt32]
  /// The fields of red, green, blue and alpha in a pixel of 16 or 32 bits; alpha is empty where pixels are opaque.
  private(set) var fields: [BMPField]
  /// What the colors are.
  let colorSource: ColorSource

  /// The bytes of a plain row, which is a whole number of 32-bit words.
  var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

  /// The bytes of a plain row that hold pixels; some programs leave out the others of the last row.
  var filledBytes: Int { (size.width * bits + 7) / 8 }

  var hasAlpha: Bool { fields.last.map { !$0.isEmpty } ?? false }

  var info: ImageInfo {
    let color = palette.isEmpty ? "RGB" : "palette"
    var layout = ""
    if case .runs = coding { layout = "run-length encoded" }
    var info = ImageInfo(
      format: "BMP", size: size,
      bitsPerChannel: palette.isEmpty ? fields.map(\.bits).max() ?? 8 : 8,
      color: hasAlpha ? "\(color) with alpha" : color, hasAlpha: hasAlpha, layout: layout)
    info.colorSource = colorSource.description
    return info
  }
}

// MARK: - Opacity

extension BMPHeader {
  /// The bytes of a file that are searched for opacity; of longer ones rows are left out, evenly. [C]
  private static let searchedBytes = 256 << 20

  /// Returns the header, without alpha where it is zero everywhere: programs of Windows copy screenshots so, and show them.
  func withoutEmptyAlpha(in file: borrowing FileBytes) -> Self {
    guard hasAlpha, coding == .plain, let alpha = fields.last else { return self }
    let step = max(1, size.height / max(1, Self.searchedBytes / rowBytes))
    let length = bits / 8
    for row in stride(from: 0, to: size.height, by: step) {
      guard let bytes = file.read(pixelStart + row * rowBytes, rowBytes) else { break }
      for column in 0..<size.width {
        var pixel: UInt32 = 0
        for byte in 0..<length {
          pixel |= UInt32(bytes[column &* length &+ byte]) << UInt32(8 * byte)
        }
        if alpha.byte(pixel) != 0 { return self }
      }
    }
    var header = self
    header.fields[fields.count - 1] = BMPField(mask: 0)
    return header
  }

  /// Returns whether another header is the same, but for alpha that is zero everywhere.
  func isSame(as other: Self) -> Bool {
    var header = self
    header.fields = other.fields
    return header == other
  }
}

// MARK: - Reading

extension BMPHeader {
  /// The length of the file header, in bytes.
  private static let fileHeaderLength = 14
  /// The length of the oldest header, which has sizes of 16 bits and palette entries of three bytes.
  private static let oldestLength = 12
  /// The length of the header of Windows 3, behind which masks of color fields may follow.
  private static let windowsLength = 40
  /// The length of the header of OS/2 2.
  private static let os2Lengths: Set = [16, 64]

  /// Returns whether a file with this start is a bitmap.
  static func recognizes(_ head: [UInt8]) -> Bool {
    guard head.count >= 18, head[0] == 0x42, head[1] == 0x4D else { return false }
    // Text may begin with the same two letters.
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(Int(head[14]))
      && head[15...17].allSatisfy { $0 == 0 }
  }

  /// Reads the headers of a file.
  init(_ file: borrowing FileBytes, _ image: ImageFile) throws(ImagingError) {
    let head = ByteReader(bytes: file.read(0, min(file.count, Self.maximumHeaderSize)) ?? [])
    let damage = ImagingError(.damaged, image.path, "the BMP header is damaged")
    guard let length = head.number(at: 14, length: 4), let start = head.number(at: 10, length: 4),
      let shape = Shape(head, isOldest: length == Self.oldestLength)
    else { throw damage }
    if [4, 5].contains(shape.compression) {
      let kind = shape.compression == 4 ? "JPEG" : "PNG"
      throw ImagingError(.unsupported, image.path, "\(kind) data in a BMP file is not supported")
    }
    guard !shape.size.isEmpty, shape.size.width <= Int(Int32.max),
      shape.size.height <= Int(Int32.max), [1, 2, 4, 8, 16, 24, 32].contains(shape.bits)
    else { throw damage }
    (size, isTopDown, bits) = (shape.size, shape.isTopDown, shape.bits)
    let hasFields = [3, 6].contains(shape.compression) && !Self.os2Lengths.contains(length)
    switch (shape.compression, shape.bits) {
    case (0, _): coding = .plain
    case (1, 8) where !shape.isTopDown: coding = .runs(bits: 8)
    case (2, 4) where !shape.isTopDown: coding = .runs(bits: 4)
    case (3, 16), (3, 32), (6, 16), (6, 32): coding = .plain
    default:
      throw ImagingError(
        .unsupported, image.path, "BMP compression \(shape.compression) is not supported")
    }
    guard hasFields || ![3, 6].contains(shape.compression) else {
      throw ImagingError(.unsupported, image.path, "compressed OS/2 BMP files are not supported")
    }
    fields = try Self.fields(head, bits, length, hasFields ? shape.compression : 0, damage)
    // The masks follow the header of Windows 3, and are in later ones.
    let masks = length == Self.windowsLength && hasFields ? shape.compression == 6 ? 16 : 12 : 0
    let paletteStart = Self.fileHeaderLength + length + masks
    let most = 1 << shape.bits
    let colors = shape.colors.map { $0 == 0 ? most : min($0, most) } ?? most
    let entryLength = length == Self.oldestLength ? 3 : 4
    // Some programs leave the place of the pixels zero, or do not count the palette.
    let isCounted = bits > 8 || start > paletteStart
    palette =
      bits <= 8
      ? Self.palette(
        head, paletteStart, colors: colors, of: bits, entryLength: entryLength,
        end: isCounted ? start : 0) : []
    pixelStart = max(
      start, isCounted ? Self.fileHeaderLength + length : paletteStart + colors * entryLength)
    colorSource =
      length >= Self.calibratedLength ? Self.colorSource(head, length, file) : .assumed()
  }

  /// The lengths of the headers of Windows 95, which has curves and primaries, and Windows 98, which has profiles, too.
  private static let (calibratedLength, profileLength) = (108, 124)
  /// Longer profiles are ignored, in bytes. [C]
  private static let maximumProfile = 16 << 20

  /// What the colors are by the header: an embedded profile, curves and primaries, or sRGB.
  ///
  /// A linked profile is another file, which no picture may have read.
  private static func colorSource(
    _ head: ByteReader<[UInt8]>, _ length: Int, _ file: borrowing FileBytes
  ) -> ColorSource {
    switch head.number(at: fileHeaderLength + 56, length: 4) {
    case 0:
      return .first(
        of: [calibration(head).map { .calibrated($0, by: "BMP's curves and primaries") }], for: .rgb
      )
    case 0x7352_4742, 0x5769_6E20: return .screen(by: "the BMP header")
    case 0x4C49_4E4B: return .assumed("a linked profile is not read")
    case 0x4D42_4544 where length >= profileLength:
      guard let place = head.number(at: fileHeaderLength + 112, length: 4),
        let count = head.number(at: fileHeaderLength + 116, length: 4), count <= maximumProfile,
        let profile = file.read(fileHeaderLength + place, count)
      else { return .assumed("the embedded profile is damaged") }
      return .first(
        of: [.profile(profile)], for: .rgb, otherwise: "the embedded profile is damaged")
    default: return .assumed()
    }
  }

  /// The curves and primaries of a header; `nil` where they are zero, as most programs leave them.
  ///
  /// The format has no white point; it is D65, as browsers have it. Exponents below 1 are what PNG would store, the
  /// reciprocals: no screen brightens dark colors.
  private static func calibration(_ head: ByteReader<[UInt8]>) -> ColorCalibration? {
    let start = fileHeaderLength + 60
    let ends = (0..<9).map { Double(head.number(at: start + 4 * $0, length: 4) ?? 0) }
    let gammas = (0..<3).map {
      Double(head.number(at: start + 36 + 4 * $0, length: 4) ?? 0) / 65536
    }
    var places = [0.3127, 0.3290]
    for color in 0..<3 {
      let sum = ends[3 * color] + ends[3 * color + 1] + ends[3 * color + 2]
      guard sum > 0 else { return nil }
      places += [ends[3 * color] / sum, ends[3 * color + 1] / sum]
    }
    return ColorCalibration(
      curves: gammas.map { .gamma(0 < $0 && $0 < 1 ? 1 / $0 : $0) }, primaries: places)
  }

  /// The longest headers with a palette: 14 bytes, 124 bytes, four masks and 256 colors.
  private static let maximumHeaderSize = 14 + 124 + 16 + 4 * 256

  /// The colors of a palette; those that the file lacks are black.
  private static func palette(
    _ head: ByteReader<[UInt8]>, _ start: Int, colors: Int, of bits: Int, entryLength: Int, end: Int
  ) -> [UInt32] {
    (0..<1 << bits).map { index in
      let place = start + index * entryLength
      guard index < colors, end == 0 || place + entryLength <= end,
        let color = head.number(at: place, length: 3)
      else { return PixelRows.opaqueAlpha }
      return PixelRows.opaqueAlpha | UInt32(color)
    }
  }

  private static func fields(
    _ head: ByteReader<[UInt8]>, _ bits: Int, _ length: Int, _ compression: Int,
    _ damage: ImagingError
  ) throws(ImagingError) -> [BMPField] {
    guard [16, 32].contains(bits) else { return [] }
    guard compression != 0 else {
      let masks: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
      return (masks + [0]).map { BMPField(mask: $0) }
    }
    let hasAlpha = compression == 6 || length >= 56
    let place = fileHeaderLength + windowsLength
    let masks = (0..<4).map { index in
      index == 3 && !hasAlpha ? 0 : head.number(at: place + 4 * index, length: 4).map { UInt32($0) }
    }
    guard masks.allSatisfy({ $0 != nil }) else { throw damage }
    return masks.map { BMPField(mask: $0 ?? 0) }
  }

  /// The numbers that all kinds of headers have.
  private struct Shape {
    var size: PixelSize
    var isTopDown = false
    var bits: Int
    var compression = 0
    /// The number of colors in the palette; `nil` if the header does not give it.
    var colors: Int?

    init?(_ head: ByteReader<[UInt8]>, isOldest: Bool) {
      let place = isOldest ? 22 : 26
      // The number of planes before it is 1, or what a program left there.
      guard let bits = head.number(at: place + 2, length: 2) else { return nil }
      self.bits = bits
      if isOldest {
        guard let width = head.number(at: 18, length: 2),
          let height = head.number(at: 20, length: 2)
        else { return nil }
        size = PixelSize(width: width, height: height)
        return
      }
      guard let width = head.signedNumber(at: 18), let height = head.signedNumber(at: 22) else {
        return nil
      }
      size = PixelSize(width: width, height: abs(height))
      isTopDown = height < 0
      // The shortest header of OS/2 2 ends here.
      guard head.number(at: 14, length: 4) != 16 else { return }
      guard let compression = head.number(at: 30, length: 4) else { return nil }
      self.compression = compression
      colors = head.number(at: 46, length: 4)
    }
  }
}

/// The place of a color in a pixel.
struct BMPField: Hashable, Sendable {
  let shift: Int
  /// The number of bits, at most 8; further ones, which are finer than a byte, are left out.
  let bits: Int
  let isEmpty: Bool
  /// The byte of each value.
  let bytes: [UInt8]

  init(mask: UInt32) {
    isEmpty = mask == 0
    let low = isEmpty ? 0 : mask.trailingZeroBitCount
    let length = isEmpty ? 0 : 32 - mask.leadingZeroBitCount - low
    bits = min(length, 8)
    shift = low + length - bits
    let greatest = max((1 << bits) - 1, 1)
    bytes = (0..<1 << bits).map { UInt8(($0 * 255 + greatest / 2) / greatest) }
  }

  /// Returns the field's byte in a pixel.
  @inline(__always)
  func byte(_ pixel: UInt32) -> UInt32 {
    UInt32(bytes[Int(pixel >> UInt32(shift)) & (bytes.count - 1)])
  }
}
