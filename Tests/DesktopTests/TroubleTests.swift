import Desktop
import Drawing
import Geometry
import Glibc
import Testing
import TestRig

extension `With an X server` {
  @Suite struct `a server in trouble` {
    @Test(arguments: [SIGTERM, SIGKILL])
    func `ends the loop with an error and not the program`(signal: Int32) throws {
      let stage = try Stage(on: .xvfb())
      let tile = try stage.window.makeSurface(size: PixelSize(width: 9, height: 9), opaque: false)
      try stage.paint(.white)
      stage.server.process.signal(signal)
      let error = #expect(throws: DesktopError.self) {
        while true { _ = try stage.loop.next() }
      }
      #expect(error?.kind == .serverGone)
      // Everything is still there to be called, and does nothing.
      stage.window.setTitle("gone")
      stage.window.setFullscreen(true)
      stage.window.cursor = .hand
      #expect(!tile.isUsable)
      #expect(throws: DesktopError.self) { try stage.window.present() }
      #expect(throws: DrawingError.self) {
        try stage.window.makeSurface(size: PixelSize(width: 9, height: 9), opaque: true)
      }
      #expect(throws: DesktopError.self) { try stage.loop.next() }
    }

    @Test func `does no harm in the middle of much drawing`() throws {
      let stage = try Stage(on: .xvfb())
      let size = PixelSize(width: 64, height: 64)
      let tile = try stage.window.makeSurface(size: size, opaque: true)
      let pixels = [UInt32](repeating: 0xFF12_3456, count: 64 * 64)
      let canvas = try Canvas(stage.window.surface())
      try stage.window.present()
      stage.server.process.signal(SIGKILL)
      try stage.server.process.wait()
      for step in 0..<5000 {
        let transform = AffineTransform(a: 0.7, b: 0, c: 0, d: 0.7, tx: Double(step % 50), ty: 0.3)
        canvas.draw(
          tile, transform: transform, into: PixelRect(x: 10, y: 10, width: 30, height: 30),
          filter: .bilinear)
        canvas.draw("Text \(step)", at: Point(10, 40), font: Font(size: 13), color: .white)
        canvas.saved { canvas.fill(Rect(x: 0.5, y: 0, width: 9, height: 9), with: .black) }
        pixels.withUnsafeBufferPointer {
          stage.window.upload($0, stride: 64, size: size, to: tile)
        }
      }
      #expect(throws: DesktopError.self) { try stage.window.present() }
    }

    @Test func `with pixels of 16 bits is refused with a sentence`() throws {
      let server = try DisplayServer.xvfb(depth: 16)
      let error = #expect(throws: DesktopError.self) { try Stage(on: server) }
      #expect(error?.kind == .unsuitableDisplay)
      #expect(error?.description.contains("16-bit") == true)
    }

    @Test func `without Render still shows opaque and transparent tiles`() throws {
      let stage = try Stage(on: .xvfb(without: ["RENDER"]))
      let size = PixelSize(width: 4, height: 4)
      for opaque in [true, false] {
        let tile = try stage.window.makeSurface(size: size, opaque: opaque)
        let pixels = [UInt32](repeating: 0xFF12_3456, count: 16)
        pixels.withUnsafeBufferPointer {
          stage.window.upload($0, stride: 4, size: size, to: tile)
        }
        try Canvas(stage.window.surface()).draw(
          tile, transform: AffineTransform(translationX: opaque ? 0 : 10, y: 0),
          into: PixelRect(x: opaque ? 0 : 10, y: 0, width: 4, height: 4), filter: .nearest)
        try stage.window.present()
        try stage.expect(0xFF12_3456, x: opaque ? 1 : 11, y: 1)
      }
      #expect(stage.window.takeProtocolErrors() == [])
    }
  }
}
