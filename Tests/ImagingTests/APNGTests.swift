import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The frames of an animated PNG file` {
  private let others = OtherPrograms(folder: ScratchFolder())

  private func write(_ file: APNGFile, _ name: String = "in.png") -> FilePath {
    FilePath(others.folder.write(file.bytes, to: name))
  }

  private func pages(_ path: FilePath) throws -> FilePages {
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    return pages
  }

  /// The largest difference of a channel from the exact composition, of 255.
  private func difference(_ pixels: [UInt32], _ exact: [[Double]]) -> Double {
    zip(pixels, exact).map { pixel, exact in
      zip([24, 16, 8, 0], exact).map { shift, value in
        abs(Double(pixel >> UInt32(shift) & 0xFF) - value * 255)
      }.max() ?? 0
    }.max() ?? .infinity
  }

  @Test(arguments: 1...20)
  func `are composed as the specification says`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let file = APNGFile.random(&random, frameCount: 9)
    let path = write(file)
    let pages = try pages(path)
    #expect(pages.kind == .frames && pages.count.known == 9)
    for (index, exact) in file.composed.enumerated() {
      let decoded = Decoded(try ImageFile.open(path, page: index, of: pages))
      #expect(decoded.error == nil && decoded.info.size == file.size)
      // Each blending rounds to half a step at most, and nine lie over each other.
      #expect(difference(decoded.pixels, exact) < 4, "frame \(index)")
    }
  }

  /// Another program writes the file, from whole frames: their differences, with its choice of disposal and blending.
  @Test func `are those that another program has put together`() throws {
    var random = SplitMix64(seed: 3)
    let size = PixelSize(width: 40, height: 30)
    var pictures: [ReferencePicture] = []
    var picture = ReferencePicture(soft: size)
    for number in 0..<8 {
      for _ in 0..<60 {
        let place = random.index(20) + number + (5 + random.index(9)) * size.width
        picture.pixels[place] = 0xFF00_0000 | UInt32(random.index(1 << 24))
      }
      pictures.append(picture)
      others.write(picture, to: "f\(number).ppm")
      try others.run("convert @f\(number).ppm PNG32:@f\(number).png")
    }
    try others.run("apngasm @out.png @f0.png 3 20 -l3")
    let path = FilePath(others.folder.file("out.png"))
    let pages = try pages(path)
    let timing = try #require(pages.timing)
    #expect(timing.playCount == 3 && timing.delays == Array(repeating: 0.15, count: 8))
    for (index, picture) in pictures.enumerated() {
      let decoded = Decoded(try ImageFile.open(path, page: index, of: pages))
      #expect(decoded.error == nil && decoded.pixels == picture.pixels, "frame \(index)")
    }
  }

  @Test func `take the place of a default picture that is none of them`() throws {
    var random = SplitMix64(seed: 6)
    var file = APNGFile.random(&random, frameCount: 3)
    let first = Decoded(try ImageFile.open(write(file)))
    file.picture = Array(repeating: 0xFF12_3456, count: file.frames[0].pixels.count)
    let path = write(file, "hidden.png")
    #expect(try pages(path).count.known == 3)
    #expect(Decoded(try ImageFile.open(path)).pixels == first.pixels)
    // Without its frames, the picture is what there is.
    file.frames = []
    let still = write(file, "still.png")
    #expect(FilePages(of: still) == nil)
    #expect(Decoded(try ImageFile.open(still)).pixels.allSatisfy { $0 == 0xFF12_3456 })
  }

  @Test func `are none where the first has no data, and the default picture is shown`() throws {
    var random = SplitMix64(seed: 7)
    var file = APNGFile.random(&random, frameCount: 3)
    file.parts = 1
    file.picture = Array(repeating: 0xFF12_3456, count: file.frames[0].pixels.count)
    var bytes = file.bytes
    let start = try #require(bytes.firstRange(of: "fdAT".utf8)).lowerBound - 4
    let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    bytes.removeSubrange(start..<start + 12 + count)
    let path = FilePath(others.folder.write(bytes, to: "none.png"))
    #expect(try pages(path).count.known == 0)
    let decoded = Decoded(try ImageFile.open(path))
    #expect(decoded.error == nil && decoded.pixels.allSatisfy { $0 == 0xFF12_3456 })
  }

  @Test func `have the delays and rounds of the file`() throws {
    var random = SplitMix64(seed: 9)
    var file = APNGFile.random(&random, frameCount: 4)
    for (index, delay) in [(1, 10), (3, 0), (0, 7), (1, 60)].enumerated() {
      file.frames[index].delay = delay
    }
    var timing = try #require(try pages(write(file)).timing)
    #expect(timing.delays == [0.1, 0.03, 0.1, 1.0 / 60] && timing.playCount == nil)
    file.playCount = 2
    timing = try #require(try pages(write(file, "two.png")).timing)
    #expect(timing.playCount == 2 && timing.last == 7)
  }

  @Test func `end where a chunk of them is damaged or missing, and never crash`() throws {
    var random = SplitMix64(seed: 8)
    let good = APNGFile.random(&random, frameCount: 6).bytes
    let whole = Decoded(try ImageFile.open(FilePath(others.folder.write(good, to: "good.png"))))
    let limits = ImageLimits(megapixels: 1)
    var (failures, shorter) = (0, 0)
    for number in 0..<300 {
      var bytes = good
      // The first picture stays as it is.
      let first = try #require(bytes.firstRange(of: "fdAT".utf8)).lowerBound
      for _ in 0..<2 { bytes[first + random.index(bytes.count - first)] = UInt8(random.index(256)) }
      if number % 5 == 0 { bytes.removeLast(random.index(bytes.count - first)) }
      let path = FilePath(others.folder.write(bytes, to: "d\(number % 4).png"))
      #expect(Decoded(try ImageFile.open(path, limits: limits)).pixels == whole.pixels)
      guard let pages = FilePages(of: path) else { continue }
      pages.findAll()
      #expect(pages.count.isComplete && pages.count.known > 0)
      if pages.count.known < 6 { shorter += 1 }
      let index = pages.clamped(5)
      let decoded = try? Decoded(ImageFile.open(path, page: index, of: pages, limits: limits))
      if decoded?.error != nil || decoded == nil { failures += 1 }
      #expect(decoded?.isWhole ?? true || decoded?.error != nil)
    }
    #expect(failures > 0 && failures < 300 && shorter > 0)
  }
}
