import CCodecs
import ScrollGeometry

/// The format of a TIFF file's samples, and their conversion to bytes.
///
/// libtiff returns samples of 16, 24, 32 and 64 bits in native byte order and all others packed, most
/// significant bit first.
struct TIFFSample: Hashable, Sendable {
  /// The bits of a sample.
  let bits: Int
  /// True for floating point.
  let isFloat: Bool
  /// True for signed integers; the least one is shown black.
  let isSigned: Bool
  /// The samples shown black and white; `nil` for the whole range of integers, and 0 and 1 in floating point.
  var range: ClosedRange<Double>?

  /// Makes the format of a number of bits and TIFF's sample format; `nil` if it is not supported.
  init?(bits: Int, format: UInt16) {
    isFloat = Int32(format) == SAMPLEFORMAT_IEEEFP
    isSigned = Int32(format) == SAMPLEFORMAT_INT
    let isWhole = isSigned || [SAMPLEFORMAT_UINT, SAMPLEFORMAT_VOID].contains(Int32(format))
    let known = isFloat ? [16, 32, 64].contains(bits) : isWhole && (1...32 ~= bits || bits == 64)
    guard known else { return nil }
    self.bits = bits
  }

  /// Integers of at least this many bits seldom use their whole range. [C]
  private static let roomyBits = 24

  /// The samples that are black and white unless a file says otherwise.
  var limits: ClosedRange<Double> {
    if isFloat { return 0...1 }
    let room = Double(UInt64.max >> UInt64(64 - bits))
    return isSigned ? -((room + 1) / 2).rounded()...(room / 2).rounded(.down) : 0...room
  }

  /// True if black and white may be other than the limits of the type.
  var takesRange: Bool { isFloat || bits >= Self.roomyBits }
}

extension SampleFormat {
  /// The format of a Lab sample, whose sign depends on the encoding and not on the tag.
  var labSample: TIFFSample { sample.unsigned }
}

extension TIFFSample {
  /// The same format with unsigned integers.
  fileprivate var unsigned: TIFFSample {
    TIFFSample(bits: bits, format: UInt16(isFloat ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT))
      ?? self
  }

  /// The bits of the sample that a text names, or of the nearest one; 0 for what is no number.
  func number(named text: String) -> UInt64 {
    if !isFloat, bits == 64, let number = UInt64(text) ?? Int64(text).map(UInt64.init(bitPattern:))
    {
      return number
    }
    guard let value = Double(text.lowercased()) else { return 0 }
    switch (isFloat, bits) {
    case (true, 16): return UInt64(Float16(value).bitPattern)
    case (true, 32): return UInt64(Float(value).bitPattern)
    case (true, _): return value.bitPattern
    case _ where value.isNaN: return 0
    default: return number(nearest: value.rounded())
    }
  }

  /// The bits of the whole number nearest to one.
  private func number(nearest value: Double) -> UInt64 {
    let greatest = UInt64.max >> UInt64(64 - bits)
    guard isSigned else {
      return value >= Double(greatest) ? greatest : value > 0 ? UInt64(value) : 0
    }
    let most = Int64.max >> Int64(64 - bits)
    let number =
      value >= Double(most) ? most : value <= -Double(most) - 1 ? -most - 1 : Int64(value)
    return UInt64(bitPattern: number) & greatest
  }

  /// Fills rows of so many bytes with a sample whose bits these are, as libtiff decodes it.
  func fill(_ bytes: UnsafeMutableRawBufferPointer, rowsOf rowBytes: Int, with number: UInt64) {
    _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
    guard number != 0, rowBytes > 0 else { return }
    let length = min(rowBytes, bytes.count)
    var row = [UInt8](repeating: 0, count: length)
    if bits % 8 == 0 {
      let isLittle = UInt16(littleEndian: 1) == 1
      let native = (0..<bits / 8).map { byte in
        UInt8(truncatingIfNeeded: number >> UInt64(8 * (isLittle ? byte : bits / 8 - 1 - byte)))
      }
      for index in row.indices { row[index] = native[index % native.count] }
    } else {
      for place in 0..<length * 8 / bits * bits
      where number >> UInt64(bits - 1 - place % bits) & 1 == 1 {
        row[place / 8] |= 0x80 >> UInt8(place % 8)
      }
    }
    for start in stride(from: 0, to: bytes.count, by: rowBytes) {
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      part.copyBytes(from: row.prefix(part.count))
    }
  }

