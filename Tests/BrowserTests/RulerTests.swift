import OverscrollImaging
import ScrollGeometry
import Testing

@testable import OverscrollBrowser

@Suite struct `A ruler` {
  /// A ruler through places.
  private func ruler(_ places: Point...) -> Ruler {
    var ruler = Ruler()
    for (index, place) in places.enumerated() {
      if index == 0 { ruler.begin(at: place) } else if index > 1 { ruler.addSegment() }
      ruler.moveEnd(to: place)
    }
    return ruler
  }

  private static let microns = PixelScale(.length, x: 0.5e-6, y: 0.25e-6, "OME")

  @Test(
    arguments: [
      (Point(30, 0), "30 px  0.0°"), (Point(0, -40), "40 px  90.0°"),
      (Point(30, 40), "50 px  −53.1°"), (Point(-10, 0), "10 px  180.0°"),
      (Point(0.25, 0), "0.25 px  0.0°"), (Point(120.04, 0), "120 px  0.0°"),
    ])
  func `counts pixels, and has the direction on the screen`(end: Point, text: String) {
    let ruler = ruler(Point(0, 0), end)
    #expect(ruler.segmentText(nil, .upright) == text)
    // Copied, it has a hyphen, which programs read.
    #expect(ruler.totalText(nil) == nil)
    #expect(ruler.text(nil, .upright) == text.replacing("−", with: "-"))
  }

  @Test func `measures in the unit that it is given, along both axes`() {
    let paper = PixelScale(dotsPerInch: 300, 300, "JFIF")
    #expect(self.ruler(Point(0, 0), Point(30, 0)).segmentText(paper, .upright) == "2.54 mm  0.0°")
    // 20 µm to the right, 15 µm down.
    let ruler = ruler(Point(10, 10), Point(50, 70))
    #expect(ruler.segmentText(Self.microns, .upright) == "25 µm  −36.9°")
    // Turned right, down is to the left, and right is down.
    #expect(ruler.segmentText(Self.microns, .turnedRight) == "25 µm  −126.9°")
    #expect(ruler.segmentText(Self.microns, .flippedVertically) == "25 µm  36.9°")
  }

  @Test func `has one unit, and at most three decimals`() {
    // 55.9 µm twice.
    let ruler = ruler(Point(0, 0), Point(111.8, 0), Point(0, 0))
    #expect(ruler.segmentText(Self.microns, .upright)?.hasPrefix("55.9 µm") == true)
    #expect(ruler.totalText(Self.microns) == "total 111.8 µm")
    let one = self.ruler(Point(0, 0), Point(223.6, 0))
    #expect(one.segmentText(Self.microns, .upright) == "111.8 µm  0.0°")
  }

  @Test func `measures paper where the user says how large its pixels are`() {
    let ruler = ruler(Point(0, 0), Point(600, 0))
    #expect(ruler.segmentText(PixelScale(parsing: "300dpi"), .upright) == "5.08 cm  0.0°")
  }

  @Test func `has the angle between segments, their sum, and the area they enclose`() {
    var ruler = ruler(Point(0, 0), Point(40, 0), Point(40, 80))
    #expect(ruler.segmentText(Self.microns, .upright) == "20 µm  90.0°")
    #expect(ruler.totalText(Self.microns) == "total 40 µm")
    var isClosed = ruler.close()
    #expect(!isClosed)
    ruler.addSegment()
    ruler.moveEnd(to: Point(1, 1))
    isClosed = ruler.close()
    #expect(isClosed && ruler.isClosed)
    #expect(ruler.points.last == Point(0, 0))
    #expect(ruler.totalText(Self.microns) == "perimeter 68.28 µm, area 200 µm²")
    #expect(ruler.totalText(nil) == "perimeter 209.4 px, area 1600 px²")
    #expect(ruler.text(nil, .upright).split(separator: "\n").count == 4)
    // A closed one has no further segments.
    let points = ruler.points
    ruler.addSegment()
    #expect(ruler.points == points)
  }

  @Test func `goes back by a segment`() {
    var ruler = ruler(Point(0, 0), Point(40, 0))
    ruler.addSegment()
    ruler.removeLastSegment()
    #expect(ruler.points == [Point(0, 0), Point(40, 0)])
    ruler.removeLastSegment()
    #expect(ruler.points.isEmpty && ruler.segmentText(nil, .upright) == nil)
  }
}
