import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `An animation that is written` {
  private static let size = PixelSize(width: 50, height: 37)
  private let folder = ScratchFolder()

  /// A sprite that moves over noise, with a pause in the middle.
  private func frames(_ count: Int = 9) -> [[UInt32]] {
    var random = SplitMix64(seed: 5)
    let noise = (0..<Self.size.width * Self.size.height).map { _ in
      0xFF00_0000 | UInt32(random.index(1 << 24))
    }
    return (0..<count).map { index in
      var frame = noise
      let step = [0, 1, 2, 3, 3, 3, 4, 5, 6][index % 9]
      for y in step..<step + 9 {
        for x in step * 6..<step * 6 + 9 { frame[y * Self.size.width + x] = 0xFF20_4080 }
      }
      return frame
    }
  }

  private func file(_ format: AnimationWriter.Format, rate: Int = 30, limit: Int = .max) throws
    -> [UInt8]
  {
    let writer = AnimationWriter(format, size: Self.size, rate: rate, byteLimit: limit)
    for frame in frames() { try writer.append(frame) }
    return try writer.finish()
  }

  private func pages(_ bytes: [UInt8], _ name: String) throws -> (path: FilePath, pages: FilePages)
  {
    let path = FilePath(folder.write(bytes, to: name))
    let pages = try #require(FilePages(of: path))
    pages.findAll()
    return (path, pages)
  }

  @Test(arguments: [AnimationWriter.Format.png, .webp(quality: nil)])
  func `has the pixels of its frames`(format: AnimationWriter.Format) throws {
    let (path, pages) = try pages(file(format), format == .png ? "a.png" : "a.webp")
    // Three of the nine look the same.
    #expect(pages.kind == .frames && pages.count.known == 7)
    for (index, frame) in [0, 1, 2, 3, 6, 7, 8].enumerated() {
      let decoded = Decoded(try ImageFile.open(path, page: index, of: pages))
      #expect(decoded.error == nil && decoded.pixels == frames()[frame], "frame \(frame)")
    }
  }

  @Test func `begins without loss, and has no lines where blocks stay`() throws {
    let size = PixelSize(width: 160, height: 160)
    let writer = AnimationWriter(.webp(quality: 50), size: size, rate: 30, byteLimit: .max)
    // A dark frame, of which every other block becomes a little darker.
    let first = [UInt32](repeating: 0xFF38_3058, count: 160 * 160)
    let second = first.indices.map { place -> UInt32 in
      (place % 160 / 16 + place / 160 / 16) % 2 == 0 ? 0xFF24_1C44 : first[place]
    }
    try writer.append(first)
    try writer.append(second)
    let (path, pages) = try pages(writer.finish(), "lossy.webp")
    #expect(Decoded(try ImageFile.open(path, page: 0, of: pages)).pixels == first)
    let decoded = Decoded(try ImageFile.open(path, page: 1, of: pages)).pixels
    var largest = 0
    for (one, other) in zip(decoded, second) {
      for shift: UInt32 in [0, 8, 16] {
        largest = max(largest, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
      }
    }
    #expect(largest <= 8, "\(largest)")
  }

  @Test func `keeps small changes exactly, whatever the quality`() throws {
    let size = PixelSize(width: 160, height: 160)
    let writer = AnimationWriter(.webp(quality: 10), size: size, rate: 30, byteLimit: .max)
    let first = [UInt32](repeating: 0xFFFF_FFFF, count: 160 * 160)
    var second = first
    for place in 0..<10 { second[place * 160 + place] = 0xFF00_0000 }
    try writer.append(first)
    try writer.append(second)
    let (path, pages) = try pages(writer.finish(), "small.webp")
    #expect(Decoded(try ImageFile.open(path, page: 1, of: pages)).pixels == second)
  }

  @Test(arguments: [AnimationWriter.Format.png, .webp(quality: nil), .webp(quality: 50)])
  func `has equal bytes each time, within its limit`(format: AnimationWriter.Format) throws {
    let bytes = try file(format)
    #expect(try file(format) == bytes)
    #expect(throws: SystemError.self) { try file(format, limit: bytes.count - 1) }
    #expect(try file(format, limit: bytes.count) == bytes)
  }
}
