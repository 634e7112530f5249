import Glibc
import OverscrollDrawing
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollTestRig

@Suite(.serialized) struct `Without a display the program` {
  private let folder = TestFolder.make()

  private func rendered(_ more: [String]) throws -> Surface {
    let output = TestFolder.make() + "/out.png"
    let (status, _, errors) = try RunningViewer.run(
      ["render", TextFiles.sample, "-o", output] + more)
    #expect(status == 0)
    #expect(errors.isEmpty)
    return try Surface(pngFile: output)
  }

  @Test func `draws a part of a picture pixel by pixel`() throws {
    let whole = try rendered(["--rect", "4000,3000,300,200"])
    let part = try rendered(["--rect", "4100,3050,100,100"])
    #expect(whole.size == PixelSize(width: 300, height: 200))
    for (x, y) in [(0, 0), (99, 0), (50, 60), (99, 99)] {
      #expect(part.pixel(x: x, y: y) == whole.pixel(x: 100 + x, y: 50 + y))
    }
  }

  @Test func `draws what a window would show, on its background`() throws {
    let window = try rendered(["--size", "600x600"])
    #expect(window.size == PixelSize(width: 600, height: 600))
    #expect(window.pixel(x: 300, y: 10).map { $0 & 0xFF_FFFF } == 0x1E1F22)
    #expect(window.pixel(x: 300, y: 300).map { $0 & 0xFF_FFFF } != 0x1E1F22)
    let closer = try rendered(["--size", "600x600", "--zoom", "1", "--indicators"])
    let plain = try rendered(["--size", "600x600", "--zoom", "1"])
    #expect(closer.pixel(x: 595, y: 300) != plain.pixel(x: 595, y: 300))
  }

