import Glibc
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollTestRig

@Suite struct `Comparing two pictures without a window` {
  private let folder = TestFolder.make()

  /// Writes a picture of one color, but for one pixel.
  private func write(
    _ name: String, width: Int = 30, height: Int = 20, changing pixel: Int? = nil,
    by value: UInt8 = 5
  ) throws {
    var bytes = [UInt8](repeating: 100, count: width * height * 3)
    if let pixel { bytes[3 * pixel] += value }
    try RunningViewer.write("P6 \(width) \(height) 255\n", bytes, to: "\(folder)/\(name)")
  }

  private func compare(
    _ arguments: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    try RunningViewer.run(
      script: #"cd "$1" && shift && exec "$0" compare-pictures "$@""#, [folder] + arguments)
  }

  private func json(_ name: String = "j.json") throws -> String {
    try RunningViewer.text(of: "\(folder)/\(name)")
  }

  @Test func `exits with 0 where they are the same`() throws {
    try write("a.ppm")
    try write("b.ppm")
    let result = try compare("a.ppm", "b.ppm", "--json", "j.json", "--junit", "j.xml")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output == "same: 30×20 pixels")
    #expect(
      try json()
        == #"{"overscrollPictureComparison":1,"verdict":"same","identical":true,"#
        + #""comparedAs":"8-bit sRGB","#
        + #""place":"top-left","a":{"file":"a.ppm","width":30,"height":20},"#
        + #""b":{"file":"b.ppm","width":30,"height":20},"#
        + #""compared":{"x":0,"y":0,"width":30,"height":20},"pixels":600,"differingPixels":0,"#
        + #""differingFraction":0,"maximumDifference":0,"maximumAt":null,"meanSquaredError":0,"#
        + #""psnr":null,"alpha":{"differingPixels":0,"maximumDifference":0},"#
        + #""samples":null}"# + "\n")
    #expect(try json("j.xml").contains(#"tests="1" failures="0""#))
  }

  @Test(arguments: ["--json", "--junit"])
  func `prints the verdict in the form that - asks for, and nothing else`(option: String) throws {
    try write("a.ppm")
    try write("b.ppm")
    let file = try compare("a.ppm", "b.ppm", "--json", "j.json")
    let result = try compare("a.ppm", "b.ppm", option, "-")
    #expect(result.status == 0 && result.errors.isEmpty && file.status == 0)
    if option == "--json" {
      #expect(result.output + "\n" == (try json()))
    } else {
      #expect(result.output.hasPrefix("<?xml") && !result.output.contains("same:"))
    }
    #expect(access("\(folder)/-", F_OK) != 0)
    let both = try compare("a.ppm", "b.ppm", "--json", "-", "--junit", "-")
    #expect(both.status == 2 && both.errors.contains("Only one of --json and --junit can be -"))
  }

  @Test func `takes no picture for its output, and gives the line that works`() throws {
    try write("a.ppm")
    try write("b.ppm")
    let before = FileReading.bytes(of: "\(folder)/a.ppm")
    let missing = try compare("--json", "a.ppm", "b.ppm")
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(
      missing.errors.contains(
        "--json has taken a.ppm for the file to write; use: overscroll compare-pictures a.ppm b.ppm --json -"
      ), "\(missing.errors)")
    try write("c.ppm")
    let taken = try compare("--json", "a.ppm", "b.ppm", "c.ppm")
    #expect(taken.status == 2 && taken.errors.contains("a.ppm: the name of a picture"))
    #expect(FileReading.bytes(of: "\(folder)/a.ppm") == before)
    #expect(try compare("a.ppm").errors.contains("Missing expected argument '<b>'"))
  }

  @Test func `judges two pictures, and says so before it looks for more`() throws {
    let judged = try compare("a.ppm", "b.ppm", "c.ppm", "--json", "-")
    #expect(judged.status == 2 && judged.output.isEmpty)
    #expect(judged.errors.contains("--json and --junit compare two pictures, not 3."))
    let many = try compare("a.ppm", "b.ppm", "c.ppm", "d.ppm", "e.ppm", "f.ppm", "g.ppm")
    #expect(many.status == 2 && many.output.isEmpty)
    #expect(many.errors.contains("At most six pictures can be compared, not 7."))
    let twice = try compare("-", "b.ppm", "-")
    #expect(twice.status == 2 && twice.errors.contains("- can be given only once"))
  }

