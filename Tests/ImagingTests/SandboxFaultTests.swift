import Glibc
import OverscrollTestFiles
import OverscrollTestRig
import Testing

@testable import OverscrollFiles
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
      [path] + (["good"] + names).map { "\(folder)/\($0).pgm" }, errors: folder + "/errors")
    var results: [String: String] = [:]
    for line in try child.readToEnd().split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      results[String(parts[0].prefix { $0 != "." })] = parts.last.map(String.init)
    }
    guard try child.wait() == 0 else { throw RigError("The program failed.") }
    return results
  }

  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + folder + "/overscroll-sandbox-faults"
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
      #expect(
        results[name]?.hasSuffix("its decoder sent invalid data") == true, "\(name)")
    }
    #expect(results["meanwhile"] == "good")
  }

  @Test func `sends controls of a terminal has them removed, and its text cut`() throws {
    let results = try Self.results(["loud"])
    #expect(results["loud"] == "210000 long")
  }
}
