import CCodecs
import Glibc
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `A picture of a high dynamic range` {
  private let folder = ScratchFolder()

  /// Colors of sRGB, and what they are as light of which white is 1.
  private static let patches: [[UInt8]] = [
    [150, 90, 60], [80, 160, 90], [70, 90, 170], [160, 150, 70], [128, 128, 128], [200, 120, 140],
    [0, 0, 0], [1, 2, 3], [255, 255, 255], [250, 251, 252],
  ]

  /// ST 2084, from cd/m².
  private static func perceptual(_ light: Double) -> Double {
    let power = pow(max(light, 0) / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// BT.2100's HLG of light of which white is 1, on a screen of 1000 cd/m² with a gamma of 1.2.
  private static func logGamma(_ color: [Double]) -> [Double] {
    let shown = color.map { $0 * 203 / 1000 }
    let luminance = 0.2627 * shown[0] + 0.6780 * shown[1] + 0.0593 * shown[2]
    guard luminance > 0 else { return [0, 0, 0] }
    let scene = shown.map { max($0, 0) * pow(luminance, -0.2 / 1.2) }
    return scene.map { light in
      light <= 1 / 12 ? sqrt(3 * light) : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
    }
  }

  /// The inverse of a matrix from others' primaries to the screen's, by Cramer's rule.
  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (r, c) = ([0, 1, 2].filter { $0 != row }, [0, 1, 2].filter { $0 != column })
      return m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]
    }
    let whole = (0..<3).reduce(0.0) { $0 + ($1 % 2 == 0 ? 1 : -1) * m[0][$1] * minor(0, $1) }
    return (0..<3).map { row in
      (0..<3).map { column in ((row + column) % 2 == 0 ? 1 : -1) * minor(column, row) / whole }
    }
  }

  private func open(
    _ colors: [[Double]], points: [UInt8], depth: Int32 = 16, isInterlaced: Bool = false
  ) throws -> any ImageSource {
    let row = colors.flatMap { color in
      color.flatMap { sample -> [UInt8] in
        let value = Int((min(max(sample, 0), 1) * (depth == 16 ? 65_535 : 255)).rounded())
        return depth == 16 ? [UInt8(value >> 8), UInt8(value & 0xFF)] : [UInt8(value)]
      }
    }
    var file = PNGFile(
      size: PixelSize(width: colors.count, height: 3), depth: depth, isInterlaced: isInterlaced,
      rows: [row, row, row], profile: Profiles.swapped)
    file.cicp = points
    let path = folder.file("hdr.png")
    file.write(to: path)
    return try ImageFile.open(path)
  }

  private func channels(_ pixel: UInt32) -> [Int] {
    [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
  }

  struct Coding: CustomTestStringConvertible, Sendable {
    var points: [UInt8]
    var depth: Int32 = 16
    var isInterlaced = false
    var testDescription: String { "\(points), \(depth) bits\(isInterlaced ? ", interlaced" : "")" }
  }

  @Test(arguments: [
    Coding(points: [9, 16, 0, 1]), Coding(points: [9, 18, 0, 1]), Coding(points: [1, 16, 0, 1]),
    Coding(points: [12, 16, 0, 1]), Coding(points: [12, 18, 0, 1]), Coding(points: [1, 18, 0, 1]),
    Coding(points: [9, 16, 0, 1], isInterlaced: true), Coding(points: [9, 16, 0, 1], depth: 8),
  ]) func `in a PNG file shows ordinary colors as they are`(coding: Coding) throws {
    let matrix =
      coding.points[0] == 9
      ? ColorFormulae.from2020 : coding.points[0] == 12 ? ColorFormulae.fromP3 : nil
    let colors = Self.patches.map { patch -> [Double] in
      let screen = patch.map(ColorFormulae.light)
      let light = matrix.map { ColorFormulae.product(Self.inverse($0), screen) } ?? screen
      return coding.points[1] == 16
        ? light.map { Self.perceptual($0 * 203) } : Self.logGamma(light)
    }
    let source = try open(
      colors, points: coding.points, depth: coding.depth, isInterlaced: coding.isInterlaced)
    let name = coding.points[1] == 16 ? "PQ" : "HLG"
    #expect(source.info.color == "RGB, HDR (\(name)), mapped" && source.info.exposure == 0)
    let shown = Decoded(source)
    #expect(shown.error == nil)
    for (index, patch) in Self.patches.enumerated() {
      for y in 0..<3 {
        let found = channels(shown[index, y])
        // Eight bits of PQ are two or three levels apart where they are lightest.
        let tolerance =
          coding.depth == 8 ? 5 : coding.points[1] == 18 && coding.points[0] != 9 ? 8 : 3
        for (one, other) in zip(found, patch) {
          #expect(abs(one - Int(other)) <= tolerance, "\(patch) is shown as \(found)")
        }
      }
    }
  }

  @Test func `has highlights between white's neighbors, never darker, with their hue`() throws {
    let lights = [100.0, 190, 203, 300, 600, 1000, 4000, 10_000]
    let grays = lights.map { [Double](repeating: Self.perceptual($0), count: 3) }
    let source = try open(grays, points: [9, 16, 0, 1])
    let levels = lights.indices.map { Int(Decoded(source)[$0, 0] & 0xFF) }
    #expect(levels == levels.sorted() && levels[2] >= 252 && levels.last == 255)
    #expect(levels[0] == 186 && levels[1] < 250)
    // Twice as much green as red stays that.
    let color = [1000.0, 2000, 500].map(Self.perceptual)
    let found = channels(Decoded(try open([color], points: [1, 16, 0, 1]))[0, 0])
    #expect(found[1] >= 252 && abs(found[0] - 187) <= 2 && abs(found[2] - 136) <= 2, "\(found)")
  }

  @Test func `is lighter or darker by whole stops`() throws {
    let light = [812.0, 406, 101.5].map(Self.perceptual)
    let source = try open([light], points: [1, 16, 0, 1])
    let darker = try #require(try source.toned(to: .exposure(-2)) { true })
    #expect(darker.info.exposure == -2)
    let found = channels(Decoded(darker)[0, 0])
    #expect(found[0] >= 252 && abs(found[1] - 188) <= 3 && abs(found[2] - 99) <= 3, "\(found)")
    #expect(try source.toned(to: .asNeeded) { true } == nil)
    // What is asked for wins.
    let linear = try #require(try source.toned(to: .range(0...65_535)) { true })
    #expect(abs(channels(Decoded(linear)[0, 0])[0] - Int(light[0] * 255)) <= 1)
  }

  private func float(_ values: [[Float]], isPlanar: Bool = false) throws -> any ImageSource {
    var page = TIFFBuilder.Page(size: PixelSize(width: values.count, height: 1)) { x, _, channel in
      UInt64(values[x][channel].bitPattern)
    }
    (page.bits, page.format, page.isPlanar) = (32, 3, isPlanar)
    return try ImageFile.open(folder.write(TIFFBuilder(pages: [page]).bytes, to: "f.tif"))
  }

  @Test(arguments: [false, true])
  func `in floating point is light of which white is 1`(isPlanar: Bool) throws {
    let colors =
      Self.patches.map { $0.map { Float(ColorFormulae.light($0)) } } + [[8, 4, 2], [.nan, 0, 9]]
    let source = try float(colors, isPlanar: isPlanar)
    #expect(source.info.exposure == 0 && source.info.tone == nil)
    #expect(source.info.color == "RGB, floating, HDR (linear), mapped")
    let shown = Decoded(source)
    for (index, patch) in Self.patches.enumerated() {
      let found = channels(shown[index, 0])
      #expect(zip(found, patch).allSatisfy { abs($0 - Int($1)) <= 3 }, "\(patch): \(found)")
    }
    #expect(shown[11, 0] >> 16 == 0xFF00 && shown[11, 0] & 0xFF >= 252)
    let darker = Decoded(try #require(try source.toned(to: .exposure(-1)) { true }))
    #expect(abs(channels(darker[8, 0])[0] - 188) <= 1)
  }

  @Test func `isn't one whose samples lie within what is shown`() throws {
    let plain = try float([[0, 0.5, 1], [0.2, 0.25, 0.3]])
    #expect(plain.info.exposure == nil && channels(Decoded(plain)[0, 0]) == [0, 128, 255])
  }
}