  @Test func `exits with 1 where they differ, and where they have different sizes`() throws {
    try write("a.ppm")
    try write("b.ppm", changing: 95)
    let result = try compare("a.ppm", "b.ppm", "--json", "j.json")
    #expect(result.status == 1 && result.errors.isEmpty)
    #expect(
      result.output
        == "different: 1 of 600 pixels differ (0.167%), by up to 5 at 5,3; PSNR 66.70 dB")
    let text = try json()
    #expect(text.contains(#""verdict":"different","identical":false"#))
    #expect(text.contains(#""maximumAt":{"x":5,"y":3},"meanSquaredError":0.01388"#))
    #expect(text.contains(#""psnr":66.70"#))
    try write("c.ppm", width: 28)
    let sizes = try compare("a.ppm", "c.ppm", "--json", "j.json", "--place", "center")
    #expect(sizes.status == 1)
    #expect(
      sizes.output == "different: 30×20 and 28×20 pixels; the colors of all 560 pixels are the same"
    )
    #expect(try json().contains(#""compared":{"x":1,"y":0,"width":28,"height":20},"pixels":560"#))
  }

  /// Writes pages, each of one gray.
  private func writePages(_ name: String, _ grays: UInt64...) throws {
    let pages = grays.map { gray in
      var page = TIFFBuilder.Page(size: PixelSize(width: 8, height: 6)) { _, _, _ in gray }
      (page.photometric, page.samples) = (1, 1)
      return page
    }
    try RunningViewer.write(TIFFBuilder(pages: pages).bytes, to: "\(folder)/\(name)")
  }

  @Test func `tells which of several pages it compares, or compares the one asked for`() throws {
    try writePages("a.tif", 10, 20, 30)
    try writePages("b.tif", 10, 20, 99)
    let first = try compare("a.tif", "b.tif", "--json", "j.json")
    #expect(first.status == 0)
    #expect(first.output == "same: 8×6 pixels, page 1 of 3; the other pages are not compared")
    #expect(try json().contains(#""verdict":"same","identical":false"#))
    #expect(try json().contains(#""b":{"file":"b.tif","width":8,"height":6,"page":1,"pages":3}"#))
    let third = try compare("a.tif", "b.tif", "--json", "j.json", "--page", "3")
    #expect(third.status == 1 && third.output.hasPrefix("different: 48 of 48 pixels differ"))
    #expect(third.output.contains(", page 3 of 3;"))
    let second = try compare("a.tif", "b.tif", "--json", "j.json", "--page", "2")
    #expect(second.status == 0)
    #expect(try json().contains(#""verdict":"same","identical":true"#))
    // Other numbers of pages are a difference, unless one is asked for.
    try writePages("c.tif", 10, 20)
    let fewer = try compare("a.tif", "c.tif", "--json", "j.json")
    #expect(fewer.status == 1)
    #expect(
      fewer.output
        == "different: 3 pages and 2 pages; the colors of all 48 pixels are the same, page 1 of 3 "
        + "and page 1 of 2; the other pages are not compared")
    #expect(try json().contains(#""verdict":"different","identical":false"#))
    #expect(try compare("a.tif", "c.tif", "--json", "j.json", "--page", "2").status == 0)
    #expect(try compare("a.tif", "c.tif", "--json", "j.json", "--page", "3").status == 2)
    let none = try compare("a.tif", "c.tif", "--json", "j.json", "--page", "0")
    #expect(none.status == 2 && none.errors.contains("--page must be from 1"))
  }

  @Test(arguments: ["none.ppm", "text.ppm", "cut.ppm"])
  func `exits with 2 where one cannot be read`(name: String) throws {
    try write("a.ppm")
    try RunningViewer.write(Array("no picture".utf8), to: "\(folder)/text.ppm")
    try RunningViewer.write(
      Array("P6 30 20 255\n".utf8) + [UInt8](repeating: 100, count: 900), to: "\(folder)/cut.ppm")
    for pair in [("a.ppm", name), (name, "a.ppm")] {
      let result = try compare(pair.0, pair.1, "--json", "j.json", "--junit", "j.xml")
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains(name))
      #expect(
        try json().hasPrefix(#"{"overscrollPictureComparison":1,"verdict":"error","error":""#))
      #expect(try json("j.xml").contains(#"errors="1""#))
    }
  }

  @Test func `reads one of them from the standard input, and refuses both`() throws {
    try write("a.ppm")
    let script = #"cd "$1" && exec "$0" compare-pictures - a.ppm --json j.json < a.ppm"#
    let result = try RunningViewer.run(script: script, [folder])
    #expect(result.status == 0 && result.output == "same: 30×20 pixels")
    #expect(try json().contains(#""a":{"file":"standard input""#))
    #expect(try compare("-", "-", "--json", "j.json").status == 2)
  }

  @Test func `compares samples that differ though they look the same`() throws {
    func write(_ name: String, maximum: Int = 65_535, _ values: [Int]) throws {
      let bytes = values.flatMap {
        maximum < 256 ? [UInt8($0)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
      }
      try RunningViewer.write("P5 2 1 \(maximum)\n", bytes, to: "\(folder)/\(name)")
    }
    try write("a.pgm", [0, 65_535])
    try write("b.pgm", [3, 65_535])
    let different = try compare("a.pgm", "b.pgm", "--json", "j.json")
    #expect(different.status == 1)
    #expect(
      different.output
        == "different: the colors of all 2 pixels are the same; samples differ at 1 pixel, by up to 3 in channel 1"
    )
    #expect(
      try json().contains(
        #""samples":{"channels":1,"bits":16,"differingPixels":1,"maximumDifference":3}"#))
    // Those of other depths, or where B is moved, are compared as they are seen.
    try write("c.pgm", maximum: 255, [0, 255])
    let looks = try compare("a.pgm", "c.pgm", "--json", "j.json")
    #expect(looks.status == 0)
    #expect(looks.output == "looks the same: 2×1 pixels in 8-bit sRGB, samples not compared")
    #expect(try json().contains(#""verdict":"same","identical":false,"comparedAs":"8-bit sRGB""#))
    #expect(try json().hasSuffix(#""samples":null}"# + "\n"))
  }

  @Test func `says where the verdict cannot be written`() throws {
    try write("a.ppm")
    let result = try compare("a.ppm", "a.ppm", "--json", "nowhere/j.json")
    #expect(result.status == 2 && result.errors.contains("nowhere/j.json: cannot be written"))
  }
}
