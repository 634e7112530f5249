import CCodecs
import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// `FUZZ_FILES=100000 swift test -c release --filter FuzzTests` damages that many files instead of 120;
/// `FUZZ_SEED=7` starts at another seed than 0.
@Suite struct `A JPEG region decoder of damaged bytes` {
  private let folder = ScratchFolder()

  private static func variable(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  private static let files = variable("FUZZ_FILES") ?? 120
  private static let firstSeed = variable("FUZZ_SEED") ?? 0

  private static let samplings: [[(Int32, Int32)]] = [
    [(1, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(1, 1)],
  ]

  /// The bytes of a sound file of noise, from a number.
  private func sound(_ number: Int) -> [UInt8] {
    let size = PixelSize(width: number % 2 == 0 ? 700 : 1301, height: 96)
    let sampling = Self.samplings[number / 2 % Self.samplings.count]
    var random = SplitMix64(seed: UInt64(number))
    let rows = (0..<size.height).map { _ in random.bytes(size.width * sampling.count) }
    var file = JPEGFile(size: size, rows: rows)
    file.components = Int32(sampling.count)
    if sampling.count == 1 { file.input = JCS_GRAYSCALE }
    file.sampling = sampling
    file.restartInterval = number % 3 == 0 ? 5 : 0
    file.optimizes = number % 5 == 0
    return file.bytes
  }

  /// Damages a file: cuts it, or changes bytes of its headers, of its scan, or anywhere.
  private func damaged(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let kind = Int.random(in: 0..<4, using: &random)
    if kind == 0 { return Array(bytes.prefix(.random(in: 4..<bytes.count - 3, using: &random))) }
    let places =
      kind == 1 ? 2..<min(640, bytes.count) : kind == 2 ? 640..<bytes.count : 2..<bytes.count
    var result = bytes
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      result[.random(in: places, using: &random)] = .random(in: 0...255, using: &random)
    }
    return result
  }

  /// Indexes a file and decodes its tiles; returns what is wrong with that.
  private func problem(_ path: String, isTruncated: Bool) -> String? {
    guard let source = try? ImageFile.open(path), case .rows(let rows) = source.access,
      let decoder = rows.regionDecoder()
    else { return nil }
    let pyramid = Pyramid(size: source.info.size)
    // A header that promises a large picture is as good as a small one, and takes long.
    guard (pyramid.size.area ?? .max) < 4_000_000 else { return nil }
    var info = source.info
    info.size = pyramid.size(ofLevel: decoder.indexedLevel)
    let builder = PyramidBuilder(info) { _, _ in }
    do {
      try decoder.buildIndex(into: builder, while: { true })
      if isTruncated { return "a truncated file was indexed without an error" }
      if !builder.isComplete { return "the index ends after \(builder.rowCount) rows" }
    } catch {}
    for level in [0, 1, decoder.indexedLevel] where level < pyramid.levelCount {
      let all = Rect(origin: .zero, size: pyramid.size.size)
      for key in pyramid.tiles(covering: all, level: level).keys.prefix(12) {
        guard let tile = try? decoder.tile(key, of: pyramid) else { continue }
        if tile.size != pyramid.rect(of: key).size { return "\(key) has \(tile.size) pixels" }
        if !tile.isComplete { return "\(key) is not complete" }
      }
    }
    return nil
  }

  @Test func `gives an error or pixels`() throws {
    var bytes: [UInt8] = []
    for number in 0..<Self.files {
      let seed = Self.firstSeed + number
      if number % 10 == 0 { bytes = sound(seed / 10) }
      var random = SplitMix64(seed: UInt64(seed))
      let wild = damaged(bytes, using: &random)
      let path = folder.write(wild, to: "wild.jpg")
      if let problem = problem(path, isTruncated: wild.count < bytes.count) {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }

  @Test func `never reads past its bytes, whatever they and their tables are`() throws {
    var corrupt = 0
    for number in 0..<Self.files * 10 {
      var random = SplitMix64(seed: UInt64(Self.firstSeed + number))
      guard let ac = Self.randomTable(using: &random), let dc = Self.randomTable(using: &random),
        let header = `The MCUs of a JPEG scan`.header(
          width: 800, height: 8,
          sampling: [0x11, 0x22, 0x41].randomElement(using: &random) ?? 0x11,
          restart: .random(in: 0...9, using: &random), dc: dc, ac: ac),
        let layout = MCULayout(header)
      else { continue }
      let ones = Bool.random(using: &random)
      let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        ones ? 0xFF : UInt8.random(in: 0...255, using: &random)
      }
      // What the decoder's own buffers have behind their bytes, at least.
      let slack = layout.blocks.count * BlockWalker.maximumBlockSize + BlockWalker.lookahead
      guard let guarded = GuardedBytes(bytes, zeros: slack) else { throw NoMemory() }
      let preview = DCPreview(header, mcus: header.mcuGrid.width)
      layout.tables.entries.withUnsafeBufferPointer { tables in
        guard let tables = tables.baseAddress else { return }
        let walker = BlockWalker(
          bytes: guarded.pointer, tables: tables, bit: 0, end: bytes.count * 8)
        var mcus = MCUWalker(layout, into: preview, walker: walker)
        mcus.walk(0..<header.mcuGrid.width, number: 0)
        if mcus.walker.isCorrupt { corrupt += 1 }
        var writer = JPEGRegionWriter(
          header, layout, mcus: header.mcuGrid.width, byteCount: bytes.count)
        let span = JPEGIndex.Span(
          entry: .init(bit: 0, predictors: .zero), mcu: 0, chunks: 0..<1, start: 0)
        writer.append(0..<header.mcuGrid.width, number: 0, walker, span)
        #expect(writer.isCorrupt || !mcus.walker.isCorrupt)
        _ = writer.file(size: header.size)
      }
    }
    #expect(corrupt > Self.files, "most of them end too early")
  }

  /// A table of any shape whose symbols are any bytes.
  private static func randomTable(using random: inout SplitMix64) -> HuffmanTable? {
    var counts = [UInt8](repeating: 0, count: 16)
    var free = 2
    for length in 0..<16 where free > 0 {
      let count = min(Int.random(in: 0...free, using: &random), 20)
      counts[length] = UInt8(count)
      free = (free - count) * 2
    }
    let total = counts.reduce(0) { $0 + Int($1) }
    let symbols = random.bytes(total)
    return HuffmanTable(counts: counts, symbols: symbols)
  }
}
