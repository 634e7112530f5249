import OverscrollDrawing
import ScrollGeometry
import Testing

@testable import OverscrollBrowser
@testable import OverscrollImaging

@Suite struct `The legend of a ramp` {
  private let room = Size(width: 1000, height: 700)

  @Test func `has the colors of the ramp from end to end, and the samples of the ends`() throws {
    let layer = try #require(RampLegend.layer(.magma, 12...4095, in: room, above: 44))
    let legend = try #require(layer.content as? RampLegend)
    #expect([legend.black, legend.white] == ["12", "4095"])
    #expect(layer.area == Rect(x: 14, y: 602, width: 184, height: 40))
    for scale in [1, 2] {
      let size = PixelSize(width: 1000 * scale, height: 700 * scale)
      let surface = try Surface(imageOf: size, opaque: true)
      let canvas = try Canvas(surface)
      canvas.clear(Color(0))
      canvas.concatenate(AffineTransform(scaleX: Double(scale), y: Double(scale)))
      layer.content.draw(on: canvas)
      let y = Int(628.0 * Double(scale))
      for x in stride(from: 28, through: 184, by: 4) {
        let pixel = try #require(surface.pixel(x: x * scale, y: y))
        let expected = ColorRamp.magma.color(at: (Double(x) - 26 + 0.5) / 160)
        for shift in [0, 8, 16] as [UInt32] {
          let (one, other) = (Int(pixel >> shift & 0xFF), Int(expected >> shift & 0xFF))
          #expect(abs(one - other) < 6, "\(x) at \(scale)x: \(pixel), not \(expected)")
        }
      }
    }
  }

  @Test func `has the values of samples, and their unit, where these are known`() throws {
    let calibration = Calibration(offset: -100, scale: 0.1, unit: "m")
    let layer = try #require(
      RampLegend.layer(.magma, -49...746, as: calibration, in: room, above: 44))
    let legend = try #require(layer.content as? RampLegend)
    #expect([legend.black, legend.white] == ["-104.9", "-25.4 m"])
  }

  @Test func `isn't shown where it has no room`() {
    let (range, room) = (0.0...1, room)
    #expect(RampLegend.layer(.viridis, range, in: room, above: 640) == nil)
    #expect(
      RampLegend.layer(.viridis, range, in: Size(width: 200, height: 700), above: 0) == nil)
    let narrow = RampLegend.layer(.viridis, range, in: Size(width: 300, height: 700), above: 0)
    #expect(narrow?.area.width == 124)
  }

  @Test func `is that of a single channel whose range is known`() {
    let part = ChannelMix.Part(channel: 1, range: 1...9)
    var mix = ChannelMix([part, ChannelMix.Part(channel: 0, range: 0...2)], ramp: .viridis)
    #expect(mix.legend == nil)
    mix.parts[1].isShown = false
    #expect(mix.legend?.ramp == .viridis && mix.legend?.range == 1...9)
    mix.ramp = nil
    #expect(mix.legend == nil)
    mix.ramp = .gray
    mix.parts[0].range = nil
    #expect(mix.legend == nil)
  }
}
