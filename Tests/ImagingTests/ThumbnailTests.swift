import Glibc
import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A thumbnail` {
  private let folder = TestFolder.make()

  private func gradient(_ width: Int, _ height: Int, opaque: Bool = true) -> Thumbnail {
    let pixels = (0..<width * height).map { index -> UInt32 in
      let value = UInt32(index % width * 255 / max(1, width - 1))
      return opaque ? 0xFF00_0000 | value << 16 | value << 8 | value : value << 24
    }
    return Thumbnail(
      size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: opaque)
  }

  @Test(arguments: [
    (4000, 3000, 256, 256, 192), (3000, 4000, 256, 192, 256), (100, 50, 256, 100, 50),
    (10_000, 1, 128, 128, 1), (256, 256, 256, 256, 256), (5, 5, 1, 1, 1),
  ])
  func `keeps proportions and is never enlarged`(
    width: Int, height: Int, side: Int, newWidth: Int, newHeight: Int
  ) {
    let size = Thumbnail.size(of: PixelSize(width: width, height: height), side: side)
    #expect(size == PixelSize(width: newWidth, height: newHeight))
  }

  @Test func `has the mean of the pixels that it stands for`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<30 {
      let (width, height) = (1 + random.index(90), 1 + random.index(90))
      let pixels = (0..<width * height).map { _ in
        0xFF00_0000 | UInt32(random.index(256)) << 8
      }
      let whole = Thumbnail(
        size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: true)
      let reduced = whole.reduced(to: 1 + random.index(40))
      let mean = { (pixels: [UInt32]) in
        Double(pixels.reduce(0) { $0 + Int($1 >> 8 & 255) }) / Double(pixels.count)
      }
      #expect(abs(mean(reduced.pixels) - mean(pixels)) < 1)
      #expect(reduced.pixels.allSatisfy { $0 >> 24 == 255 })
    }
  }

  @Test func `is decoded at a fraction of a JPEG picture's size, upright`() throws {
    let pixels = gradient(640, 480)
    let bytes = try #require(PNGText.file(pixels, texts: []))
    try write(bytes, to: folder + "/a.png")
    try run("vips copy \(folder)/a.png '\(folder)/a.jpg[Q=95]'")
    for (name, tolerance) in [("a.png", 1), ("a.jpg", 4)] {
      let source = try ImageFile.open(folder + "/" + name)
      let thumbnail = try #require(Thumbnail.decode(source, side: 64))
      #expect(thumbnail.size == PixelSize(width: 64, height: 48))
      for (index, pixel) in thumbnail.pixels.enumerated() {
        let expected = (Double(index % 64) + 0.5) * 255 / 64
        #expect(abs(Double(pixel & 255) - expected) <= Double(tolerance) + 1)
      }
    }
  }

  @Test
  func `of a very large JPEG picture is read from its index, or its rows if damaged`() throws {
    try write(try #require(PNGText.file(gradient(2048, 256), texts: [])), to: folder + "/a.png")
    try run("vips copy \(folder)/a.png '\(folder)/a.jpg[Q=85]'")
    try run("head -c $(( $(stat -c %s \(folder)/a.jpg) / 2 )) \(folder)/a.jpg > \(folder)/cut.jpg")
    for (name, rows) in [("a.jpg", 16), ("cut.jpg", 5)] {
      let source = try ImageFile.open(folder + "/" + name)
      let indexed = try #require(Thumbnail.decode(source, side: 128, indexedArea: 0))
      #expect(indexed.size == PixelSize(width: 128, height: 16))
      for (index, pixel) in indexed.pixels.prefix(128 * rows).enumerated() {
        let expected = (Double(index % 128) + 0.5) * 255 / 128
        #expect(abs(Double(pixel & 255) - expected) <= 4, "\(name) \(index)")
      }
    }
    var reads = 0
    let source = try ImageFile.open(folder + "/a.jpg")
    _ = Thumbnail.decode(source, side: 128, indexedArea: 0) {
      reads += 1
      return true
    }
    // The index has 16 rows of MCUs; the rows of an eighth of the size are 32.
    #expect(reads < 25)
  }

  @Test func `is what there is of a truncated file`() throws {
    let size = PixelSize(width: 200, height: 100)
    let header = Array("P6 \(size.width) \(size.height) 255\n".utf8)
    let row: [UInt8] = (0..<size.width).flatMap { _ in [0x10, 0x20, 0x30] as [UInt8] }
    // Half of the rows, all in the first row of tiles.
    let bytes = header + (0..<50).flatMap { _ in row }
    try write(bytes, to: folder + "/half.ppm")
    let source = try ImageFile.open(folder + "/half.ppm")
    let thumbnail = try #require(Thumbnail.decode(source, side: 100))
    #expect(thumbnail.size == PixelSize(width: 100, height: 50) && !thumbnail.isOpaque)
    #expect(thumbnail.pixels[100 * 10 + 50] == 0xFF10_2030)
    #expect(thumbnail.pixels[100 * 45 + 50] == 0)
  }

  private func run(_ command: String) throws {
    #expect(try ChildProcess(["sh", "-c", command]).wait() == 0)
  }
}

@Suite struct `The desktop's cache of thumbnails` {
  private let folder = TestFolder.make()
  private var cache: ThumbnailCache {
    ThumbnailCache(path: FilePath(folder + "/cache/thumbnails"), program: "test-1")
  }

