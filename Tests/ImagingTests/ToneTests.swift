import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A tone` {
  private let folder = ScratchFolder()

  private func byte(_ sample: Double, _ tone: ClosedRange<Double>) -> Int {
    let scaled = (sample - tone.lowerBound) * 255 / (tone.upperBound - tone.lowerBound)
    return Int(min(max(scaled.rounded(), 0), 255))
  }

  @Test(arguments: SampleFiles.kinds)
  func `maps two samples to black and white`(kind: SampleFiles.Kind) throws {
    let files = try SampleFiles(kind, from: 900, to: 4200)
    let tone = 1000.0...4000.0
    let source = try #require(try files.open(kind).toned(to: .range(tone)) { true })
    #expect(source.info.tone == tone)
    let shown = Decoded(source).pixels
    let samples = try files.samples("in.v")
    try #require(samples.count == 3 * shown.count)
    for (index, pixel) in shown.enumerated() {
      for (channel, shift) in [16, 8, 0].enumerated() {
        let expected = byte(Double(samples[3 * index + channel]), tone)
        guard Int(pixel >> UInt32(shift) & 0xFF) == expected else {
          Issue.record("pixel \(index), channel \(channel): \(pixel) is not \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: SampleFiles.kinds)
  func `that is found maps the percentiles of the coarsest level`(kind: SampleFiles.Kind) throws {
    let files = try SampleFiles(kind, from: 900, to: 4200)
    let source = try #require(try files.open(kind).toned(to: .auto) { true })
    let samples = try files.samples("in.v")
    // The coarsest level of a file with levels is that of its own coarsest one.
    let (width, height) = (SampleFiles.size.width, SampleFiles.size.height)
    var means: [Double] = []
    let side = 1 << Pyramid(size: SampleFiles.size).coarsestLevel
    samples.withUnsafeBufferPointer { samples in
      for y in stride(from: 0, to: height, by: side) {
        for x in stride(from: 0, to: width, by: side) {
          let (right, bottom) = (min(x + side, width), min(y + side, height))
          var sums = (0, 0, 0)
          var row = y
          while row < bottom {
            var place = 3 * (row * width + x)
            let end = 3 * (row * width + right)
            while place < end {
              sums.0 += Int(samples[place])
              sums.1 += Int(samples[place + 1])
              sums.2 += Int(samples[place + 2])
              place += 3
            }
            row += 1
          }
          let count = Double((right - x) * (bottom - y))
          means += [sums.0, sums.1, sums.2].map { Double($0) / count }
        }
      }
    }
    means.sort()
    let tone = try #require(source.info.tone)
    func value(_ share: Double) -> Double {
      means[Int((share * Double(means.count - 1)).rounded())]
    }
    // A level in the file is rounded to whole numbers, and has an odd column of its own.
    let tolerance = kind.name == "p.tif" ? 40.0 : 1e-6
    #expect(abs(tone.lowerBound - value(0.001)) <= tolerance)
    #expect(abs(tone.upperBound - value(0.999)) <= tolerance)
    // Opening it again finds the same.
    var limits = ImageLimits()
    limits.tone = .auto
    #expect(try ImageFile.open(files.folder.file(kind.name), limits: limits).info.tone == tone)
  }

  @Test func `leaves opacity as it is`() throws {
    let head = "P7\nWIDTH 1\nHEIGHT 2\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let bytes: [UInt8] = [3, 232, 7, 208, 3, 232, 255, 255, 7, 208, 7, 208, 7, 208, 128, 128]
    let map = folder.write(Array(head.utf8) + bytes, to: "m.pam")
    let others = OtherPrograms(folder: folder)
    try others.run("convert @m.pam -depth 16 @m.png")
    try others.run("convert @m.pam -depth 16 @m.tif")
    for name in ["m.pam", "m.png", "m.tif"] {
      let source = try #require(
        try ImageFile.open(folder.file(name)).toned(to: .range(1000...2000)) { true })
      let shown = Decoded(source)
      #expect(shown[0, 0] == 0xFF00_FF00, "\(name)")
      #expect(shown[0, 1] == 0x8080_8080, "\(name)")
    }
    _ = map
  }

  @Test func `is none for a picture of one color, and for one of 8 bits`() throws {
    let file = folder.write(Array("P5 2 1 65535\n".utf8) + [7, 7, 7, 7], to: "a.pgm")
    #expect(try ImageFile.open(file).toned(to: .auto) { true } == nil)
    let bytes = folder.write(Array("P5 2 1 255\n12".utf8), to: "b.pgm")
    #expect(try ImageFile.open(bytes).toned(to: .range(0...9)) { true } == nil)
  }

  @Test func `has tiles of its own on disk`() throws {
    let path = folder.write(Array("P5 2 1 65535\n".utf8) + [7, 7, 7, 9], to: "a.pgm")
    var limits = ImageLimits()
    limits.tone = .none
    let file = try ImageFile.open(path, limits: limits)
    func key(_ source: (any ImageSource)?) throws -> TileFileKey {
      guard case .rows(let rows)? = source?.access else { throw ImagingError(.missing, path, "") }
      return try #require(rows.tileFileKey)
    }
    let keys = [
      try key(file), try key(file.toned(to: .auto) { true }),
      try key(file.toned(to: .range(0...9)) { true }),
      try key(file.toned(to: .range(0...9)) { true }?.turned(by: .turnedRight)),
    ]
    #expect(Set(keys).count == 4 && Set(keys.map(\.bytes)).count == 4)
    #expect(Set(keys.map(\.fileName)).count == 4)
  }
}
