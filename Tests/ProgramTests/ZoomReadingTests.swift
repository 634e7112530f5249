import OverscrollBrowser
import OverscrollShell
import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollViewer

@Suite struct `The scale in per cent` {
  private static func view() -> PictureView {
    PictureView(
      size: PixelSize(width: 4000, height: 3000), viewport: PixelSize(width: 640, height: 480),
      scale: 1, fit: .fit, limits: .init(maximum: 64))
  }

  @Test(arguments: [
    (1.0, "100%"), (0.5, "50%"), (1.25, "125%"), (64, "6400%"), (1.0 / 3, "33%"), (0.1, "10%"),
    (0.0626, "6.3%"), (0.0999, "10%"), (0.0123, "1.2%"), (0.00996, "1.0%"), (0.004, "0.40%"),
  ])
  func `is written as briefly as it can be told apart`(scale: Double, text: String) {
    // The space never ends a line.
    #expect(ZoomReading.text(scale) == text.replacing("%", with: "\u{A0}%"))
  }

  @Test func `shows for a second after each change, and not before`() {
    let view = Self.view()
    var reading = ZoomReading()
    reading.follow(view.frame(), of: view, at: 1)
    reading.follow(view.frame(), of: view, at: 1.1)
    #expect(reading.plate == nil && reading.deadline == nil)
    view.zoom(.to(1), animated: false)
    reading.follow(view.frame(), of: view, at: 2)
    #expect(reading.plate != nil && reading.deadline == 3)
    view.zoom(.to(2), animated: false)
    reading.follow(view.frame(), of: view, at: 2.5)
    reading.follow(view.frame(), of: view, at: 3.4)
    #expect(reading.plate != nil && reading.deadline == 3.5)
    reading.expire(at: 3.5)
    #expect(reading.plate == nil && reading.deadline == nil)
  }

  @Test func `does not show for another picture or another size of the window`() {
    let (view, other) = (Self.view(), Self.view())
    var reading = ZoomReading()
    reading.follow(view.frame(), of: view, at: 1)
    other.zoom(.to(1), animated: false)
    reading.follow(other.frame(), of: other, at: 1.1)
    #expect(reading.plate == nil)
    other.zoom(.fit, animated: false)
    reading.follow(other.frame(), of: other, at: 1.2)
    #expect(reading.plate != nil)
    other.resize(to: PixelSize(width: 800, height: 600))
    reading.follow(other.frame(), of: other, at: 1.3)
    #expect(reading.plate == nil, "a fitted picture follows its window")
  }

  @Test func `lies at the lower right of the window, at every scale factor`() throws {
    for scale in [1.0, 2] {
      let view = PictureView(
        size: PixelSize(width: 4000, height: 3000), viewport: PixelSize(width: 1280, height: 960),
        scale: scale, fit: .fit, limits: .init(maximum: 64))
      var reading = ZoomReading()
      reading.follow(view.frame(), of: view, at: 1)
      view.zoom(.to(1), animated: false)
      reading.follow(view.frame(), of: view, at: 1)
      let area = try #require(reading.plate?.area)
      #expect(area.maxX == 1280 / scale - 14 && area.maxY == 960 / scale - 14)
      #expect(area.width < 80 && area.height < 30)
    }
  }

  @Test func `appears with a key, and leaves no pixel behind`() throws {
    let folder = PictureFolder()
    try folder.add("p.ppm", 1, width: 4000, height: 3000)
    let viewer = try HeadlessViewer([
      folder.path + "/p.ppm", "--zoom", "fill", "--animations", "off",
    ])
    let x = 1280 - 14 - 64
    let y = 800 - 14 - 13
    func isPlate(_ shot: Screenshot) -> Bool { (shot.pixel(x: x, y: y) ?? 0) & 0xFF < 0x30 }
    try viewer.wait("the whole picture") { !isPlate($0) }
    try viewer.wait("the scale", after: "1", until: isPlate)
    // Tiles may still be missing when the plate goes.
    let color = PictureFolder.color(1)
    try viewer.wait("the picture alone") { shot in
      (700..<786).allSatisfy { y in
        (1180..<1268).allSatisfy { shot.color($0, y) == color }
      }
    }
  }
}
