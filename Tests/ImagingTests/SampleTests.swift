import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// Tests in which libvips has written a picture of samples of its own, and reads them, too.
struct SampleFiles {
  /// A file, and the command that makes it of `@in.v`.
  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let command: String
    var testDescription: String { command }
  }

  static let size = PixelSize(width: 311, height: 203)

  static let kinds = [
    Kind(name: "a.ppm", command: "vips ppmsave @in.v @a.ppm"),
    Kind(name: "a.png", command: "vips pngsave @in.v @a.png"),
    Kind(name: "i.png", command: "vips pngsave @in.v @i.png --interlace"),
    Kind(name: "s.png", command: "vips pngsave @in.v @s.png --filter sub"),
    Kind(name: "u.png", command: "vips pngsave @in.v @u.png --filter up"),
    Kind(name: "v.png", command: "vips pngsave @in.v @v.png --filter avg"),
    Kind(name: "h.png", command: "vips pngsave @in.v @h.png --filter paeth"),
    Kind(name: "a.tif", command: "vips tiffsave @in.v @a.tif"),
    Kind(
      name: "z.tif",
      command: "vips tiffsave @in.v @z.tif --compression lzw --predictor horizontal"),
    Kind(
      name: "p.tif",
      command: "vips tiffsave @in.v @p.tif --tile --pyramid --compression deflate"),
    Kind(name: "m.tif", command: "convert @a16.tif -endian MSB -interlace plane @m.tif"),
  ]

  let folder = ScratchFolder()
  var others: OtherPrograms { OtherPrograms(folder: folder) }

  /// Makes noise of 16 bits between two samples, and `command`'s file of it.
  init(_ kind: Kind, from black: Int = 0, to white: Int = 65_535, seed: UInt64 = 1) throws {
    var random = SplitMix64(seed: seed)
    var bytes = Array("P6\n\(Self.size.width) \(Self.size.height)\n65535\n".utf8)
    for _ in 0..<3 * (Self.size.area ?? 0) {
      let value = Int.random(in: black...white, using: &random)
      bytes.append(UInt8(value >> 8))
      bytes.append(UInt8(value & 0xFF))
    }
    _ = folder.write(bytes, to: "in.ppm")
    try others.run("vips copy @in.ppm @in.v")
    if kind.name == "m.tif" { try others.run("vips tiffsave @in.v @a16.tif") }
    try others.run(kind.command)
  }

  func open(_ kind: Kind) throws -> any ImageSource { try ImageFile.open(folder.file(kind.name)) }

  /// The samples of a file of libvips, which `vips getpoint` prints one pixel at a time.
  func samples(_ name: String) throws -> [UInt16] {
    try others.run("vips rawsave @\(name) @raw")
    return ScratchFolder.read(folder.file("raw")).withUnsafeBytes {
      Array($0.bindMemory(to: UInt16.self))
    }
  }
}

@Suite struct `The samples of a file` {
  /// The operations of libvips that turn a picture as each orientation does.
  static let turns = [
    1: [], 2: ["flip @ @ horizontal"], 3: ["rot @ @ d180"], 4: ["flip @ @ vertical"],
    5: ["flip @ @ horizontal", "rot @ @ d270"], 6: ["rot @ @ d90"],
    7: ["flip @ @ horizontal", "rot @ @ d90"], 8: ["rot @ @ d270"],
  ]

  /// The pixels of a plain test run; `FUZZ_SAMPLES=1000` reads that many of each file and turn.
  private static var count: Int {
    getenv("FUZZ_SAMPLES").flatMap { Int(String(cString: $0)) } ?? 40
  }

  /// The samples of the picture of all files, turned by libvips as each orientation does.
  private static let turned = Result {
    let files = try SampleFiles(SampleFiles.kinds[0])
    return try turns.mapValues { operations in
      try files.others.run("vips copy @in.v @turned0.v")
      for (index, operation) in operations.enumerated() {
        let parts = operation.split(separator: " ")
        try files.others.run("vips \(parts[0]) @turned\(index).v @turned\(index + 1).v \(parts[3])")
      }
      return try files.samples("turned\(operations.count).v")
    }
  }