  private func permissions(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
  }

  private func picture(_ name: String) throws -> FilePath {
    try write([1, 2, 3], to: folder + "/" + name)
    return FilePath(folder + "/" + name)
  }

  private let thumbnail = Thumbnail(
    size: PixelSize(width: 128, height: 2),
    pixels: (0..<256).map { $0 < 128 ? 0xFF10_2030 : UInt32($0) << 24 }, isOpaque: false)

  @Test func `gives back what was stored, until the picture changes`() throws {
    let file = try picture("a b.png")
    let entry = try #require(cache.entry(of: file))
    #expect(cache.thumbnail(entry, side: 100) == nil)
    cache.store(thumbnail, of: entry)
    let read = try #require(cache.thumbnail(entry, side: 128))
    #expect(read.size == thumbnail.size && read.pixels == thumbnail.pixels)
    #expect(cache.thumbnail(entry, side: 129) == nil)
    let name = MD5.hexadecimal(Array(file.uri.utf8))
    #expect(permissions(folder + "/cache/thumbnails/normal/\(name).png") == 0o600)
    for made in ["/cache", "/cache/thumbnails", "/cache/thumbnails/normal"] {
      #expect(permissions(folder + made) == 0o700)
    }
    var times = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
    utimes(file.description, &times)
    let changed = try #require(cache.entry(of: file))
    #expect(cache.thumbnail(changed, side: 128) == nil)
  }

  @Test func `tells what a program has written from what others have, and deletes it`() throws {
    for version in ["test-1", "test-2", "other-1"] {
      let cache = ThumbnailCache(path: FilePath(folder + "/cache/thumbnails"), program: version)
      let good = try #require(cache.entry(of: picture("\(version).png")))
      cache.store(thumbnail, of: good)
      cache.noteFailure(try #require(cache.entry(of: picture("\(version)-bad.png"))))
    }
    #expect(cache.contents(writtenBy: "test").count == 4)
    #expect(cache.removeAll(writtenBy: "test").count == 4)
    #expect(cache.contents(writtenBy: "test") == CacheContents())
    #expect(cache.contents(writtenBy: "other").count == 2)
  }

  @Test func `remembers failures of this version, and has no thumbnails of itself`() throws {
    let file = try picture("bad.png")
    let entry = try #require(cache.entry(of: file))
    #expect(!cache.hasFailed(entry))
    cache.noteFailure(entry)
    #expect(cache.hasFailed(entry))
    // As it goes on being written within the same second.
    let times = [timespec(tv_sec: 7, tv_nsec: 1), timespec(tv_sec: 7, tv_nsec: 1)]
    #expect(utimensat(AT_FDCWD, file.description, times, 0) == 0)
    let early = try #require(cache.entry(of: file))
    cache.noteFailure(early)
    let handle = try #require(fopen(file.description, "ab"))
    fputs("more", handle)
    fclose(handle)
    #expect(utimensat(AT_FDCWD, file.description, times, 0) == 0)
    let grown = try #require(cache.entry(of: file))
    #expect(cache.hasFailed(early) && !cache.hasFailed(grown))
    let later = ThumbnailCache(path: FilePath(folder + "/cache/thumbnails"), program: "test-2")
    #expect(!later.hasFailed(entry))
    let name = MD5.hexadecimal(Array(file.uri.utf8))
    let own = FilePath(folder + "/cache/thumbnails/fail/test-1/\(name).png")
    #expect(FileStatus(of: own) != nil)
    #expect(cache.entry(of: own) == nil)
    #expect(cache.entry(of: FilePath(folder + "/missing.png")) == nil)
  }

  @Test func `is neither written nor read where others can write`() throws {
    let file = try picture("d.png")
    let entry = try #require(cache.entry(of: file))
    cache.store(thumbnail, of: entry)
    #expect(cache.thumbnail(entry, side: 128) != nil)
    let normal = folder + "/cache/thumbnails/normal"
    chmod(normal, 0o777)
    #expect(cache.thumbnail(entry, side: 128) == nil)
    let names = TestFolder.names(in: normal)
    let other = try #require(cache.entry(of: picture("e.png")))
    cache.store(thumbnail, of: other)
    #expect(TestFolder.names(in: normal) == names)
  }

  @Test func `ignores files that are damaged`() throws {
    let file = try picture("c.png")
    let entry = try #require(cache.entry(of: file))
    cache.store(thumbnail, of: entry)
    let name = MD5.hexadecimal(Array(file.uri.utf8))
    let path = folder + "/cache/thumbnails/normal/\(name).png"
    let bytes = try #require(PNGText.file(thumbnail, texts: []))
    var random = SplitMix64(seed: 1)
    for length in [0, 7, 8, 20, bytes.count / 2] {
      try write(Array(bytes.prefix(length)), to: path)
      #expect(cache.thumbnail(entry, side: 128) == nil)
    }
    for _ in 0..<200 {
      let damaged = bytes.map { random.chance(0.02) ? UInt8(random.index(256)) : $0 }
      _ = PNGText.read(damaged)
    }
  }
}

private func write(_ bytes: [UInt8], to path: String) throws {
  let file = try #require(fopen(path, "wb"))
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