  /// Converts samples to bytes, 0 for the least value and 255 for the greatest.
  ///
  /// - Parameters:
  ///   - source: a row of a block as libtiff decodes it; it need not be aligned.
  ///   - count: the number of samples.
  ///   - output: the first byte to write.
  ///   - step: the bytes from one output to the next.
  func expand(
    _ source: UnsafeRawPointer, count: Int, into output: UnsafeMutablePointer<UInt8>, step: Int
  ) {
    if let range, !isFloat {
      let scale = 255 / (range.upperBound - range.lowerBound)
      write(count, output, step) {
        Self.byte(of: (value(source, $0) - range.lowerBound) * scale)
      }
      return
    }
    let black = Float(range?.lowerBound ?? 0)
    let scale = 255 / Float(range.map { $0.upperBound - $0.lowerBound } ?? 1)
    switch (isFloat, bits) {
    case (false, 8): write(count, output, step) { source.load(fromByteOffset: $0, as: UInt8.self) }
    case (false, 16): write(count, output, step) { Self.byte(of: at(source, $0, UInt16.self)) }
    case (false, 32): write(count, output, step) { UInt8(at(source, $0, UInt32.self) >> 24) }
    case (false, 64): write(count, output, step) { UInt8(at(source, $0, UInt64.self) >> 56) }
    case (true, 16):
      write(count, output, step) {
        Self.byte(of: (Self.single(ofHalf: at(source, $0, UInt16.self)) - black) * scale)
      }
    case (true, 32):
      write(count, output, step) { Self.byte(of: (at(source, $0, Float.self) - black) * scale) }
    case (true, _):
      // The digits that are left after black is subtracted may be beyond those of a Float.
      let black = range?.lowerBound ?? 0
      let scale = 255 / (range.map { $0.upperBound - $0.lowerBound } ?? 1)
      write(count, output, step) { Self.byte(of: (at(source, $0, Double.self) - black) * scale) }
    default:
      let greatest = UInt64(1) << UInt64(bits) - 1
      let flip = isSigned ? greatest / 2 + 1 : 0
      write(count, output, step) {
        UInt8(((number(source, $0) ^ flip) * 255 + greatest / 2) / greatest)
      }
      return
    }
    // Half the range is added to numbers with a sign, which just flips the highest bit.
    guard isSigned else { return }
    for index in 0..<count { output[index * step] ^= 0x80 }
  }

  /// Converts samples to 16 bits, 0 for the least value and 65535 for the greatest, from one of a row on; see
  /// ``expand(_:count:into:step:)``.
  func expandDeep(
    _ source: UnsafeRawPointer, from first: Int = 0, count: Int,
    into output: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    let full = Double(UInt16.max)
    if range == nil, !isFloat {
      let flip: UInt64 = isSigned ? 1 << UInt64(bits - 1) : 0
      switch bits {
      case 16:
        let flip = UInt16(flip)
        for index in 0..<count {
          output[index &* step] = at(source, first &+ index, UInt16.self) ^ flip
        }
      case 17...:
        let spare = UInt64(bits - 16)
        for index in 0..<count {
          let number = number(source, first &+ index) ^ flip
          output[index &* step] = UInt16(truncatingIfNeeded: number >> spare)
        }
      default:
        let greatest = UInt64(1) << UInt64(bits) - 1
        for index in 0..<count {
          let number = number(source, first &+ index) ^ flip
          output[index &* step] = UInt16((number * UInt64(UInt16.max) + greatest / 2) / greatest)
        }
      }
      return
    }
    let black = range?.lowerBound ?? 0
    let scale = full / (range.map { $0.upperBound - $0.lowerBound } ?? 1)
    for index in 0..<count {
      let value = (value(source, first &+ index) - black) * scale + 0.5
      output[index &* step] = value >= full ? .max : value >= 1 ? UInt16(value) : 0
    }
  }

  /// The value at a place.
  func value(_ source: UnsafeRawPointer, _ index: Int) -> Double {
    switch (isFloat, bits) {
    case (true, 16): return Double(Self.single(ofHalf: at(source, index, UInt16.self)))
    case (true, 32): return Double(at(source, index, Float.self))
    case (true, _): return at(source, index, Double.self)
    default: return value(of: number(source, index))
    }
  }

  /// The value of a whole number, whose bits are these.
  func value(of number: UInt64) -> Double {
    let spare = UInt64(64 - bits)
    return isSigned ? Double(Int64(bitPattern: number << spare) >> spare) : Double(number)
  }

