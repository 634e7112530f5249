import OverscrollTestRig
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging

/// Loaders that fail, in place of the program.
@Suite struct `A loader that` {
  private let folder = ScratchFolder()
  private let loaders = Loaders(LoaderProgram(path: program, isConfined: true))

  private static let program = FilePath(RunningViewer.path(of: "overscroll-sandbox-faults"))

  /// The first bytes of files of a format, enough to be recognized.
  private static let starts: [String: [UInt8]] = [
    "fits": Array("SIMPLE  =                    T".utf8), "jxl": [0xFF, 0x0A, 1, 2, 3],
    "exr": [0x76, 0x2F, 0x31, 0x01, 2, 0],
  ]

  /// The number of good pixels and the error of a file that a failing loader reads.
  private func result(_ name: String) throws -> (good: Int, reason: String?) {
    let suffix = try #require(name.split(separator: ".").last.map(String.init))
    let path = folder.write(Self.starts[suffix] ?? [], to: name)
    do throws(ImagingError) {
      let source = try ImageFile.open(
        FilePath(path), limits: ImageLimits(budget: 64 << 20), by: loaders)
      let reader = BandReader(source, scratch: nil)
      var good = 0
      while let band = try reader.nextBand() { good += band.pixels.count { $0 >> 24 == 255 } }
      return (good, reader.damage?.reason)
    } catch {
      return (0, error.reason)
    }
  }

  @Test(arguments: ["crash-open", "crash", "trap"])
  func `crashes costs a message`(fault: String) throws {
    #expect(
      try result("\(fault).fits").reason?.hasSuffix("the loader for FITS stopped (it crashed)")
        == true)
  }

  @Test func `runs out of memory costs a message`() throws {
    #expect(
      try result("allocate.fits").reason?
        .hasSuffix("the loader for FITS stopped (it ran out of memory)") == true)
  }

  @Test func `crashes leaves the rows that were there`() throws {
    #expect(try result("crash.fits").good > 0)
  }

  @Test func `ends, does not start or cannot be confined costs a message`() throws {
    for (name, format) in [("end.fits", "FITS"), ("a.jxl", "JPEG XL"), ("a.exr", "OpenEXR")] {
      #expect(
        try result(name).reason?
          .hasSuffix("the loader for \(format) stopped (it ended unexpectedly)") == true, "\(name)")
    }
  }

  @Test func `lies about sizes is refused as a file that does is`() throws {
    #expect(try result("negative.fits").reason == "the header gives a size of -1×900 pixels")
    #expect(try result("empty.fits").reason == "the header gives a size of 700×0 pixels")
    #expect(try result("gigantic.fits").reason?.contains("--max-megapixels") == true)
    #expect(try result("wide.fits").reason?.contains("--cache-mb") == true)
  }

  @Test(arguments: [
    "overlong", "negative-count", "noise", "short-message", "endless", "again", "previews", "deep",
  ])
  func `sends what it may not send costs a message`(fault: String) throws {
    let reason = try result("\(fault).fits").reason
    #expect(
      reason?.hasSuffix("the loader for FITS stopped (it sent invalid data)") == true,
      "\(reason ?? "good")")
  }

  @Test func `fails leaves pictures of other formats`() throws {
    _ = try result("crash.fits")
    let path = folder.write(Array("P5 1 1 255\n7".utf8), to: "good.pgm")
    #expect(
      try Decoded(ImageFile.open(FilePath(path), limits: ImageLimits(), by: loaders))[0, 0]
        == 0xFF37_3737)
  }
}
