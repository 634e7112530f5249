import OverscrollBase
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `The images that the description of a TIFF file has` {
  private let folder = ScratchFolder()

  private struct Picture {
    var page: FilePages.Page
    var info: ImageInfo
    /// The samples of its first pixel: the numbers of its directories.
    var numbers: [Double]
  }

  /// Writes directories, whose samples are their numbers, with a description of the first one, and opens all pages.
  private func pictures(
    _ count: Int, _ text: String, _ change: (Int, inout TIFFBuilder.Page) -> Void = { _, _ in }
  ) throws -> [Picture] {
    let pages = (0..<count).map { number in
      var page = TIFFBuilder.Page(size: PixelSize(width: 8, height: 6)) { _, _, _ in UInt64(number)
      }
      (page.photometric, page.samples, page.bits) = (1, 1, 16)
      if number == 0 { page.tags = [TIFFBuilder.text(270, text)] }
      change(number, &page)
      return page
    }
    let path = FilePath(folder.write(TIFFBuilder(pages: pages).bytes, to: "a.tif"))
    let found = try #require(FilePages(of: path))
    found.findAll()
    return try found.known.map { page in
      let source = try ImageFile.open(path, page: page.index, of: found)
      let numbers = try source.sampleReader()?.samples(x: 1, y: 1) { true }
      return Picture(page: page, info: source.info, numbers: numbers ?? [])
    }
  }

  private static func image(
    _ name: String, _ attributes: String, channels: [String], _ data: String = ""
  ) -> String {
    #"<Image ID="\#(name)" Name="\#(name)"><Pixels DimensionOrder="XYCZT" "#
      + #"SizeC="\#(channels.count)" \#(attributes)>"#
      + channels.map { #"<Channel Name="\#($0)"/>"# }.joined() + data + "</Pixels></Image>"
  }

  private static func scale(_ size: Double) -> String {
    #"PhysicalSizeX="\#(size)" PhysicalSizeY="\#(size)""#
  }

  @Test(arguments: [true, false])
  func `have channels, pages and a scale of their own`(isNamed: Bool) throws {
    func data(_ first: Int, _ count: Int) -> String {
      isNamed ? #"<TiffData IFD="\#(first)" PlaneCount="\#(count)"/>"# : ""
    }
    let found = try pictures(
      9,
      "<OME>" + Self.image("low", Self.scale(2), channels: ["A", "B"], data(0, 2))
        + Self.image(
          "high", #"SizeZ="2" "# + Self.scale(0.1), channels: ["X", "Y", "Z"], data(2, 6))
        + Self.image("label", "", channels: ["L"], data(8, 1)) + "</OME>")
    #expect(found.map(\.page.name) == ["low", "high", "high", "label"])
    #expect(found.map(\.numbers) == [[0, 1], [2, 3, 4], [5, 6, 7], [8]])
    #expect(
      found.map { $0.info.channels.map(\.name) } == [
        ["A", "B"], ["X", "Y", "Z"], ["X", "Y", "Z"], ["L"],
      ])
    let texts = ["2 µm per pixel, OME", "0.1 µm per pixel, OME", "0.1 µm per pixel, OME", nil]
    #expect(found.map(\.info.scale?.text) == texts && found.map(\.page.scale?.text) == texts)
    #expect(found.map(\.info.stack?.axes.count) == [nil, 1, 1, nil])
    #expect(found[2].info.stack?.places(ofPage: 2) == [1])
    #expect(found[2].info.stack?.places(ofPage: 3) == nil)
    let pages = try #require(FilePages(of: FilePath(folder.file("a.tif"))))
    pages.findAll()
    #expect(
      PictureDescription.rows(of: pages).map(\.line) == [
        "pages: 4", "page 1: 8×6 pixels, low, 2 µm per pixel, OME",
        "pages 2 to 3: 8×6 pixels, high, 0.1 µm per pixel, OME", "page 4: 8×6 pixels, label",
      ])
  }

  @Test func `have the directories that they name, whatever their order`() throws {
    let places = [(1, 2), (0, 2), (1, 0), (0, 0), (1, 1), (0, 1)]
    let data = places.enumerated().map { number, place in
      #"<TiffData IFD="\#(number)" FirstC="\#(place.0)" FirstZ="\#(place.1)" PlaneCount="1"/>"#
    }
    let found = try pictures(
      6, "<OME>" + Self.image("a", #"SizeZ="3""#, channels: ["A", "B"], data.joined()) + "</OME>")
    #expect(found.map(\.numbers) == [[3, 2], [5, 4], [1, 0]])
    #expect(found.allSatisfy { $0.info.stack?.axes == [.init(name: "z", count: 3)] })
    #expect(found.map(\.page.name) == ["", "", ""])
  }

  @Test func `have what lies in this file, of several ones`() throws {
    // The second channel of the second time, and all of the third one, lie in another file.
    let data = (0..<6).map { number in
      let file = [3, 4, 5].contains(number) ? "b" : "a"
      return #"<TiffData IFD="\#(number % 3)" FirstC="\#(number % 2)" FirstT="\#(number / 2)">"#
        + #"<UUID FileName="\#(file).tif"> urn:uuid:\#(file) </UUID></TiffData>"#
    }
    let found = try pictures(
      3,
      #"<OME UUID="urn:uuid:a">"#
        + Self.image("a", #"SizeT="3""#, channels: ["A", "B"], data.joined()) + "</OME>")
    #expect(found.map(\.numbers) == [[0, 1], [2]])
    #expect(found.map { $0.info.channels.map(\.name) } == [["A", "B"], ["A"]])
    #expect(found.allSatisfy { $0.info.stack == nil })
  }

  @Test func `have any prefix, comments before them, attributes on lines of their own`() throws {
    let text =
      "<?xml version=\"1.0\"?><!-- It's > <Image> -- --><ns0:OME><ns0:Image Name='x > y'><ns0:Pixels\n"
      + "DimensionOrder='XYCZT'\n  SizeC = '2' SizeZ='2' PhysicalSizeX='0.2'>"
      + "<ns0:Channel Name='P'/><ns0:Channel\n Name='Q'/></ns0:Pixels></ns0:Image></ns0:OME>"
    let found = try pictures(4, text)
    #expect(found.map(\.numbers) == [[0, 1], [2, 3]])
    #expect(found[1].info.channels.map(\.name) == ["P", "Q"])
    #expect(found[1].info.scale?.text == "0.2 µm per pixel, OME")
    let metadata = PictureMetadata(of: FilePath(folder.file("a.tif")))
    #expect(metadata.texts.map(\.value) == ["x > y"])
  }

  @Test(arguments: [(0.5, 1), (0.1, 2)])
  func `are levels of another only where they cover the same`(scale: Double, count: Int) throws {
    let text =
      "<OME>" + Self.image("a", Self.scale(0.25), channels: ["A"])
      + Self.image("b", Self.scale(scale), channels: ["B"]) + "</OME>"
    let found = try pictures(2, text) { number, page in
      let side = number == 0 ? 1024 : 512
      page.size = PixelSize(width: side, height: side)
      page.tile = PixelSize(width: 256, height: 256)
    }
    #expect(found.count == count)
    #expect(found[0].info.layout.contains("2 levels") == (count == 1))
    #expect(found.last?.numbers == [Double(count - 1)])
  }

  @Test(
    arguments: [
      ("min=900.0\nmax=1100.0\n", Tone.asNeeded, 900...1100),
      ("min=900.0\nmax=1100.0\n", .range(5...9), 5...9),
      ("min=900\nmax=1100\n", .none, nil), ("min=9\nmax=9\n", .asNeeded, nil),
      ("min=9\nmax=inf\n", .asNeeded, nil), ("max=9\n", .asNeeded, nil),
    ] as [(String, Tone, ClosedRange<Double>?)])
  func `have ImageJ's range on all pages of one channel, but for a tone that is asked for`(
    range: String, tone: Tone, expected: ClosedRange<Double>?
  ) throws {
    _ = try pictures(2, "ImageJ=1.53t\nimages=2\nslices=2\n" + range)
    let path = FilePath(folder.file("a.tif"))
    var limits = ImageLimits()
    limits.tone = tone
    for page in 0..<2 {
      #expect(try ImageFile.open(path, page: page, limits: limits).info.tone == expected)
    }
  }

  @Test(
    arguments: [
      ("cf=0\nc0=-273.15\nc1=0.01\nvunit=\\u00b0C\n", "0.01 × sample − 273.15 °C"),
      ("cf=0\nc0=5\nc1=-2\n", "−2 × sample + 5"), ("cf=0\nc0=0\nc1=1\nvunit=HU\n", "sample HU"),
      ("cf=0\nc0=0\nc1=1\n", nil), ("cf=0\nc0=0\nc1=0\nvunit=HU\n", nil), ("cf=0\nc0=5\n", nil),
      ("cf=0\nc0=nan\nc1=1\n", nil), ("cf=4\nc0=5\nc1=2\nvunit=HU\n", nil),
    ] as [(String, String?)])
  func `have the values that ImageJ's samples stand for, if they are a straight line`(
    text: String, expected: String?
  ) throws {
    let found = try pictures(4, "ImageJ=1.53t\nimages=4\nchannels=2\nslices=2\n" + text)
    for picture in found {
      #expect(picture.info.channels.map { $0.calibration?.text } == [expected, expected])
    }
    let source = try ImageFile.open(FilePath(folder.file("a.tif")))
    let row = PictureDescription.rows(source).first { $0.name == "values" }
    #expect(row?.value == expected)
  }

  @Test(arguments: [false, true])
  func `have the scale of ImageJ's first directory on all pages`(isRepeated: Bool) throws {
    let text = "ImageJ=1.53t\nimages=6\nchannels=2\nslices=3\nhyperstack=true\nunit=micron\n"
    let found = try pictures(6, text) { number, page in
      if number > 0, isRepeated { page.tags = [TIFFBuilder.text(270, text)] }
      page.tags += [(282, 5, [100 << 32 | 400]), (283, 5, [100 << 32 | 200]), (296, 3, [1])]
    }
    let scale = "0.25 × 0.5 µm per pixel, ImageJ"
    #expect(found.map(\.info.scale?.text) == [scale, scale, scale])
    // A saved file has that of its page.
    let path = FilePath(folder.file("a.tif"))
    let info = found[1].info
    #expect(PictureMetadata.scale(of: path, page: 1, info, in: nil)?.text == scale)
  }
}
