import OverscrollTestRig
import OverscrollTestSupport
import Testing

/// The program with files that `overscroll-load` reads.
@Suite struct `Files of further formats` {
  private let folder = TestFolder.make()

  private static let svg = #"""
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">
    <rect width="40" height="30" fill="red"/><text y="20" font-size="9">Text</text></svg>
    """#

  private func make() throws {
    try RunningViewer.write(Array(Self.svg.utf8), to: folder + "/a.svg")
    let made = try RunningViewer.run(
      script: #"""
        cd "$1"
        vips black a.ppm 600 400 --bands 3
        vips heifsave a.ppm a.heic
        convert a.ppm a.exr
        vips tiffsave a.ppm a.svs --tile --pyramid --compression jpeg
        tiffset -s 270 Aperio a.svs
        """#, [folder])
    try #require(made.status == 0, "\(made.errors)")
  }

  @Test func `are described, rendered and made thumbnails of`() throws {
    try make()
    for (name, format) in [
      ("a.heic", "HEIF"), ("a.svg", "SVG"), ("a.exr", "OpenEXR"), ("a.svs", "SVS"),
    ] {
      for more in [[], ["--no-sandbox"]] {
        let file = folder + "/" + name
        let info = try RunningViewer.run(["info", file] + more)
        #expect(info.status == 0 && info.output.contains("format: \(format)\n"), "\(info.errors)")
        let thumbnail = try RunningViewer.run(
          ["thumbnail", file, "-o", file + ".small.png", "--size", "60"] + more)
        #expect(thumbnail.status == 0 && thumbnail.errors.isEmpty, "\(thumbnail.errors)")
        let rendered = try RunningViewer.run(
          ["render", file, "-o", file + ".png", "--rect", "0,0,50,20"] + more)
        let isSaid = ["", "keeps them\n", "without description\n"].contains {
          $0.isEmpty ? rendered.errors.isEmpty : rendered.errors.hasSuffix($0)
        }
        #expect(rendered.status == 0 && isSaid, "\(rendered.errors)")
      }
    }
  }

  @Test func `are stretched, mapped and compared as those of other formats are`() throws {
    var bytes = Array("P5 64 48 65535\n".utf8)
    for pixel in 0..<64 * 48 {
      bytes += [UInt8((300 + pixel / 2) >> 8), UInt8((300 + pixel / 2) & 0xFF)]
    }
    try RunningViewer.write(bytes, to: folder + "/a.pgm")
    let made = try RunningViewer.run(
      script: #"""
        cd "$1"
        vips jp2ksave a.pgm a.jp2 --lossless
        vips fitssave a.pgm a.fits
        vips black a.ppm 60 40 --bands 3
        vips radsave a.ppm a.hdr
        """#, [folder])
    try #require(made.status == 0, "\(made.errors)")
    for name in ["a.jp2", "a.fits"] {
      let info = try RunningViewer.run(["info", folder + "/" + name])
      #expect(info.output.contains("\ntone: black at 30"), "\(info.output)")
      for tone in [[], ["--tone", "auto"], ["--tone", "0,5000"], ["--tone", "none"]] {
        let same = try RunningViewer.run(
          ["compare-pictures", folder + "/a.pgm", folder + "/" + name, "--json", "-"] + tone)
        #expect(same.output.contains(#""verdict":"same""#), "\(tone): \(same.output)\(same.errors)")
        let (one, other) = (folder + "/1.png", folder + "/2.png")
        for (file, output) in [("a.pgm", one), (name, other)] {
          let made = try RunningViewer.run(["render", folder + "/" + file, "-o", output] + tone)
          #expect(made.status == 0, "\(made.errors)")
        }
        let rendered = try RunningViewer.run(["compare-pictures", one, other, "--json", "-"])
        #expect(rendered.output.contains(#""identical":true"#), "\(tone): \(rendered.output)")
      }
    }
    let light = try RunningViewer.run(["info", folder + "/a.hdr"])
    #expect(light.output.contains("format: Radiance HDR\n"))
    #expect(light.output.contains("color: RGB, HDR (linear), mapped\ncolors by: linear light\n"))
  }

  @Test func `cost one line where their loader is not what it should be`() throws {
    try make()
    let result = try RunningViewer.run(
      ["render", folder + "/a.heic", "-o", folder + "/out.png"],
      program: try FaultyLoader.install("/bin/false"))
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors
        == "overscroll: \(folder)/a.heic: the loader for HEIF stopped (it ended unexpectedly).\n")
  }

  @Test(arguments: ["a.heic", "a.svg", "a.exr", "a.svs"])
  func `are the only ones that are opened once the loader is confined`(name: String) throws {
    try make()
    let traces = TestFolder.make()
    let result = try RunningViewer.run(
      script: #"""
        trace=$1; shift
        exec strace -ff -qq --pidns-translation -o "$trace/t" \
          -e trace=open,openat,creat,socket,connect,execve,clone,clone3,fork,vfork,ptrace,seccomp,capset "$0" "$@"
        """#, [traces, "thumbnail", folder + "/" + name, "-o", folder + "/out.png"])
    #expect(result.status == 0, "\(result.errors)")
    let loader = try LoaderTrace(traces)
    #expect(loader.threads > 0)
    #expect(loader.granted.isEmpty, "\(loader.granted)")
    // What a library opens by name is refused, too, and answered by a signal handler.
    // glibc's heaps ask for a setting of the kernel's, in vain.
    for call in loader.answered where !call.contains("/proc/sys/vm/overcommit_memory") {
      #expect(
        call.hasPrefix("openat(AT_FDCWD, \"/overscroll-picture.")
          || call.hasPrefix("openat(AT_FDCWD, \"/usr/share/fonts/"), "\(call)")
    }
    let opensByName = ["a.exr", "a.svs", "a.svg"].contains(name)
    #expect(loader.answered.isEmpty != opensByName)
  }
}

/// The system calls of the loader after it was confined, on all of its threads.
private struct LoaderTrace {
  /// Those that the kernel made, besides new threads.
  var granted: [String] = []
  /// Those that it refused with a signal.
  var answered: [String] = []
  var threads = 0

  init(_ folder: String) throws {
    var texts: [String: String] = [:]
    for name in TestFolder.names(in: folder) {
      texts[String(name.dropFirst(2))] = try RunningViewer.text(of: folder + "/" + name)
    }
    // A zygote has a filter of its own; its processes give up all capabilities, too.
    let confined = texts.filter { $0.value.contains("capset(") }.map(\.key)
    try #require(!confined.isEmpty)
    var waiting = confined
    while let thread = waiting.popLast() {
      var lines = (texts[thread] ?? "").split(separator: "\n").map(String.init)[...]
      if confined.contains(thread) {
        lines = lines[((lines.lastIndex { $0.contains(Self.confinement) } ?? 0) + 1)...]
      }
      for index in lines.indices where !lines[index].hasPrefix("---") {
        let line = lines[index]
        let next = lines.dropFirst(index - lines.startIndex + 1).first
        // A call that is answered by a signal has its own number as its result. Another thread has ended the process before that.
        if line.hasPrefix("openat("), line.hasSuffix(" = 257"), next?.hasPrefix("+++") ?? true {
          answered.append(line)
          continue
        }
        if line.hasPrefix("clone("), let result = line.split(separator: " = ").last {
          // In a namespace of its own a thread has another number there: "3 /* 712 in strace's PID NS */".
          let numbers = result.split(separator: " ").filter { Int($0) != nil }
          waiting.append(numbers.last.map(String.init) ?? "")
          threads += 1
        } else if next?.contains("SIGSYS") == true {
          answered.append(line)
        } else if !line.contains(" = -1 EPERM"), !line.contains(" = -1 ENOSYS"),
          // Another thread has ended the process before the kernel came to it.
          !line.hasSuffix(" = ?"), !line.hasPrefix("+++"), !line.hasPrefix("???")
        {
          granted.append(line)
        }
      }
    }
  }

  private static let confinement = "seccomp(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC"
}