  /// The whole number at a place, as its bits are; any number of bits up to 32, or 64.
  func number(_ source: UnsafeRawPointer, _ index: Int) -> UInt64 {
    switch bits {
    case 8: return UInt64(source.load(fromByteOffset: index, as: UInt8.self))
    case 16: return UInt64(at(source, index, UInt16.self))
    case 24: return Self.number(ofThree: source + index * 3)
    case 32: return UInt64(at(source, index, UInt32.self))
    case 64: return at(source, index, UInt64.self)
    default: return packedNumber(source, firstBit: index * bits)
    }
  }

  private static func number(ofThree bytes: UnsafeRawPointer) -> UInt64 {
    var word: UInt32 = 0
    withUnsafeMutableBytes(of: &word) { word in
      word.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: 3))
    }
    // A machine that puts the highest byte first has them one byte too high.
    return UInt64(UInt32(littleEndian: 1) == 1 ? word : word >> 8)
  }

  private func packedNumber(_ source: UnsafeRawPointer, firstBit: Int) -> UInt64 {
    let first = firstBit / 8
    let last = (firstBit + bits - 1) / 8
    var word: UInt64 = 0
    for place in first...last {
      word = word << 8 | UInt64(source.load(fromByteOffset: place, as: UInt8.self))
    }
    let spare = (last + 1) * 8 - firstBit - bits
    return word >> UInt64(spare) & (1 << UInt64(bits) - 1)
  }

  @inline(__always)
  private func write(
    _ count: Int, _ output: UnsafeMutablePointer<UInt8>, _ step: Int, _ byte: (Int) -> UInt8
  ) {
    for index in 0..<count { output[index &* step] = byte(index) }
  }

  @inline(__always)
  private func at<Number: BitwiseCopyable>(
    _ source: UnsafeRawPointer, _ index: Int, _ type: Number.Type
  ) -> Number {
    source.loadUnaligned(fromByteOffset: index &* MemoryLayout<Number>.size, as: type)
  }

  /// Sixteen bits divided by 257, rounded to nearest; exact for all of them.
  @inline(__always)
  private static func byte(of value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) &* 255 &+ 32895) >> 16)
  }

  /// A number from 0 to 255 rounded to nearest, others cut off; what is not a number is shown black.
  @inline(__always)
  private static func byte<Number: BinaryFloatingPoint>(of value: Number) -> UInt8 {
    let rounded = value + 0.5
    return rounded >= 255 ? 255 : rounded >= 1 ? UInt8(rounded) : 0
  }

  /// The value of sixteen bits of IEEE 754; subnormal ones are shown as zero would be.
  private static func single(ofHalf half: UInt16) -> Float {
    let sign = UInt32(half & 0x8000) << 16
    let exponent = UInt32(half >> 10 & 0x1F)
    let fraction = UInt32(half & 0x3FF) << 13
    switch exponent {
    case 0: return Float(bitPattern: sign)
    case 0x1F: return Float(bitPattern: sign | 0x7F80_0000 | fraction)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction)
    }
  }
}

/// Samples of a page that are spread over it, to find their range.
struct TIFFRange {
  /// The most bytes of decoded blocks and rows to examine, and of a block. [C]
  private static let (sampledBytes, rowBytes, blockBytes) = (16 << 20, 4 << 20, 16 << 20)
  /// The most blocks or rows to examine: a file can claim to have billions. [C]
  private static let maximumBlocks = 1 << 12
  /// The most blocks of which it is known whether the file leaves them out. [C]
  private static let maximumListed = 1 << 16
  /// The part of a turn that puts numbers the most evenly on a circle.
  private static let goldenPart = 0.618_033_988_749_895

  private let page: TIFFPage
  /// Pixels are left out between others where there are very many.
  private let step: Int
  private var statistics: SampleStatistics
  private let mask: TIFFMask?

  private init(_ page: TIFFPage, mask: TIFFMask?) {
    (self.page, self.mask) = (page, mask)
    let pixels = min(page.size.area ?? .max, Self.sampledBytes)
    step = pixels * page.format.model.channels / SampleStatistics.capacity + 1
    statistics = SampleStatistics(noData: page.format.noData)
  }

