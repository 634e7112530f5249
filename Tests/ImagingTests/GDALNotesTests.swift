import Glibc
import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `What GDAL has written of a picture beside it` {
  private let folder = ScratchFolder()

  /// Writes a picture of 16 bits, whose samples are 7 on the left and 1000 to 1003 on the right, and the file beside it.
  private func write(
    _ notes: String, noData: String = "", channels: Int = 1, tag: String = ""
  ) throws -> FilePath {
    var page = TIFFBuilder.Page(size: PixelSize(width: 8, height: 6)) { x, _, _ in
      x < 4 ? 7 : UInt64(996 + x)
    }
    (page.photometric, page.samples, page.bits, page.noData) = (1, channels, 16, noData)
    page.extraSamples = Array(repeating: 0, count: channels - 1)
    if !tag.isEmpty { page.tags = [TIFFBuilder.text(42112, tag)] }
    let path = folder.write(TIFFBuilder(pages: [page]).bytes, to: "a.tif")
    _ = folder.write(Array(notes.utf8), to: "a.tif.aux.xml")
    return FilePath(path)
  }

  private static func notes(_ bands: String...) -> String {
    "<PAMDataset>\n"
      + bands.enumerated().map { #"<PAMRasterBand band="\#($0 + 1)">\#($1)</PAMRasterBand>"# }
      .joined() + "\n</PAMDataset>\n"
  }

  private static func noData(_ text: String) -> String { "<NoDataValue>\(text)</NoDataValue>" }

  @Test(arguments: [("", 7.0), ("1003", 1003.0)])
  func `is what means no data, unless the file says it`(own: String, expected: Double) throws {
    let source = try ImageFile.open(try write(Self.notes(Self.noData("7")), noData: own))
    #expect(source.info.samples?.noData == expected && source.info.hasAlpha)
    #expect(source.info.color == "gray, no data at \(Int(expected))")
    #expect(Decoded(source)[expected == 7 ? 0 : 7, 0] == 0)
    // What is saved as data says so, too, by what was read with the picture.
    #expect(unlink(folder.file("a.tif.aux.xml")) == 0)
    let tag = try source.sampleReader()?.description().tag(SampleDescription.Number.noData)
    #expect(tag?.bytes == Array("\(Int(expected))".utf8) + [0])
  }

  @Test(
    arguments: [
      notes(noData("7"), noData("7")), notes(noData(" 7\n")), notes("", noData("7.0")),
      notes(#"<NoDataValue le_hex_equiv="0000000000001C40">7</NoDataValue>"#),
      notes(noData("7")) + "<Subdataset>" + notes(noData("9")),
    ])
  func `means no data where bands agree`(notes: String) throws {
    #expect(try ImageFile.open(try write(notes)).info.samples?.noData == 7)
  }

  private static func item(_ role: String, _ sample: Int, _ text: String) -> String {
    #"<Item name="\#(role.uppercased())" sample="\#(sample)" role="\#(role)">\#(text)</Item>"#
  }

  @Test func `has the values that samples stand for, but for those of the file itself`() throws {
    let tag =
      "<GDALMetadata>" + Self.item("offset", 1, "-273.14999999999998")
      + Self.item("scale", 1, "0.01") + Self.item("unittype", 1, "K")
      + Self.item("description", 0, "rain") + "</GDALMetadata>"
    let band = "<UnitType>mm</UnitType><Offset>0.5</Offset><Scale>2</Scale>"
    let source = try ImageFile.open(try write(Self.notes(band, band), channels: 3, tag: tag))
    #expect(source.info.channels.map(\.name) == ["rain", "", ""])
    let (first, second) = ("2 × sample + 0.5 mm", "0.01 × sample − 273.15 K")
    #expect(source.info.channels.map { $0.calibration?.text } == [first, second, nil])
    #expect(
      PictureDescription.rows(source).first { $0.name == "values" }?.value
        == "channel 1: \(first), channel 2: \(second)")
    // Samples stay what they are.
    let samples = try source.sampleReader()?.samples(x: 7, y: 5) { true }
    #expect(samples == [1003, 1003, 1003])
  }

  @Test(arguments: [
    ("1", "0", ""), ("0", "5", "m"), ("x", "0", ""), ("inf", "0", "m"), ("1", "nan", "m"),
  ])
  func `has no values where the line is none`(scale: String, offset: String, unit: String) throws {
    let band = "<UnitType>\(unit)</UnitType><Offset>\(offset)</Offset><Scale>\(scale)</Scale>"
    let source = try ImageFile.open(try write(Self.notes(band)))
    #expect(source.info.channels.map(\.calibration) == [nil])
  }

  @Test(arguments: [
    (0.1, 3.0, "0.3"), (1e-9, 5, "5e-09"), (1, 123_456_789, "123456789"), (0.001, 1, "0.001"),
    (1, .nan, "–"), (1e300, 1e300, "–"), (-1, 2, "-2"), (0.5, 0, "0"),
  ])
  func `has values of seven digits`(scale: Double, sample: Double, text: String) throws {
    let calibration = try #require(Calibration(offset: 0, scale: scale, unit: "m"))
    #expect(calibration.text(of: sample) == text)
  }

  @Test(
    arguments: [
      notes(noData("7"), noData("8")), notes(noData("seven")), notes(noData("")), "", "7", "<",
      "<NoDataValue>7" + String(repeating: "0", count: 99), "<Subdataset>" + notes(noData("7")),
      "<PAMDataset>" + String(repeating: " ", count: 1 << 20) + notes(noData("7")),
    ])
  func `means nothing where it is damaged, unclear or too long`(notes: String) throws {
    var limits = ImageLimits()
    limits.tone = .none
    #expect(try ImageFile.open(try write(notes), limits: limits).info.samples?.noData == nil)
  }
}
