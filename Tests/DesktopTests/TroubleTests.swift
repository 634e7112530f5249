import Glibc
import OverscrollDesktop
import OverscrollDrawing
@testable import OverscrollHost
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `a server in trouble` {
    @Test(arguments: [SIGTERM, SIGKILL])
    func `ends the loop with an error rather than the program`(signal: Int32) throws {
      let fixture = try WindowFixture(on: .xvfb())
      let tile = try fixture.window.makeSurface(size: PixelSize(width: 9, height: 9), opaque: false)
      try fixture.paint(.white)
      fixture.server.process.signal(signal)
      let error = #expect(throws: HostError.self) {
        while true { _ = try fixture.loop.next() }
      }
      #expect(error?.kind == .serverGone)
      // All members may still be called, and do nothing.
      fixture.window.setTitle("gone")
      fixture.window.setFullscreen(true)
      fixture.window.cursor = .openHand
      #expect(!tile.isUsable)
      #expect(throws: HostError.self) { try fixture.window.present() }
      #expect(throws: DrawingError.self) {
        try fixture.window.makeSurface(size: PixelSize(width: 9, height: 9), opaque: true)
      }
      #expect(throws: HostError.self) { try fixture.loop.next() }
    }

    @Test func `ends drawing without a crash`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let size = PixelSize(width: 64, height: 64)
      let tile = try fixture.window.makeSurface(size: size, opaque: true)
      let pixels = [UInt32](repeating: 0xFF12_3456, count: 64 * 64)
      let canvas = try Canvas(fixture.window.surface())
      try fixture.window.present()
      fixture.server.process.signal(SIGKILL)
      try fixture.server.process.wait()
      for step in 0..<5000 {
        let transform = AffineTransform(a: 0.7, b: 0, c: 0, d: 0.7, tx: Double(step % 50), ty: 0.3)
        canvas.draw(
          tile, transform: transform, into: PixelRect(x: 10, y: 10, width: 30, height: 30),
          filter: .bilinear)
        canvas.draw("Text \(step)", at: Point(10, 40), font: Font(size: 13), color: .white)
        canvas.saved { canvas.fill(Rect(x: 0.5, y: 0, width: 9, height: 9), with: .black) }
        pixels.withUnsafeBufferPointer {
          fixture.window.upload($0, stride: 64, size: size, to: tile)
        }
      }
      #expect(throws: HostError.self) { try fixture.window.present() }
    }

    @Test(arguments: [8, 16])
    func `without a supported depth is rejected with an error`(depth: Int) throws {
      let server = try DisplayServer.xvfb(depth: depth, without: ["Composite"])
      let error = #expect(throws: HostError.self) { try WindowFixture(on: server) }
      #expect(error?.kind == .unsuitableDisplay)
      #expect(error?.description.contains("\(depth)-bit") == true)
    }

    @Test(arguments: [15, 16, 30])
    func `of another depth shows pixels with its precision`(depth: Int) throws {
      let fixture = try WindowFixture(on: .xvfb(depth: depth))
      let size = PixelSize(width: 64, height: 64)
      let target = try fixture.window.surface()
      try Canvas(target).clear(.white)
      for (place, opaque) in [(0, true), (100, false)] {
        let tile = try fixture.window.makeSurface(size: size, opaque: opaque)
        let pixels = [UInt32](repeating: 0xFF20_80C0, count: 64 * 64)
        pixels.withUnsafeBufferPointer {
          fixture.window.upload($0, stride: 64, size: size, to: tile)
        }
        try Canvas(target).draw(
          tile, transform: AffineTransform(translationX: Double(place), y: 0),
          into: PixelRect(x: place, y: 0, width: 64, height: 64), filter: .bilinear)
      }
      try fixture.window.present()
      let steps = depth == 30 ? 1.0 : 8.0
      try waitUntil("the tiles") {
        let shot = try Screenshot(of: fixture.server)
        return [(10, 0x2080C0), (110, 0x2080C0), (80, 0xFFFFFF)].allSatisfy { x, color in
          isNear(shot.pixel(x: x, y: 10) ?? 0, color, within: steps)
        }
      }
      #expect(fixture.window.sharesMemory)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    private func isNear(_ pixel: UInt32, _ color: UInt32, within steps: Double) -> Bool {
      let shifts: [UInt32] = [0, 8, 16]
      return shifts.allSatisfy {
        abs(Double(pixel >> $0 & 0xFF) - Double(color >> $0 & 0xFF)) <= steps
      }
    }

    @Test(
      .enabled(if: Namespaces.canBeMade),
      arguments: [DesktopOptions.Features.all, [.extendedInput, .sharedMemory]])
    func `in another container receives the right pixels`(features: DesktopOptions.Features) throws
    {
      // Its segments have the numbers that ours will have, and others' pixels in them.
      let server = try DisplayServer.xvfb(isInOwnContainer: true)
      try Namespaces.withPrivateIPCNamespace {
        let fixture = try WindowFixture(on: server, features: features)
        #expect(fixture.window.sharesMemory == features.contains(.descriptorPassing))
        let size = PixelSize(width: 64, height: 64)
        let tile = try fixture.window.makeSurface(size: size, opaque: true)
        let pixels = [UInt32](repeating: 0xFF12_3456, count: 64 * 64)
        pixels.withUnsafeBufferPointer {
          fixture.window.upload($0, stride: 64, size: size, to: tile)
        }
        try fixture.window.surface().copy(PixelRect(size), from: tile, toX: 0, y: 0)
        try fixture.window.present()
        try fixture.expect(0xFF12_3456, x: 40, y: 40)
        #expect(fixture.window.drainProtocolErrors() == [])
      }
    }

    @Test func `without Render shows opaque and transparent tiles`() throws {
      let fixture = try WindowFixture(on: .xvfb(without: ["RENDER"]))
      let size = PixelSize(width: 4, height: 4)
      for opaque in [true, false] {
        let tile = try fixture.window.makeSurface(size: size, opaque: opaque)
        let pixels = [UInt32](repeating: 0xFF12_3456, count: 16)
        pixels.withUnsafeBufferPointer {
          fixture.window.upload($0, stride: 4, size: size, to: tile)
        }
        try Canvas(fixture.window.surface()).draw(
          tile, transform: AffineTransform(translationX: opaque ? 0 : 10, y: 0),
          into: PixelRect(x: opaque ? 0 : 10, y: 0, width: 4, height: 4), filter: .nearest)
        try fixture.window.present()
        try fixture.expect(0xFF12_3456, x: opaque ? 1 : 11, y: 1)
      }
      #expect(fixture.window.drainProtocolErrors() == [])
    }
  }
}