  /// Examines a page; there is nothing to find in one with blocks that are too large.
  static func statistics(
    _ page: TIFFPage, of file: ImageFile, limits: ImageLimits
  ) -> SampleStatistics {
    var range = TIFFRange(page, mask: try? TIFFMask(file, of: page, limits: limits))
    guard (page.readsRows ? page.rowBytes : page.blockBytes) <= blockBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return range.statistics }
    if page.readsRows { range.sampleRows(handle) } else { range.sampleBlocks(handle) }
    return range.statistics
  }

  /// Examines some channels of a page, each on its own.
  static func statistics(
    of channels: [Int], _ page: TIFFPage, of file: ImageFile, limits: ImageLimits
  ) -> [SampleStatistics] {
    var found = channels.map { _ in SampleStatistics(noData: page.format.noData) }
    guard (page.readsRows ? page.rowBytes : page.blockBytes) <= blockBytes else { return found }
    let pixels = min(page.size.area ?? .max, sampledBytes)
    let step = pixels / (SampleStatistics.capacity / max(1, channels.count)) + 1
    let planes = page.format.isPlanar ? channels : [0]
    guard
      let handles = try? TIFFPlanes(file, page, planes, byRows: page.readsRows, limits)
    else { return found }
    let mask = try? TIFFMask(file, of: page, limits: limits)
    var bytes = [UInt8](repeating: 0, count: page.readsRows ? page.rowBytes : page.blockBytes)
    let partBytes = bytes.count * planes.count
    let numbers =
      page.readsRows
      ? spread(page.size.height, of: partBytes)
      : blocks(page.planeBlocks, of: partBytes) { handles.leavesOut($0) }
    for (order, number) in numbers.enumerated() {
      let row = page.isCompressed ? order : number
      for plane in planes.indices {
        let isRead = bytes.withUnsafeMutableBytes {
          page.readsRows
            ? handles.readRow(row, of: plane, into: $0)
            : handles.readBlock(number, of: plane, into: $0)
        }
        guard isRead else { continue }
        let left = page.readsRows ? 0 : number % page.grid.width * page.block.width
        let width = min(page.block.width, page.size.width - left)
        let lines = page.readsRows ? 1 : page.rows(ofBlockRow: number / page.grid.width)
        let top = page.readsRows ? row : number / page.grid.width * page.block.height
        bytes.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          for line in 0..<lines {
            for x in stride(from: 0, to: width, by: step)
            where mask?.isHidden(x: left + x, y: top + line) != true {
              for index in page.format.isPlanar ? plane..<plane + 1 : 0..<channels.count {
                let place = page.format.isPlanar ? x : x * page.format.samples + channels[index]
                found[index].add(page.format.sample.value(base + line * page.rowBytes, place))
              }
            }
          }
        }
      }
    }
    return found
  }

  /// Returns whether what is assumed to be alpha is zero everywhere, as where it is none.
  static func lacksOpacity(_ page: TIFFPage, of file: ImageFile, limits: ImageLimits) -> Bool {
    guard let alpha = page.format.alpha, alpha.isAssumed, !page.readsRows,
      page.blockBytes <= blockBytes,
      let handle = try? TIFFHandle(file, page: page, limits: limits)
    else { return false }
    var isFound = false
    let count = page.format.planes * page.planeBlocks
    forEachSampledRow(of: page, blocks: count, handle) { row, place, pixels in
      guard !page.format.isPlanar || place.plane == alpha.index, !isFound else { return }
      let (step, first) = page.format.isPlanar ? (1, 0) : (page.format.samples, alpha.index)
      isFound = (0..<pixels).contains { page.format.sample.value(row, $0 * step + first) != 0 }
    }
    return !isFound
  }

  private mutating func sampleBlocks(_ handle: TIFFHandle) {
    let count = (page.format.isPlanar ? page.format.model.channels : 1) * page.planeBlocks
    Self.forEachSampledRow(of: page, blocks: count, handle) { row, place, pixels in
      note(row, pixels: pixels, x: place.x, y: place.y)
    }
  }

  /// Calls `body` with rows of blocks that are spread over a page: the first byte, the place of the first pixel in its plane, and
  /// the number of pixels.
  private static func forEachSampledRow(
    of page: TIFFPage, blocks count: Int, _ handle: TIFFHandle,
    _ body: (UnsafeRawPointer, (plane: Int, x: Int, y: Int), Int) -> Void
  ) {
    var bytes = [UInt8](repeating: 0, count: page.blockBytes)
    for number in blocks(count, of: page.blockBytes, { handle.leavesOut($0) }) {
      let isRead = bytes.withUnsafeMutableBytes { handle.readBlock(number, of: page, into: $0) }
      guard isRead else { continue }
      let (row, column) = (number % page.planeBlocks).quotientAndRemainder(
        dividingBy: page.grid.width)
      let width = min(page.block.width, page.size.width - column * page.block.width)
      bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for line in 0..<page.rows(ofBlockRow: row) {
          let place = (
            plane: number / page.planeBlocks, x: column * page.block.width,
            y: row * page.block.height + line
          )
          body(base + line * page.rowBytes, place, width)
        }
      }
    }
  }

  /// Examines rows of strips too large to be decoded whole; only the first rows of compressed ones.
  private mutating func sampleRows(_ handle: TIFFHandle) {
    let rows = Self.spread(page.size.height, of: page.rowBytes)
    var bytes = [UInt8](repeating: 0, count: page.rowBytes)
    for (index, row) in rows.enumerated() {
      let number = page.isCompressed ? index : row
      let isRead = bytes.withUnsafeMutableBytes {
        handle.readRow(number, plane: 0, of: page, into: $0)
      }
      guard isRead else { return }
      bytes.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
          note(base, pixels: page.size.width, x: 0, y: number)
        }
      }
    }
  }

  /// Indices of rows below `count`, evenly spread, as many as the limits allow.
  private static func spread(_ count: Int, of bytes: Int) -> [Int] {
    let chosen = min(count, max(1, rowBytes / bytes), maximumBlocks)
    return (0..<chosen).map { Int(Double($0) * Double(count) / Double(chosen)) }
  }

  /// Numbers of blocks below `count`, spread over rows and columns, as many as the limits allow.
  ///
  /// Those that the file leaves out are all alike: no more of them are examined than of the others.
  private static func blocks(_ count: Int, of bytes: Int, _ leavesOut: (Int) -> Bool) -> [Int] {
    let most = min(max(1, sampledBytes / bytes), maximumBlocks)
    let chosen = scattered(count, most)
    guard chosen.contains(where: leavesOut) else { return chosen }
    let listed = scattered(count, maximumListed)
    let stored = listed.filter { !leavesOut($0) }
    guard !stored.isEmpty else { return chosen }
    let kept = scattered(stored.count, most).map { stored[$0] }
    let others = listed.filter(leavesOut)
    let share = min(kept.count * others.count / stored.count, kept.count)
    return kept + scattered(others.count, share).map { others[$0] }
  }

  /// At most so many numbers below `count`, one in each of as many equal parts.
  ///
  /// Their places in these differ, since rows of blocks that are as long as a part would show the same columns.
  private static func scattered(_ count: Int, _ most: Int) -> [Int] {
    let chosen = min(count, most)
    return (0..<chosen).map { number in
      let shift = (Double(number) * goldenPart).truncatingRemainder(dividingBy: 1)
      return Int((Double(number) + shift) * Double(count) / Double(chosen))
    }
  }

  private mutating func note(_ row: UnsafeRawPointer, pixels: Int, x: Int, y: Int) {
    let channels = page.format.isPlanar ? 1 : page.format.samples
    let colors = page.format.isPlanar ? 1 : page.format.model.channels
    let alpha = page.format.isPlanar ? nil : page.format.alpha?.index
    for pixel in stride(from: 0, to: pixels, by: step) {
      // What is transparent is not seen.
      if let alpha, page.format.sample.value(row, pixel * channels + alpha) == 0 { continue }
      if let mask, mask.isHidden(x: x + pixel, y: y) { continue }
      for channel in 0..<colors {
        statistics.add(page.format.sample.value(row, pixel * channels + channel))
      }
    }
  }
}

extension TIFFModel {
  /// TIFF's number.
  var photometric: Int {
    switch self {
    case .gray(let isInverted): Int(isInverted ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK)
    case .rgb, .converted: Int(PHOTOMETRIC_RGB)
    case .palette: Int(PHOTOMETRIC_PALETTE)
    case .cmyk: Int(PHOTOMETRIC_SEPARATED)
    case .lab: Int(PHOTOMETRIC_CIELAB)
    }
  }

  /// True for gray.
  var isGray: Bool { if case .gray = self { true } else { false } }

  /// True for intensities, which can be scaled.
  var isIntensity: Bool {
    switch self {
    case .gray, .rgb: true
    default: false
    }
  }
}
