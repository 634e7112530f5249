import CSandbox
import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollImaging

/// Decoders that fail in a process of their own, in a program of its own.
@Suite struct `A decoder in a sandbox that` {
  /// A picture of 40 × 30 pixels.
  private static let picture = Array("P5 40 30 255\n".utf8) + [UInt8](repeating: 77, count: 1200)

  /// What came of each file, by its name, and what came of good ones meanwhile.
  private static func results(_ names: [String]) throws -> [String: String] {
    let folder = TestFolder.make()
    for name in ["good"] + names {
      guard let file = fopen("\(folder)/\(name).pgm", "wb") else {
        throw RigError("Cannot write \(name).")
      }
      fwrite(picture, 1, picture.count, file)
      fclose(file)
    }
    let child = try ChildProcess(
      [RunningViewer.path(of: "overscroll-sandbox-faults")]
        + (["good"] + names).map { "\(folder)/\($0).pgm" }, errors: folder + "/errors")
    var results: [String: String] = [:]
    for line in try child.readToEnd().split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      results[String(parts[0].prefix { $0 != "." })] = parts.last.map(String.init)
    }
    guard try child.wait() == 0 else { throw RigError("The program failed.") }
    return results
  }

  @Test func `crashes costs a message, and the other pictures stay good`() throws {
    let results = try Self.results(["crash-open", "crash", "trap", "allocate"])
    #expect(results["crash-open"] == "its decoder crashed")
    for name in ["crash", "trap"] {
      #expect(results[name]?.hasSuffix(" its decoder crashed") == true, "\(name)")
    }
    #expect(results["allocate"]?.hasSuffix(" its decoder ran out of memory") == true)
    #expect(results["good"] == "1200 gray")
    #expect(results["meanwhile"] == "good")
  }

  @Test func `ends without a reason is tried again, and costs a message`() throws {
    let results = try Self.results(["end"])
    #expect(results["end"]?.hasSuffix(" its decoder ended unexpectedly") == true)
  }

  @Test func `makes no progress is ended after ten seconds`() throws {
    let results = try Self.results(["loop"])
    #expect(results["loop"]?.hasSuffix(" its decoder made no progress for 10 seconds") == true)
    #expect(results["meanwhile"] == "good")
  }

  @Test func `lies about sizes is refused as a file that does is`() throws {
    let results = try Self.results(["negative", "empty", "gigantic", "wide"])
    #expect(results["negative"] == "the header gives a size of -1×900 pixels")
    #expect(results["empty"] == "the header gives a size of 700×0 pixels")
    #expect(results["gigantic"]?.contains("--max-megapixels") == true)
    #expect(results["wide"]?.contains("--cache-mb") == true)
    #expect(results["meanwhile"] == "good")
  }

  @Test func `sends what it may not send costs a message`() throws {
    let names = [
      "overlong", "negative-count", "noise", "short-message", "files", "endless", "small-tiles",
      "overfilled-tiles", "deep",
    ]
    let results = try Self.results(names)
    for name in names {
      #expect(results[name]?.hasSuffix("its decoder sent invalid data") == true, "\(name)")
    }
    #expect(results["meanwhile"] == "good")
  }

  @Test func `sends controls of a terminal has them removed, and its text cut`() throws {
    let results = try Self.results(["loud"])
    #expect(results["loud"] == "210000 long")
  }
}

@Suite struct `The time of a call` {
  @Test func `grows with the pixels of a picture, within bounds`() {
    #expect(CallTiming().first == 10 && CallTiming().total == 60)
    let size = PixelSize(width: 5000, height: 2000)
    let rows = CallTiming.decoding(size, isWhole: false)
    #expect(rows.first == 10 && rows.total == 70)
    let whole = CallTiming.decoding(size, isWhole: true)
    #expect(whole.first == 20 && whole.total == 70)
    let vast = CallTiming.decoding(PixelSize(width: 20_000, height: 20_000), isWhole: true)
    #expect(vast.first == 130 && vast.total == 460)
  }
}

@Suite struct `What confines a process` {
  @Test func `is named with what could not be had`() {
    var report = OverscrollSandboxReport(failure: 0, isConfined: 1, landlock: 0, isolation: 0)
    #expect(report.name == "seccomp (no Landlock, no namespaces)")
    report.landlock = 4
    #expect(report.name == "seccomp, Landlock (no namespaces)")
    report.isolation = 63
    #expect(report.name == "seccomp, Landlock, namespaces")
    report.isolation = 62
    #expect(report.name == "seccomp, Landlock, namespaces (no user namespace)")
    report.isConfined = 0
    #expect(report.name == "none")
  }
}