  @Test(arguments: SampleFiles.kinds)
  func `are those that vips reads, turned as it is shown`(kind: SampleFiles.Kind) throws {
    let files = try SampleFiles(kind)
    defer { withExtendedLifetime(files) {} }
    let file = try files.open(kind)
    var random = SplitMix64(seed: 7)
    for (number, theirs) in try Self.turned.get() {
      let turn = try #require(Orientation(rawValue: number))
      let source = turn == .upright ? file : try #require(file.turned(by: turn))
      let reader = try #require(try source.sampleReader())
      let size = source.info.size
      for _ in 0..<Self.count {
        let (x, y) = (
          Int.random(in: 0..<size.width, using: &random),
          Int.random(in: 0..<size.height, using: &random)
        )
        let start = 3 * (y * size.width + x)
        #expect(
          try reader.samples(x: x, y: y, of: source.info) { true }
            == theirs[start..<start + 3].map(Double.init))
      }
    }
  }

  @Test func `are numbers in floating point, of any size`() throws {
    let files = try SampleFiles(SampleFiles.kinds[0])
    try files.others.run("vips linear @in.v @f.v 1000 3")
    try files.others.run("vips tiffsave @f.v @f.tif")
    let source = try ImageFile.open(files.folder.file("f.tif"))
    #expect(source.info.samples?.isFloat == true && source.info.samples?.channels == 3)
    let theirs = try files.samples("in.v")
    let reader = try #require(try source.sampleReader())
    for x in [0, 5, 310] {
      let values = try reader.samples(x: x, y: 9, of: source.info) { true }
      let start = 3 * (9 * SampleFiles.size.width + x)
      #expect(values == theirs[start..<start + 3].map { Double(Float($0) * 1000 + 3) })
    }
  }

  @Test func `of text are its numbers, and of a map the last one is the opacity`() throws {
    let folder = ScratchFolder()
    let text = folder.write(
      Array("P3 3 2 900\n1 2 3 4 5 6 7 8 9\n10 11 12 13 14 15 900 17 18\n".utf8), to: "t.ppm")
    let reader = try #require(try ImageFile.open(text).sampleReader())
    #expect(try reader.samples(x: 2, y: 1) { true } == [900, 17, 18])
    #expect(try reader.samples(x: 1, y: 0) { true } == [4, 5, 6])
    let head = "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 2\nMAXVAL 1023\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n"
    let map = folder.write(Array(head.utf8) + [0, 1, 2, 3, 1, 0, 3, 255], to: "m.pam")
    let opacity = try #require(try ImageFile.open(map).sampleReader())
    #expect(try opacity.samples(x: 0, y: 0) { true } == [1, 515])
    #expect(try opacity.samples(x: 0, y: 1) { true } == [256, 1023])
  }

  @Test func `are not asked of a file whose colors are its samples`() throws {
    let folder = ScratchFolder()
    let file = folder.write(Array("P6 1 1 255\n123".utf8), to: "a.ppm")
    let source = try ImageFile.open(file)
    #expect(try source.info.samples == nil && source.sampleReader() == nil)
    #expect(try source.toned(to: .auto) { true } == nil)
  }

  @Test func `that a file lacks are an error, and those before it are not`() throws {
    for kind in SampleFiles.kinds where ["a.ppm", "a.png", "a.tif"].contains(kind.name) {
      let files = try SampleFiles(kind)
      let bytes = ScratchFolder.read(files.folder.file(kind.name))
      _ = files.folder.write(Array(bytes.prefix(bytes.count / 2)), to: kind.name)
      // libvips writes directories of TIFF files behind the samples.
      guard let source = try? files.open(kind) else { continue }
      let reader = try #require(try source.sampleReader())
      #expect(try reader.samples(x: 3, y: 5) { true }.count == 3)
      #expect(throws: ImagingError.self) { try reader.samples(x: 3, y: 200) { true } }
      #expect(try reader.samples(x: 3, y: 5) { true }.count == 3)
    }
  }

  @Test func `of a large PNG are read in any order from checkpoints`() throws {
    // 6 MB of rows, so that there are several.
    let folder = ScratchFolder()
    let others = OtherPrograms(folder: folder)
    var random = SplitMix64(seed: 3)
    let (width, height) = (1000, 1000)
    var bytes = Array("P6\n\(width) \(height)\n65535\n".utf8)
    let noise = random.bytes(6 * width)
    // Each row is the noise, begun at another place.
    for y in 0..<height { bytes += noise[(y % 997)...] + noise[..<(y % 997)] }
    let rows = ScratchFolder.read(folder.write(bytes, to: "in.ppm")).suffix(6 * width * height)
    let start = rows.startIndex
    for (name, option) in [("a.png", ""), ("i.png", " --interlace")] {
      try others.run("vips pngsave @in.ppm @\(name) --compression 1\(option)")
      let samples = try PNGSamples(ImageFile.examine(FilePath(folder.file(name))).0)
      for _ in 0..<15 {
        let (x, y) = (
          Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
        )
        let place = start + 6 * (y * width + x)
        let expected = (0..<3).map {
          Double(Int(rows[place + 2 * $0]) << 8 | Int(rows[place + 2 * $0 + 1]))
        }
        #expect(try samples.samples(x: x, y: y) { true } == expected)
      }
    }
  }
}
