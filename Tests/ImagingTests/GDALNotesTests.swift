import OverscrollBase
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `What GDAL has written of a picture beside it` {
  private let folder = ScratchFolder()

  /// Writes a picture of 16 bits, whose samples are 7 on the left and 1000 to 1003 on the right, and the file beside it.
  private func write(_ notes: String, noData: String = "") throws -> FilePath {
    var page = TIFFBuilder.Page(size: PixelSize(width: 8, height: 6)) { x, _, _ in
      x < 4 ? 7 : UInt64(996 + x)
    }
    (page.photometric, page.samples, page.bits, page.noData) = (1, 1, 16, noData)
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
  func `is what means no data, but for what the file itself says`(
    own: String, expected: Double
  ) throws {
    let source = try ImageFile.open(try write(Self.notes(Self.noData("7")), noData: own))
    #expect(source.info.samples?.noData == expected && source.info.hasAlpha)
    #expect(source.info.color == "gray, no data at \(Int(expected))")
    #expect(Decoded(source)[expected == 7 ? 0 : 7, 0] == 0)
    // What is saved as data says so, too.
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
