import OverscrollBase
import OverscrollDrawing
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `In a window the tone` {
  private let folder = PictureFolder()

  /// Writes two halves of 16-bit grays, 1000 and 3000.
  private func write(_ name: String = "gray.pgm", greatest: Int = 65_535) throws -> String {
    let path = folder.path + "/" + name
    var bytes = Array("P5 400 300 \(greatest)\n".utf8)
    let row = (0..<400).flatMap { x -> [UInt8] in x < 200 ? [3, 232] : [11, 184] }
    for _ in 0..<300 { bytes += row }
    try RunningViewer.write(bytes, to: path)
    return path
  }

  private func grays(_ shot: Screenshot) -> [UInt32] {
    [540, 740].map { (shot.pixel(x: $0, y: 400) ?? 0) & 0xFF }
  }

  @Test func `is stretched where it would show little, and by a key that of the file`() throws {
    let viewer = try HeadlessViewer([try write(), "--animations", "off"])
    // A message says so.
    try viewer.wait("black and white") { grays($0) == [0, 255] }
    try viewer.wait("the picture as it is", after: "w") { grays($0) == [4, 12] }
    try viewer.input.type("w")
    try viewer.wait("black and white again") { grays($0) == [0, 255] }
    try viewer.input.move(to: Point(740, 400))
    try viewer.input.type("x")
    // Samples that are still being read aren't copied.
    try viewer.waitUntil("the samples") {
      try viewer.input.type("y")
      return viewer.clipboardText.hasSuffix("   file 3000")
    }
    try viewer.wait("the picture as it was", after: "w") { grays($0) == [4, 12] }
    #expect(try viewer.readErrors().isEmpty)
  }

  @Test func `is said of a picture only while that is shown`() throws {
    try folder.add("h.ppm", 2)
    let viewer = try HeadlessViewer([try write(), "--animations", "off"])
    try viewer.wait("black and white") { grays($0) == [0, 255] }
    try viewer.settle()
    #expect(viewer.message?.hasPrefix("Stretched: ") == true)
    try viewer.wait(forPicture: 2, after: "n")
    #expect(viewer.message == nil)
  }

  @Test func `is saved with what is seen, or else the samples as they are`() throws {
    let path = try write()
    let viewer = try HeadlessViewer([path, "--animations", "off"])
    try viewer.wait("black and white") { grays($0) == [0, 255] }
    for (keys, bits) in [(["Return"], "8 bit"), (["Tab", "Return", "Return"], "16 bit")] {
      try viewer.settle(after: "ctrl+s")
      for key in keys { try viewer.settle(after: key) }
      let saved = path.replacing("gray.pgm", with: "gray-copy.png")
      try viewer.waitUntil("the file") {
        ((try? RunningViewer.run(["info", saved]).output) ?? "").contains(bits)
      }
    }
  }

  @Test func `of 8 bits is saved with what is seen, or else the colors as they are`() throws {
    // A PNG file whose gamma, 1, is not the screen's.
    let size = PixelSize(width: 300, height: 200)
    let surface = try Surface(imageOf: size, opaque: true)
    try Canvas(surface).clear(Color(0x40_8020))
    let path = folder.path + "/light.png"
    try surface.writePNG(to: FilePath(path))
    var file = try RunningViewer.bytes(of: path)
    // Behind the signature and the header.
    file.insert(contentsOf: PNGData.chunk("gAMA", [0, 1, 0x86, 0xA0]), at: 33)
    try RunningViewer.write(file, to: path)
    let viewer = try HeadlessViewer([path, "--animations", "off"])
    let shown = { (shot: Screenshot) in shot.color(640, 400) }
    try viewer.wait("lighter colors") { shown($0) >> 16 > 0x80 }
    for (keys, color) in [(["Return"], nil), (["Tab", "Return", "Return"], 0x40_8020 as UInt32)] {
      try viewer.settle(after: "ctrl+s")
      for key in keys { try viewer.settle(after: key) }
      let saved = folder.path + "/light-copy.png"
      let seen = shown(try viewer.settle())
      try viewer.waitUntil("the file") {
        // Cairo applies no profile.
        guard let copy = try? Surface(pngFile: saved) else { return false }
        return copy.pixel(x: 9, y: 9).map { $0 & 0xFF_FFFF } == color ?? seen
      }
      let info = try RunningViewer.run(["info", saved]).output
      #expect(info.contains("ICC profile") == (color != nil), "\(info)")
    }
  }

  @Test func `is given on the command line, for all pictures`() throws {
    _ = try write("a.pgm")
    _ = try write("b.pgm")
    let viewer = try HeadlessViewer([folder.path, "--tone", "-1000,3000", "--animations", "off"])
    try viewer.wait("half gray and white") { grays($0) == [128, 255] }
    try viewer.wait(forTitle: "b.pgm (400×300) – 2 of 2 – Overscroll", after: "n")
    try viewer.wait("the next one") { grays($0) == [128, 255] }
    try viewer.wait("as it is", after: "w") { grays($0) == [4, 12] }
    try viewer.wait(forTitle: "a.pgm (400×300) – 1 of 2 – Overscroll", after: "p")
    try viewer.wait("the first one as it is") { grays($0) == [4, 12] }
  }

  @Test func `of 8 bits has nothing to map`() throws {
    let path = try folder.add("p.ppm", 1, width: 300, height: 200)
    let viewer = try HeadlessViewer([path, "--animations", "off"])
    let before = try viewer.settleWithoutPlates()
    try viewer.input.type("w")
    // A message says so.
    try viewer.wait("a message") { !$0.isSame(as: before) }
    try viewer.wait("no message") { $0.isSame(as: before) }
  }

  @Test(arguments: ["auto,1", "5,4", "1,1", "nan,3", "1,inf", "1,2,3", ""])
  func `that is none is one sentence`(tone: String) throws {
    let path = try write()
    for command in [
      ["view", path], ["render", path, "-o", folder.path + "/out.png"],
      ["compare-pictures", path, path],
    ] {
      let result = try RunningViewer.run(command + ["--tone", tone])
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("Error: The value '\(tone)' is invalid for '--tone <tone>'"))
    }
  }

  @Test(arguments: [
    ("", "0", "255"), ("auto", "0", "255"), ("none", "4", "12"), ("1000,5000", "0", "128"),
  ]) func `is that of render, too`(tone: String, left: String, right: String) throws {
    let path = try write()
    let out = folder.path + "/out.png"
    let options = tone.isEmpty ? [] : ["--tone", tone]
    #expect(try RunningViewer.run(["render", path, "-o", out] + options).status == 0)
    for (x, gray) in [("100", left), ("300", right)] {
      let child = try ChildProcess(["vips", "getpoint", out, x, "100"])
      #expect(try child.readToEnd().split(separator: " ").first.map(String.init) == gray)
      #expect(try child.wait() == 0)
    }
  }

  @Test func `is one for two pictures that are compared`() throws {
    let (one, other) = (try write("a.pgm"), folder.path + "/b.pgm")
    // The same picture, a tenth lighter: with a range each, they would look the same.
    let row = (0..<400).flatMap { x -> [UInt8] in x < 200 ? [4, 76] : [12, 228] }
    try RunningViewer.write("P5 400 300 65535\n", (0..<300).flatMap { _ in row }, to: other)
    for (options, looksSame) in [([], false), (["--tone", "0,9"], true)] {
      let result = try RunningViewer.run(["compare-pictures", one, other, "--json", "-"] + options)
      // Their samples differ, whatever the tone.
      #expect(result.status == 1, "\(options)")
      #expect(
        result.output.contains(#""pixels":120000,"differingPixels":0,"#) == looksSame,
        "\(result.output)")
    }
  }
}

@Suite struct `The place at the start` {
  private let folder = PictureFolder()

  @Test(arguments: ["3", "1,2,3", "1,2@", "1,2@0", "x,y"])
  func `that is none is one sentence`(place: String) throws {
    let path = try folder.add("p.ppm", 1, width: 300, height: 200)
    let result = try RunningViewer.run([path, "--at=\(place)"])
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: The value '\(place)' is invalid for '--at <at>'"))
  }
}