  @Test func `writes every pixel where nothing else is asked for`() throws {
    let size = PixelSize(width: 3000, height: 40)
    let pixels = (0..<120_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 3) }
    try RunningViewer.write(Array("P5 3000 40 255\n".utf8) + pixels, to: folder + "/in.pgm")
    for name in ["out.png", "out.tif", "out.PNG"] {
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/in.pgm", "-o", folder + "/" + name])
      #expect(status == 0 && errors.isEmpty)
    }
    let drawn = try Surface(pngFile: folder + "/out.png")
    #expect(drawn.size == size)
    #expect(drawn.pixels().map { UInt8($0 & 0xFF) } == pixels)
    let again = try RunningViewer.run(["render", folder + "/out.tif", "-o", folder + "/again.png"])
    #expect(again.status == 0)
    #expect(try Surface(pngFile: folder + "/again.png").pixels() == drawn.pixels())
  }

  @Test(arguments: [
    ["--zoom", "0.5"], ["--zoom", "3"], ["--size", "30x6"], ["--rect", "0,0,7.5,6"],
  ])
  func `keeps transparency where it draws, except in JPEG`(options: [String]) throws {
    let made = try RunningViewer.run(
      script: #"convert -size 60x12 xc:none -fill red -draw "rectangle 30,0 59,11" "$1""#,
      [folder + "/in.png"])
    #expect(made.status == 0)
    for name in ["out.png", "out.jpg", "jpg.png"] {
      let input = name == "jpg.png" ? "/out.jpg" : "/in.png"
      let more = name == "jpg.png" ? [] : options + ["--background", "#0000FF"]
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + input, "-o", folder + "/" + name] + more)
      #expect(status == 0 && errors.isEmpty, "\(name): \(errors)")
    }
    let kept = try Surface(pngFile: folder + "/out.png")
    #expect(kept.pixel(x: 2, y: 2) == 0)
    if options[0] != "--rect" {
      #expect(kept.pixel(x: kept.size.width - 3, y: 2) == 0xFFFF_0000)
    }
    let flat = try Surface(pngFile: folder + "/jpg.png").pixel(x: 2, y: 2) ?? 0
    #expect(flat & 0xFF > 200 && flat >> 8 & 0xFFFF < 0x3030, "\(flat)")
  }

  @Test func `writes samples as they are, decoded in a process of its own`() throws {
    let samples = (0..<2400).map { UInt16(truncatingIfNeeded: $0 &* 7919) }
    let bytes = samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    try RunningViewer.write(Array("P5 60 40 65535\n".utf8) + bytes, to: folder + "/in.pgm")
    let words = ["render", folder + "/in.pgm", "-o"]
    for name in ["a.tif", "a.png"] {
      let (status, _, errors) = try RunningViewer.run(
        words + [folder + "/" + name, "--as", "data"])
      #expect(status == 0 && errors.isEmpty)
      let info = try RunningViewer.run(["info", folder + "/" + name]).output
      #expect(info.contains("16 bit"), "\(info)")
    }
    // A part of the part is the same numbers, whatever was between.
    for (input, output) in [("in.pgm", "b.tif"), ("a.tif", "c.tif"), ("a.png", "d.tif")] {
      let (status, _, _) = try RunningViewer.run(
        ["render", folder + "/" + input, "-o", folder + "/" + output] + ["--as", "data"]
          + ["--rect", "7,5,50,30"])
      #expect(status == 0)
    }
    let parts = try ["b.tif", "c.tif", "d.tif"].map {
      try RunningViewer.bytes(of: folder + "/" + $0)
    }
    #expect(!parts[0].isEmpty && parts[0] == parts[1] && parts[1] == parts[2])
  }

  @Test func `writes colors of 8 bits as they are, decoded in a process of its own`() throws {
    let pixels = (0..<2400 * 3).map { UInt8($0 * 7 % 200) }
    try RunningViewer.write(Array("P6 60 40 255\n".utf8) + pixels, to: folder + "/in.ppm")
    for (input, options, output) in [
      ("in.ppm", [], "a.jpg"), ("in.ppm", [], "a.png"), ("in.ppm", [], "a.webp"),
      ("a.jpg", ["--as", "data"], "b.tif"), ("a.png", ["--as", "data"], "c.tif"),
      ("a.webp", ["--as", "data"], "d.tif"), ("a.jpg", [], "e.png"), ("b.tif", [], "f.png"),
      ("c.tif", [], "g.png"), ("a.webp", [], "h.png"), ("d.tif", [], "i.png"),
    ] as [(String, [String], String)] {
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/" + input, "-o", folder + "/" + output] + options)
      #expect(status == 0 && errors.isEmpty, "\(input): \(errors)")
    }
    for (one, other) in [("e.png", "f.png"), ("a.png", "g.png"), ("h.png", "i.png")] {
      let pixels = try [one, other].map { try Surface(pngFile: folder + "/" + $0).pixels() }
      #expect(pixels[0] == pixels[1], "\(one)")
    }
    let refused = try RunningViewer.run(
      ["render", folder + "/in.ppm", "-o", folder + "/no.tif", "--as", "data"])
    #expect(refused.status == 1 && refused.errors.contains("colors of 8 bits only"))
  }

  @Test func `shows channels that are asked for, decoded in a process of its own`() throws {
    // Three bands: 0, 100 and 200.
    var page = TIFFBuilder.Page(size: PixelSize(width: 2, height: 2)) { _, _, band in
      UInt64(100 * band)
    }
    page.photometric = 1
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder + "/in.tif")
    for (options, color) in [
      (["--channels", "3,2,1"], 0xC8_6400), (["--channels", "2"], 0x64_6464),
      (["--channels", "3:00FF00"], 0x00_C800),
      (["--channels", "3", "--ramp", "viridis", "--tone", "0,200"], 0xFD_E725),
    ] as [([String], UInt32)] {
      let (status, _, _) = try RunningViewer.run(
        ["render", folder + "/in.tif", "-o", folder + "/out.png"] + options)
      #expect(status == 0)
      #expect(
        try Surface(pngFile: folder + "/out.png").pixel(x: 1, y: 1).map { $0 & 0xFF_FFFF } == color)
    }
    for (options, error) in [
      (["--channels", "1,4"], "in.tif: there is no channel 4: the picture has 3"),
      (["--channels", "1,2", "--ramp", "gray"], "--ramp needs a single channel."),
      (["--channels", "0"], "--channels"),
      (["--as", "data", "--channels", "2"], "--as data writes all channels as they are;"),
      (["--as", "data", "--ramp", "gray"], "--as data writes all channels as they are;"),
    ] {
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/in.tif", "-o", folder + "/no.png"] + options)
      #expect(status != 0 && errors.contains(error), "\(errors)")
    }
  }

  @Test func `keeps EXIF, and says which other metadata are left out`() throws {
    let author = (315, 2, ("A. Author".utf8 + [0]).map { Int($0) })
    let packet = (700, 7, "<x/>".utf8.map { Int($0) })
    for (tags, loss) in [([], ""), ([author], ""), ([author, packet], "without XMP")] {
      var page = TIFFBuilder.Page(size: PixelSize(width: 4, height: 3)) { _, _, _ in 200 }
      page.tags = tags
      try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder + "/in.tif")
      for options in [[], ["--zoom", "2"], ["--as", "data"]] {
        let output = folder + (options.last == "data" ? "/out.png" : "/out.jpg")
        let (status, _, errors) = try RunningViewer.run(
          ["render", folder + "/in.tif", "-o", output] + options)
        #expect(status == 0)
        #expect(errors == (loss.isEmpty ? "" : "overscroll: \(output): \(loss)\n"))
        let (_, text, _) = try RunningViewer.run(["info", "--all", output])
        #expect(text.contains("A. Author") == !tags.isEmpty)
      }
    }
  }

  @Test func `says on one line what is left out of samples and of metadata`() throws {
    var page = TIFFBuilder.Page(size: PixelSize(width: 4, height: 3), bits: 16) { x, _, _ in
      UInt64(x)
    }
    func doubles(_ values: [Double]) -> [Int] {
      values.map { Int(bitPattern: UInt($0.bitPattern)) }
    }
    // A description of samples, the size of pixels, and where the first one lies.
    page.tags = [
      (270, 2, ("{}".utf8 + [0]).map { Int($0) }), (33550, 12, doubles([10, 10, 0])),
      (33922, 12, doubles([0, 0, 0, 500_000, 4_649_000, 0])),
    ]
    (page.photometric, page.samples, page.noData) = (1, 1, "2")
    try RunningViewer.write(TIFFBuilder(pages: [page]).bytes, to: folder + "/in.tif")
    let (status, _, errors) = try RunningViewer.run(
      ["render", folder + "/in.tif", "-o", folder + "/out.png", "--tone", "none"])
    #expect(status == 0)
    #expect(
      errors
        == "overscroll: \(folder)/out.png: without description; 8-bit sRGB, without samples of 16 "
        + "bits, the place on the map, the no-data value; --as data keeps them\n")
  }

  @Test func `says what is left out of what is seen, once`() throws {
    try RunningViewer.write(Array("P5 1 1 65535\nab".utf8), to: folder + "/in.pgm")
    let (status, _, errors) = try RunningViewer.run(
      ["render", folder + "/in.pgm", "-o", folder + "/out.png"])
    #expect(status == 0)
    #expect(
      errors
        == "overscroll: \(folder)/out.png: 8-bit sRGB, without samples of 16 bits; --as data keeps them\n"
    )
    // Of dark samples it says that they are stretched, unless that was asked for.
    let dark = (0..<120_000).flatMap { x -> [UInt8] in [x % 400 < 200 ? 3 : 11, 0] }
    try RunningViewer.write(Array("P5 400 300 65535\n".utf8) + dark, to: folder + "/dark.pgm")
    let options: [([String], String)] = [
      ([], ", stretched (black is 768, white is 2816; --tone none leaves them)"),
      (["--tone", "none"], ""), (["--tone", "auto"], ""),
    ]
    for (options, words) in options {
      let stretched = try RunningViewer.run(
        ["render", folder + "/dark.pgm", "-o", folder + "/dark.png"] + options)
      #expect(
        stretched.errors
          == "overscroll: \(folder)/dark.png: 8-bit sRGB\(words), "
          + "without samples of 16 bits; --as data keeps them\n")
    }
    let refused = try RunningViewer.run(
      ["render", folder + "/in.pgm", "-o", folder + "/out.jpg", "--as", "data"])
    #expect(refused.status == 1)
    #expect(refused.errors.hasSuffix("data need .tif, or .png where it can.\n"))
    let scaled = try RunningViewer.run(
      ["render", folder + "/in.pgm", "-o", folder + "/out.tif", "--as", "data", "--zoom", "2"])
    #expect(scaled.status == 2)
  }

  @Test func `turns a picture, flips it, and then takes a part of it`() throws {
    // 4 by 2 pixels: 0 1 2 3 and 4 5 6 7.
    try RunningViewer.write("P5 4 2 255\n", (0..<8).map { $0 }, to: folder + "/in.pgm")
    let cases: [([String], PixelSize, [UInt32])] = [
      (["--turn", "90"], PixelSize(width: 2, height: 4), [4, 0, 5, 1, 6, 2, 7, 3]),
      (["--turn", "180"], PixelSize(width: 4, height: 2), [7, 6, 5, 4, 3, 2, 1, 0]),
      (["--turn", "270"], PixelSize(width: 2, height: 4), [3, 7, 2, 6, 1, 5, 0, 4]),
      (["--flip", "x"], PixelSize(width: 4, height: 2), [3, 2, 1, 0, 7, 6, 5, 4]),
      (["--flip", "y"], PixelSize(width: 4, height: 2), [4, 5, 6, 7, 0, 1, 2, 3]),
      (["--turn", "90", "--flip", "x"], PixelSize(width: 2, height: 4), [0, 4, 1, 5, 2, 6, 3, 7]),
      (["--turn", "90", "--rect", "1,1,1,2"], PixelSize(width: 1, height: 2), [1, 2]),
    ]
    for (options, size, pixels) in cases {
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/in.pgm", "-o", folder + "/out.png"] + options)
      #expect(status == 0 && errors.isEmpty)
      let drawn = try Surface(pngFile: folder + "/out.png")
      #expect(drawn.size == size && drawn.pixels().map { $0 & 0xFF } == pixels, "\(options)")
    }
  }

  @Test func `never writes over the picture it reads, nor in a format it does not know`() throws {
    #expect(
      try RunningViewer.run(script: #"cp "$1" "$2""#, [TextFiles.sample, folder + "/in.jpg"]).status
        == 0
    )
    symlink("in.jpg", folder + "/soft.png")
    link(folder + "/in.jpg", folder + "/hard.png")
    for name in ["in.jpg", "soft.png", "hard.png", "./in.jpg"] {
      let output = folder + "/" + name
      let (status, _, errors) = try RunningViewer.run(
        ["render", folder + "/in.jpg", "-o", output, "--rect", "0,0,9,9"])
      #expect(status == 1)
      #expect(errors == "overscroll: \(output): this is the input; choose another file\n")
    }
    for name in ["out.gif", "out", "png", ".png"] {
      let output = folder + "/" + name
      let (status, _, errors) = try RunningViewer.run(["render", folder + "/in.jpg", "-o", output])
      #expect(status == 1)
      #expect(
        errors == "overscroll: \(output): the name of the file must end in "
          + ".png, .jpg, .jpeg, .webp, .tif or .tiff.\n")
    }
    let same = try RunningViewer.run(
      script: #"cmp "$1" "$2""#, [TextFiles.sample, folder + "/in.jpg"])
    #expect(same.status == 0)
    #expect(names(in: folder) == ["hard.png", "in.jpg", "soft.png"])
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM], ["png", "jpg", "tif"])
  func `leaves nothing when it is ended while it writes`(signal: Int32, suffix: String) throws {
    let input = folder + "/in.ppm"
    // 1.2 gigapixels of black, which take no disk.
    try RunningViewer.write(Array("P6 40000 30000 255\n".utf8), to: input)
    #expect(truncate(input, 3_600_000_019) == 0)
    let child = try ChildProcess(
      [RunningViewer.path, "render", input, "-o", folder + "/out." + suffix],
      environment: ["DISPLAY": ""], errors: folder + "/errors")
    // It has begun to write once it has a file without a name.
    try waitUntil("the temporary file", seconds: 60) {
      (0..<64).contains { number in
        var status = stat()
        return stat("/proc/\(child.pid)/fd/\(number)", &status) == 0 && status.st_nlink == 0
          && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
      }
    }
    child.signal(signal)
    #expect(try child.wait() == 128 + signal)
    #expect(names(in: folder) == ["errors", "in.ppm"])
  }

  @Test func `writes a picture many times larger than its memory`() throws {
    let input = folder + "/in.ppm"
    let (width, height) = (50_000, 700)
    try RunningViewer.write(Array("P6 \(width) \(height) 255\n".utf8), to: input)
    #expect(truncate(input, off_t(3 * width * height + 19)) == 0)
    let child = try ChildProcess(
      [RunningViewer.path, "render", input, "-o", folder + "/out.jpg", "--cache-mb", "64"],
      environment: ["DISPLAY": ""], errors: folder + "/errors")
    var peak = 0
    try waitUntil("the picture", seconds: 300) {
      peak = max(peak, Processes.peakMemory(of: child.pid) ?? 0)
      return !child.isRunning
    }
    #expect(child.exitStatus == 0)
    #expect(peak > 0 && peak < 144 << 10, "\(peak) kB")
    let info = try RunningViewer.run(["info", folder + "/out.jpg"]).output
    #expect(info.contains("size: 50000×700 pixels"))
  }

  private func names(in folder: String) -> [String] { TestFolder.names(in: folder).sorted() }

  @Test func `refuses a part outside the picture and a file it cannot write`() throws {
    let outside = try RunningViewer.run(
      ["render", TextFiles.sample, "-o", TestFolder.path + "/x.png", "--rect", "9000,0,10,10"])
    #expect(outside.status == 1)
    #expect(outside.errors.contains("outside the picture of 8500×6000"))
    let unwritable = try RunningViewer.run(
      ["render", TextFiles.sample, "-o", "/no/such/folder/x.png", "--rect", "0,0,10,10"])
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("/no/such/folder/x.png"))
  }

  @Test func `draws what there is of a damaged picture, and ends with 1`() throws {
    try RunningViewer.write(
      Array("P5 8 8 255\n".utf8) + [UInt8](repeating: 9, count: 32), to: folder + "/cut.pgm")
    let (status, _, errors) = try RunningViewer.run(
      ["render", folder + "/cut.pgm", "-o", folder + "/out.png"])
    #expect(status == 1)
    #expect(errors == "overscroll: \(folder)/cut.pgm: The PGM file ends early, after row 4 of 8.\n")
    let drawn = try Surface(pngFile: folder + "/out.png")
    #expect(drawn.pixel(x: 4, y: 2).map { $0 & 0xFF_FFFF } == 0x09_0909)
  }

  @Test(arguments: ["1e-9", "1e-300", "0.0001"])
  func `refuses a zoom below one pixel, and names the smallest one`(zoom: String) throws {
    let output = TestFolder.make() + "/out.png"
    let (status, _, errors) = try RunningViewer.run(
      ["render", TextFiles.sample, "-o", output, "--zoom", zoom])
    #expect(status == 1)
    #expect(errors.contains("smaller than one pixel; use at least 0.00012"))
    #expect(try rendered(["--zoom", "0.00012"]).size == PixelSize(width: 2, height: 1))
  }

  @Test func `prints the format and size of a picture from its header alone`() throws {
    let (status, output, _) = try RunningViewer.run(["info", TextFiles.sample])
    #expect(status == 0)
    #expect(output.contains("format: JPEG"))
    #expect(output.contains("size: 8500×6000 pixels (51.0 megapixels)"))
    #expect(output.contains("opening: one pass to index the file"))
  }

  @Test func `prints what the camera wrote, as lines and as JSON`() throws {
    let path = folder + "/a \"b\".png"
    let made = try RunningViewer.run(
      script: #"convert -size 8x6 xc:red -set Author "A. Author" -set Title "x y" "$1""#, [path])
    #expect(made.status == 0)
    let plain = try RunningViewer.run(["info", path]).output
    let all = try RunningViewer.run(["info", "--all", path])
    #expect(all.status == 0 && all.output.hasPrefix("file: \(path)\n\(plain)\n\n"))
    #expect(all.output.contains("\nText Author: A. Author"))
    #expect(all.output.contains("\nText Title: x y"))
    let json = try RunningViewer.run(["info", "--json", path])
    #expect(json.status == 0 && json.output.hasPrefix("{\"file\":\"\(folder)/a \\\"b\\\".png\","))
    #expect(json.output.contains("\"width\":8,\"height\":6"))
    #expect(json.output.contains(#"{"group":"Text","name":"Author","value":"A. Author"}"#))
    let script = folder + "/a.script"
    try RunningViewer.write(Array("{\"overscroll\":1,\"content\":[9,9]}\n".utf8), to: script)
    let refused = try RunningViewer.run(["info", "--all", script])
    #expect(refused.status == 1 && refused.errors.hasSuffix("--all is for pictures\n"))
    let taken = try RunningViewer.run(["info", "--max-hitch", "5", path])
    #expect(taken.status == 1)
    #expect(taken.errors.hasSuffix("is not a take with refreshes, for --max-hitch\n"))
  }
}
