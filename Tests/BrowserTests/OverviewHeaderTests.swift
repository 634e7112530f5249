import OverscrollShell
import ScrollGeometry
import Testing

@testable import OverscrollBase
@testable import OverscrollBrowser

@Suite struct `The header of an overview` {
  private let ruler = TextRuler()

  private func header(_ query: String = "") -> OverviewHeader {
    var header = OverviewHeader()
    header.folders = ["/", "home", "somebody", "Pictures", "Holidays at the sea"]
    (header.count, header.sort, header.query) = ("58 pictures, 3 marked", "Date taken", query)
    return header
  }

  @Test(arguments: [120.0, 200, 320, 419, 420, 640, 719, 720, 1000, 2560])
  func `has buttons in its width that cover each other nowhere, and none too small`(width: Double) {
    for query in ["", "beach"] {
      let pieces = header(query).pieces(in: width, measuredBy: ruler)
      for (index, piece) in pieces.enumerated() {
        if width >= 200 {
          #expect(piece.frame.minX >= 0 && piece.frame.maxX <= width, "\(piece)")
        }
        #expect(
          piece.part == nil || piece.frame.width >= 22 && piece.frame.height >= 32, "\(piece)")
        // What ends a search lies in its box.
        for other in pieces[..<index] where width >= 200 && piece.part != .clear {
          #expect(
            !piece.frame.insetBy(dx: 0.01, dy: 0).intersects(other.frame), "\(piece) \(other)")
        }
      }
      let parts = pieces.compactMap(\.part)
      #expect(parts.contains(.up) && parts.contains(.search))
      #expect(parts.contains(.clear) == !query.isEmpty)
      if query.isEmpty || width >= 720 {
        #expect(parts.contains(.sort) && parts.contains(.reverse))
      }
      if width >= 320, query.isEmpty { #expect(parts.contains(.folder(4))) }
    }
  }

  @Test(arguments: [
    (0, nil, true, 0, "No pictures"), (1, nil, true, 1, "1 picture, 1 marked"),
    (58, nil, true, 3, "58 pictures, 3 marked"), (58, 0, true, 0, "0 of 58 pictures"),
    (100_000, nil, true, 1234, "100.000 pictures, 1.234 marked"),
    (100_000, 1500, false, 0, "1.500 of 100.000 pictures so far"),
  ])
  func `has the number of its pictures as the locale writes numbers`(
    all: Int, found: Int?, isComplete: Bool, marked: Int, phrase: String
  ) {
    var header = OverviewHeader()
    header.setCount(
      of: all, found: found, isComplete: isComplete, marked: marked,
      LocaleText(point: ",", group: "."))
    #expect(header.count == phrase)
  }

  @Test func `says what can be searched for, until something is`() {
    func box(_ query: String) -> String? {
      header(query).pieces(in: 1000, measuredBy: ruler).first { $0.part == .search }?.text
    }
    #expect(box("") == "Name, or rating>=3" && box("beach") == "beach")
  }

  @Test func `leaves out the folders farthest away`() {
    func folders(_ width: Double) -> [Int] {
      header().pieces(in: width, measuredBy: ruler).compactMap {
        if case .folder(let index)? = $0.part { index } else { nil }
      }
    }
    #expect(folders(2000) == [0, 1, 2, 3, 4])
    let some = folders(840)
    #expect(some.last == 4 && some.count < 5 && some == Array(some[0]...4))
    #expect(folders(320) == [4])
  }

  @Test func `finds the button at a point`() {
    let header = header()
    #expect(header.part(at: Point(20, 20), in: 1000, measuredBy: ruler) == .up)
    #expect(header.part(at: Point(900, 20), in: 1000, measuredBy: ruler) == .search)
    #expect(header.part(at: Point(500, 43), in: 1000, measuredBy: ruler) == nil)
    #expect(header.field(in: 1000).contains(Point(900, 20)))
  }
}
