import OverscrollDesktop
import OverscrollDrawing
import OverscrollTestRig
import ScrollGeometry
import Testing

extension `With an X server` {
  @Suite struct `surfaces on the server` {
    /// The ways of uploading pixels.
    enum Way: String, CaseIterable {
      case sharedMemory
      case systemVSegment
      case switchedOff
      case missing
      case remote

      func fixture() throws -> WindowFixture {
        switch self {
        case .sharedMemory: return try WindowFixture(on: .xvfb())
        case .systemVSegment:
          return try WindowFixture(on: .xvfb(), features: [.extendedInput, .sharedMemory])
        case .switchedOff: return try WindowFixture(on: .xvfb(), features: .extendedInput)
        case .missing: return try WindowFixture(on: .xvfb(without: ["MIT-SHM", "RANDR"]))
        case .remote:
          let server = try DisplayServer.xvfb(listensOnTCP: true)
          return try WindowFixture(on: server, name: server.remoteName)
        }
      }
    }

    @Test(arguments: Way.allCases)
    func `receive pixels exactly, with alpha and without`(way: Way) throws {
      let fixture = try way.fixture()
      #expect(fixture.window.sharesMemory == [.sharedMemory, .systemVSegment].contains(way))
      for (width, height, stride) in [(1, 1, 1), (260, 260, 260), (33, 70, 64), (1500, 900, 1500)] {
        let size = PixelSize(width: width, height: height)
        for opaque in [true, false] {
          let pixels = (0..<stride * height).map { index -> UInt32 in
            let noise = UInt32(truncatingIfNeeded: index &* 2_654_435_761) & 0x7F7F7F
            return noise | (opaque ? 0xFF00_0000 : 0x7F00_0000)
          }
          let surface = try fixture.window.makeSurface(size: size, opaque: opaque)
          pixels.withUnsafeBufferPointer {
            fixture.window.upload($0, stride: stride, size: size, to: surface)
          }
          let copy = try surface.imageCopy().pixels()
          let expected = (0..<height).flatMap { pixels[$0 * stride..<$0 * stride + width] }
          #expect(copy == expected, "\(width)×\(height), opaque: \(opaque)")
        }
      }
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test(arguments: [Way.sharedMemory, .switchedOff])
    func `are uploaded in order when there are many`(way: Way) throws {
      let fixture = try way.fixture()
      let size = PixelSize(width: 260, height: 260)
      let tiles = try (0..<200).map { number in
        let tile = try fixture.window.makeSurface(size: size, opaque: true)
        let pixels = [UInt32](repeating: 0xFF00_0000 + UInt32(number), count: 260 * 260)
        pixels.withUnsafeBufferPointer {
          fixture.window.upload($0, stride: 260, size: size, to: tile)
        }
        return tile
      }
      for (number, tile) in tiles.enumerated() {
        let copy = try tile.imageCopy()
        #expect(
          copy.pixels() == [UInt32](repeating: 0xFF00_0000 + UInt32(number), count: 260 * 260))
      }
    }

    @Test func `are drawn like surfaces in memory`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let size = PixelSize(width: 200, height: 150)
      let server = try picture(size, fixture.window)
      let memory = try picture(size, ImageSurfaceFactory())
      let differences = zip(server, memory).map(distance)
      let (tiles, shapes) = (differences[..<(110 * 200)], differences[(110 * 200)...])
      #expect(tiles.allSatisfy { $0 <= 1 }, "worst: \(tiles.max() ?? -1)")
      // The server smooths edges with another number of samples than Cairo does in memory.
      #expect(shapes.allSatisfy { $0 <= 24 }, "worst: \(shapes.max() ?? -1)")
    }

    @Test(arguments: [(7, 3), (-7, -3), (0, 40), (40, 0), (-500, 0)])
    func `copy areas within themselves`(dx: Int, dy: Int) throws {
      let fixture = try WindowFixture(on: .xvfb())
      let size = PixelSize(width: 100, height: 80)
      let server = try fixture.window.makeSurface(size: size, opaque: true)
      let memory = try Surface(imageOf: size, opaque: true)
      for surface in [server, memory] {
        let canvas = try Canvas(surface)
        canvas.clear(.black)
        for step in 0..<100 {
          let color = Color(UInt32(step * 0x02_0103 & 0xFF_FFFF))
          canvas.fill([PixelRect(x: step, y: step * 7 % 80, width: 9, height: 5)], with: color)
        }
      }
      let before = try server.imageCopy()
      memory.copy(PixelRect(size), from: before, toX: 0, y: 0)
      let area = PixelRect(x: 5, y: 6, width: 80, height: 60)
      for surface in [server, memory] { surface.copy(area, toX: 5 + dx, y: 6 + dy) }
      #expect(try server.imageCopy().pixels() == memory.pixels())
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    @Test func `are rejected with an error when they are too large`() throws {
      let fixture = try WindowFixture(on: .xvfb())
      let error = #expect(throws: DrawingError.self) {
        try fixture.window.makeSurface(size: PixelSize(width: 40_000, height: 2), opaque: true)
      }
      #expect(error?.description.contains("40000×2") == true)
      #expect(fixture.window.drainProtocolErrors() == [])
    }

    private func picture(_ size: PixelSize, _ maker: some SurfaceFactory) throws -> [UInt32] {
      let target = try maker.makeSurface(size: size, opaque: true)
      let tile = try maker.makeSurface(size: PixelSize(width: 64, height: 64), opaque: true)
      let pixels = (0..<64 * 64).map { index -> UInt32 in
        let column = UInt32(index % 64 * 3)
        let row = UInt32(index / 64 * 3)
        return 0xFF00_0000 | column << 8 | row
      }
      pixels.withUnsafeBufferPointer { maker.upload($0, stride: 64, size: tile.size, to: tile) }
      let canvas = try Canvas(target)
      canvas.clear(Color(0x202020))
      canvas.draw(
        tile, transform: AffineTransform(a: 1.7, b: 0, c: 0, d: 1.7, tx: 20.3, ty: 11.8),
        into: PixelRect(x: 24, y: 15, width: 90, height: 90), filter: .bilinear)
      canvas.draw(
        Indicator(
          frame: Rect(x: 190, y: 112, width: 3, height: 30), cornerRadius: 1.5, color: .black,
          borderColor: .white, borderWidth: 1, opacity: 0.6))
      canvas.draw("Hello 123", at: Point(20, 140), font: Font(size: 15), color: .white)
      return try target.imageCopy().pixels()
    }
  }
}

/// The largest difference of two pixels in any part, from 0 to 255.
private func distance(_ one: UInt32, _ other: UInt32) -> Int {
  let shifts: [UInt32] = [0, 8, 16]
  return shifts.map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }.max() ?? 0
}

extension Surface {
  /// Returns a copy in memory; surfaces on a server are read back.
  fileprivate func imageCopy() throws(DrawingError) -> Surface {
    let copy = try Surface(imageOf: size, opaque: isOpaque)
    try Canvas(copy).draw(self, transform: .identity, into: PixelRect(size), filter: .nearest)
    try copy.flush()
    return copy
  }
}
