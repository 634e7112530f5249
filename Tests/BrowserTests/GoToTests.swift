import OverscrollBrowser
import OverscrollImaging
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `A place to go to` {
  private let info = ImageInfo(format: "PNG", size: PixelSize(width: 4000, height: 3000))
  private let names = ["Alpha.png", "beta 1.jpg", "beta 2.jpg", "山水.jpg"]

  private func message(_ text: String, pageCount: Int? = 1) -> String? {
    do throws(GoTo.Problem) {
      _ = try GoTo(text, names: names, in: info, pages: .init(count: pageCount))
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    arguments: [
      ("#1", .picture(0)), ("#4", .picture(3)), (" al", .picture(0)), ("BETA", .picture(1)),
      ("beta 2", .picture(2)), ("山", .picture(3)),
      ("0,0", .pixel(Point(0, 0), scale: nil)),
      ("3999, 2999", .pixel(Point(3999, 2999), scale: nil)),
      ("12.5,7@2", .pixel(Point(12.5, 7), scale: 2)),
      ("12.5 7@2", .pixel(Point(12.5, 7), scale: 2)),
    ] as [(String, GoTo)])
  func `is a number, a pixel or the beginning of a name`(text: String, place: GoTo) throws {
    #expect(try GoTo(text, names: names, in: info) == place)
  }

  @Test func `is a page by its number, unless a name of a file with one page starts like it`()
    throws
  {
    let names = ["p1.png", "p2.png"]
    func place(_ text: String, _ count: Int?) throws -> GoTo {
      try GoTo(text, names: names, in: info, pages: .init(count: count))
    }
    #expect(try place("p2", 12) == .page(1))
    #expect(try place(" P12 ", 12) == .page(11))
    #expect(try place("p2", 1) == .picture(1))
    #expect(try place("p1.", 12) == .picture(0))
    // Not counted yet.
    #expect(try place("p700", nil) == .page(699))
    #expect(message("p13", pageCount: 12) == "There is no page 13 (12 pages).")
    #expect(message("p0", pageCount: nil) == "There is no page 0.")
    #expect(message("p3") == "There is no page 3 (1 page).")
    #expect(
      message("p99999999999999999999", pageCount: 12)
        == "There is no page 99999999999999999999 (12 pages).")
  }

  @Test func `is refused with the reason`() {
    #expect(message("") == "Type #12, p3, 12000,3400@2 or a name.")
    #expect(message("#5") == "There is no picture #5 (4 pictures).")
    #expect(message("#0") == "There is no picture #0 (4 pictures).")
    #expect(message("4000,1") == "The pixel is outside the picture (4000×3000).")
    #expect(message("-1,1") == "The pixel is outside the picture (4000×3000).")
    #expect(message("1,nan") == "No picture's name starts with “1,nan”.")
    #expect(message("1um,2um") == "The size of this picture's pixels isn't known.")
    #expect(
      message("1,1@0") == "The number after @ is the zoom, such as 2.")
    #expect(message("gamma") == "No picture's name starts with “gamma”.")
  }

  @Test func `is a page that the file gives a name, before a picture whose name starts like it`()
    throws
  {
    let pages = GoTo.Pages(count: 3, names: ["", "beta", "Label"])
    #expect(try GoTo("label", names: names, in: info, pages: pages) == .page(2))
    #expect(try GoTo("BETA", names: names, in: info, pages: pages) == .page(1))
    #expect(try GoTo("beta 2", names: names, in: info, pages: pages) == .picture(2))
    let problem = #expect(throws: GoTo.Problem.self) {
      try GoTo("macro", names: names, in: info, pages: pages)
    }
    #expect(
      problem?.message == "No page is called “macro”, and no picture's name starts with it.")
  }

  @Test func `is the beginning of a name with a space, before two numbers`() throws {
    #expect(try GoTo("20 1", names: ["a.png", "20 12.png"], in: info) == .picture(1))
    #expect(
      try GoTo("20 3", names: ["a.png", "20 12.png"], in: info) == .pixel(Point(20, 3), scale: nil))
  }

  /// The scale of a picture whose map begins at a corner.
  private func scale(_ corner: Point, step: Double) throws -> PixelScale {
    let (x, y) = (corner.x + step / 2, corner.y - step / 2)
    // Small steps are degrees.
    let system =
      step < 1 ? #"GEOGCS["G",UNIT["Degree",0.0174532925199433]]"# : #"PROJCS["P",UNIT["M",1]]"#
    return try #require(
      PixelScale(
        worldFile: "\(step)\n0\n0\n\(-step)\n\(x)\n\(y)\n", projection: system))
  }

  @Test func `lies on the map where the numbers are none of a pixel`() throws {
    let scale = try scale(Point(600_000, 5_340_000), step: 10)
    func place(_ text: String) throws -> GoTo {
      try GoTo(text, names: names, in: info, scale: scale)
    }
    let pixel = GoTo.pixel(Point(600, 250), scale: 8)
    #expect(try place("606000,5337500@8") == pixel)
    #expect(try place("606000 5337500@8") == pixel)
    #expect(try place("606 km, 5337.5 km@8") == pixel)
    #expect(try place("606km 5337.5km@8") == pixel)
    #expect(try place("600,250@8") == pixel)
    let problem = #expect(throws: GoTo.Problem.self) { try place("1,5337500") }
    #expect(
      problem?.message
        == "This is no pixel of the picture (4000×3000), and not on its map.")
    let other = #expect(throws: GoTo.Problem.self) { try place("1m,5337500m") }
    #expect(other?.message == "The place is outside the picture.")
    let angle = #expect(throws: GoTo.Problem.self) { try place("10°,48°") }
    #expect(angle?.message == "Places of this picture are lengths.")
    #expect(
      GoTo.hint(in: info, scale)
        == "Type #12, p3, 12000,3400@2, map coordinates such as 620000,5325000, or a name.")
  }

  @Test func `of numbers that a pixel and the map have is the map's with decimals, and says so`()
    throws
  {
    let scale = try scale(Point(8, 48), step: 1.0 / 1024)
    func place(_ text: String) throws -> GoTo {
      try GoTo(text, names: names, in: info, scale: scale)
    }
    #expect(
      try place("9.5,47.5@8")
        == .pixel(Point(1536, 512), scale: 8, note: "9.5°, 47.5° on the map, not the pixel."))
    #expect(
      try place("10,47")
        == .pixel(
          Point(10, 47), scale: nil,
          note: "This is the pixel; type 10.0,47.0 for the place on the map."))
    #expect(try place("10.0,47.0") != place("10,47"))
    #expect(try place("9.5°,47.5°") == .pixel(Point(1536, 512), scale: nil))
    #expect(try place("9.5° 47.5°") == .pixel(Point(1536, 512), scale: nil))
    // Decimals of a place beside the map are those of a pixel.
    #expect(try place("100.5,47.5") == .pixel(Point(100.5, 47.5), scale: nil))
    #expect(scale.exampleCoordinates(in: info) == "9.9531°,46.5352°")
  }

  @Test func `of degrees may have hemispheres, in either order`() throws {
    let scale = try scale(Point(-72, -32), step: 1.0 / 1024)
    func place(_ text: String) throws -> GoTo {
      try GoTo(text, names: names, in: info, scale: scale)
    }
    for text in ["33S 70.5W", "70.5W, 33S", "33°S,70.5°W", "33 s 70.5 w", "-70.5°,-33°"] {
      #expect(try place(text) == .pixel(Point(1536, 1024), scale: nil), "\(text)")
    }
    #expect(try place("33S 70.5W@8") == .pixel(Point(1536, 1024), scale: 8))
    for text in ["33S 70.5", "33S 70.5S", "33 30S 70W", "33S 70W 1", "S W", "beta S 1E 2N"] {
      #expect(try TypedPlace(text) == nil, "\(text)")
    }
  }

  @Test func `of the command line is plainly a pixel, or waits for the picture's scale`() throws {
    func isPixel(_ text: String) throws -> Bool? { try TypedPlace(text)?.isPixel(of: info.size) }
    #expect(try isPixel("10,20@2") == true)
    for text in ["606000,5337500@8", "10.1,47.9", "10°,47°", "10um 20um", "-1,5"] {
      #expect(try isPixel(text) == false, "\(text)")
    }
    for text in ["10", "10,20,30", "name", "10xy,20xy", ""] {
      #expect(try isPixel(text) == nil, "\(text)")
    }
  }

  @Test func `of any text is a picture or a pixel that exists, or a sentence`() {
    var random = SplitMix64(seed: 9)
    let pieces = ["#", "p", ",", "@", "1", "9", "-", ".", " ", "e", "nan", "inf", "beta", "é"]
    for _ in 0..<3000 {
      let text = (0..<random.index(8)).map { _ in random.pick(pieces) }.joined()
      switch try? GoTo(text, names: names, in: info) {
      case .picture(let index): #expect(names.indices.contains(index))
      case .pixel(let pixel, let scale, _):
        #expect((0..<4000).contains(pixel.x) && (0..<3000).contains(pixel.y))
        #expect(scale.map { $0 > 0 && $0 <= 1024 } ?? true)
      case .page(let index): #expect(index == 0)
      case nil: #expect(message(text)?.hasSuffix(".") == true)
      }
    }
  }
}
