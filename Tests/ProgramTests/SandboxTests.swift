import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollTestRig

@Suite struct `The program's sandbox` {
  private let folder = TestFolder.make()
  private static let sample =
    TextFiles.root + "/Resources/viewer.jpg"

  private func sandbox(_ more: [String]) throws -> String? {
    let (status, output, errors) = try RunningViewer.run(["info", Self.sample] + more)
    #expect(status == 0 && errors.isEmpty)
    return output.split(separator: "\n").first { $0.hasPrefix("sandbox: ") }.map(String.init)
  }

  @Test func `is named by info`() throws {
    #expect(try sandbox([])?.hasPrefix("sandbox: seccomp") == true)
    #expect(try sandbox(["--no-sandbox"]) == "sandbox: none")
  }

  private static let hasLandlock =
    TextFiles.textIfPresent("/sys/kernel/security/lsm")?.contains("landlock") == true

  @Test(.enabled(if: hasLandlock, "this kernel has no Landlock, or does not list it"))
  func `is Landlock, too, where the kernel has it`() throws {
    #expect(try sandbox([])?.hasPrefix("sandbox: seccomp, Landlock") == true)
  }

  @Test(arguments: [[], ["--rect", "100,100,300,200", "--turn", "90"], ["--size", "400x300"]])
  func `changes no pixel`(options: [String]) throws {
    var files: [String] = []
    for (name, more) in [("in.png", []), ("out.png", ["--no-sandbox"])] {
      let (status, _, errors) = try RunningViewer.run(
        ["render", Self.sample, "-o", folder + "/" + name] + options + more)
      #expect(status == 0 && errors.isEmpty)
      files.append(folder + "/" + name)
    }
    let same = try ChildProcess(["cmp", files[0], files[1]])
    #expect(try same.wait() == 0)
  }

  @Test func `changes no pixel of a picture whose blocks several threads decode`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 1500, height: 1300)) { x, y, _ in
      UInt64(x / 8 ^ y / 8) & 0xFF
    }
    (page.photometric, page.samples, page.tile) = (1, 1, PixelSize(width: 64, height: 64))
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder + "/a.tif")
    // The last one is decoded in one pass over its rows, on one thread.
    for (number, more) in [["4"], ["4", "--no-sandbox"], ["200"]].enumerated() {
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/a.tif", "-o", folder + "/\(number).png", "--size", "150x130"]
          + ["--cache-mb"] + more)
      #expect(status == 0 && errors.isEmpty, "\(errors)")
    }
    for number in 1...2 {
      let same = try ChildProcess(["cmp", folder + "/0.png", folder + "/\(number).png"])
      #expect(try same.wait() == 0)
    }
  }

  @Test func `that the kernel refuses ends the program with a message`() throws {
    let injected = try RunningViewer.run(
      script: #"""
        exec strace -f -qq -o /dev/null -e trace=seccomp,prctl \
          -e inject=seccomp,prctl:error=ENOSYS "$0" "$@"
        """#, ["info", Self.sample])
    #expect(injected.status == 1 && injected.output.isEmpty)
    #expect(injected.errors.contains("--no-sandbox"))
  }

  @Test func `opens no file itself`() throws {
    let traced = try RunningViewer.run(
      script: #"""
        trace=$1; shift; exec strace -ff -qq -o "$trace/t" -e trace=openat,seccomp,capset "$0" "$@"
        """#, [folder, "render", Self.sample, "-o", folder + "/out.png", "--size", "300x200"])
    #expect(traced.status == 0, "\(traced.errors)")
    let confined = try TestFolder.names(in: folder).filter { $0.hasPrefix("t.") }
      .map { try RunningViewer.text(of: folder + "/" + $0) }
      .filter { $0.contains("capset(") }
    // That of the picture, and one that waits for the next.
    #expect((1...2).contains(confined.count))
    for text in confined {
      let parts = text.components(after: "seccomp(SECCOMP_SET_MODE_FILTER")
      #expect(!parts.contains("openat("))
    }
  }

  @Test func `has no process that other programs of the user can attach to`() throws {
    let traced = try RunningViewer.run(
      script: #"""
        trace=$1; shift; exec strace -ff -qq -o "$trace/t" -e trace=prctl,capset "$0" "$@"
        """#, [folder, "info", Self.sample])
    #expect(traced.status == 0, "\(traced.errors)")
    let confined = try TestFolder.names(in: folder).filter { $0.hasPrefix("t.") }
      .map { try RunningViewer.text(of: folder + "/" + $0) }
      .filter { $0.contains("capset(") }
    #expect(!confined.isEmpty)
    for text in confined {
      #expect(text.contains("prctl(PR_SET_DUMPABLE, SUID_DUMP_DISABLE) = 0"))
    }
  }

  /// What strace prints of the program's first thread, without its other threads and processes.
  private func trace(_ calls: String, _ arguments: [String]) throws -> [Substring] {
    let file = TestFolder.make() + "/trace"
    let traced = try RunningViewer.run(
      script: #"""
        trace=$1; calls=$2; shift 2; exec strace -y -qq -o "$trace" -e trace="$calls" "$0" "$@"
        """#, [file, calls] + arguments)
    #expect(traced.status == 0, "\(traced.errors)")
    return try RunningViewer.text(of: file).split(separator: "\n")
  }

  @Test func `leaves the program nothing of a picture but its first bytes`() throws {
    let lines = try trace(
      "read,pread64,readv,mmap",
      ["thumbnail", Self.sample, "-o", TestFolder.make() + "/out.png"]
    )
    .filter { $0.contains("/viewer.jpg>") }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.hasPrefix("pread64(") && line.hasSuffix(", 132, 0) = 132"), "\(line)")
    }
  }

  @Test func `is forked before the program has threads`() throws {
    let lines = try trace(
      "clone,clone3,fork,vfork",
      ["render", Self.sample, "-o", TestFolder.make() + "/out.png", "--size", "300x200"])
    let first = try #require(lines.first)
    #expect(first.contains("SIGCHLD") && !first.contains("CLONE_THREAD"), "\(first)")
  }
}

extension String {
  /// What follows the last place of a text.
  fileprivate func components(after text: String) -> Substring {
    ranges(of: text).last.map { self[$0.upperBound...] } ?? self[...]
  }
}
