import OverscrollBrowser
import OverscrollTestSupport
import ScrollGeometry
import Testing

@Suite struct `A place to go to` {
  private let size = PixelSize(width: 4000, height: 3000)
  private let names = ["Alpha.png", "beta 1.jpg", "beta 2.jpg", "山水.jpg"]

  private func message(_ text: String, pageCount: Int? = 1) -> String? {
    do throws(GoTo.Problem) {
      _ = try GoTo(text, names: names, size: size, pageCount: pageCount)
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
    ] as [(String, GoTo)])
  func `is a number, a pixel or the beginning of a name`(text: String, place: GoTo) throws {
    #expect(try GoTo(text, names: names, size: size) == place)
  }

  @Test func `is a page by its number, unless a name of a file with one page starts like it`()
    throws
  {
    let names = ["p1.png", "p2.png"]
    func place(_ text: String, _ count: Int?) throws -> GoTo {
      try GoTo(text, names: names, size: size, pageCount: count)
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
    #expect(message("1,nan") == "The pixel is outside the picture (4000×3000).")
    #expect(
      message("1,1@0") == "The number after @ is the zoom, such as 2.")
    #expect(message("gamma") == "No picture's name starts with “gamma”.")
  }

  @Test func `of any text is a picture or a pixel that exists, or a sentence`() {
    var random = SplitMix64(seed: 9)
    let pieces = ["#", "p", ",", "@", "1", "9", "-", ".", " ", "e", "nan", "inf", "beta", "é"]
    for _ in 0..<3000 {
      let text = (0..<random.index(8)).map { _ in random.pick(pieces) }.joined()
      switch try? GoTo(text, names: names, size: size) {
      case .picture(let index): #expect(names.indices.contains(index))
      case .pixel(let pixel, let scale):
        #expect((0..<4000).contains(pixel.x) && (0..<3000).contains(pixel.y))
        #expect(scale.map { $0 > 0 && $0 <= 1024 } ?? true)
      case .page(let index): #expect(index == 0)
      case nil: #expect(message(text)?.hasSuffix(".") == true)
      }
    }
  }
}
