internal import CX11
internal import Glibc
internal import OverscrollBase
package import OverscrollDrawing
package import ScrollGeometry

/// What a server shows at a moment.
package struct Screenshot {
  /// The whole screen.
  package let surface: Surface
  /// The same, row by row as the server sent it; for comparing two quickly without optimization.
  private let words: [UInt32]

  /// Captures the whole screen of a server, over a connection of its own.
  ///
  /// What a window without a display shows.
  package init(_ surface: Surface) throws {
    words = surface.pixels()
    self.surface = try Surface(imageOf: surface.size, opaque: true)
    words.withUnsafeBufferPointer {
      _ = self.surface.replacePixels(with: $0, stride: surface.size.width, size: surface.size)
    }
  }

  /// On a rootless server, the windows are put together as its compositor stacks them.
  package init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else {
      throw RigError("The server \(server.name) does not answer.")
    }
    defer { XCloseDisplay(display) }
    let root = XRootWindow(display, XDefaultScreen(display))
    let size = Self.size(of: root, on: display)
    var screen = [UInt32](repeating: 0, count: size.width * size.height)
    let windows = server.isRootless ? Self.children(of: root, on: display) : [root]
    for window in windows {
      guard Self.copy(window, on: display, to: &screen, of: size) || window != root else {
        throw RigError("The screen of \(server.name) cannot be read.")
      }
    }
    words = screen
    surface = try Surface(imageOf: size, opaque: true)
    screen.withUnsafeBufferPointer {
      _ = surface.replacePixels(with: $0, stride: size.width, size: size)
    }
  }

  /// True if the other shows the same, pixel by pixel.
  package func isSame(as other: Screenshot) -> Bool {
    words.count == other.words.count && memcmp(words, other.words, words.count * 4) == 0
  }

  /// True if no channel of any pixel differs from the other's by more than two levels.
  package func isNearly(_ other: Screenshot) -> Bool {
    guard words.count == other.words.count else { return false }
    return zip(words, other.words).allSatisfy { one, two in
      guard one != two else { return true }
      return [UInt32(0), 8, 16].allSatisfy { shift in
        let (level, otherLevel) = (Int(one >> shift & 255), Int(two >> shift & 255))
        return abs(level - otherLevel) <= 2
      }
    }
  }

  /// True if the other shows the same in some rows, without a corner at the top left.
  package func isSame(as other: Screenshot, rows: Int, without corner: PixelSize) -> Bool {
    let width = surface.size.width
    guard words.count == other.words.count, rows * width <= words.count else { return false }
    return words.withUnsafeBufferPointer { one in
      other.words.withUnsafeBufferPointer { two in
        (0..<rows).allSatisfy { row in
          let left = row < corner.height ? min(corner.width, width) : 0
          let (start, count) = (row * width + left, width - left)
          guard count > 0, let one = one.baseAddress, let two = two.baseAddress else { return true }
          return memcmp(one + start, two + start, count * 4) == 0
        }
      }
    }
  }

  /// One pixel of the screen as 0xFFRRGGBB; nil outside of it.
  package func pixel(x: Int, y: Int) -> UInt32? { surface.pixel(x: x, y: y) }

  /// The color of a pixel as 0xRRGGBB; black outside of the screen.
  package func color(_ x: Int, _ y: Int) -> UInt32 { (pixel(x: x, y: y) ?? 0) & 0xFF_FFFF }

  /// Keeps it as a PNG file.
  package func write(to path: String) throws { try surface.writePNG(to: FilePath(path)) }
}

// MARK: - Reading windows

extension Screenshot {
  private static func size(of window: CX11.Window, on display: OpaquePointer) -> PixelSize {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    return PixelSize(width: Int(attributes.width), height: Int(attributes.height))
  }

  /// The windows directly on the screen, from the lowest to the topmost.
  private static func children(of root: CX11.Window, on display: OpaquePointer) -> [CX11.Window] {
    var (parent, other, count): (CX11.Window, CX11.Window, UInt32) = (0, 0, 0)
    var windows: UnsafeMutablePointer<CX11.Window>?
    XQueryTree(display, root, &other, &parent, &windows, &count)
    defer { if let windows { XFree(windows) } }
    return Array(UnsafeBufferPointer(start: windows, count: Int(count)))
  }

  /// Copies a visible window with its subwindows to its place on the screen; false if it cannot be read.
  private static func copy(
    _ window: CX11.Window, on display: OpaquePointer, to screen: inout [UInt32], of size: PixelSize
  ) -> Bool {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, window, &attributes)
    let place = PixelRect(
      x: Int(attributes.x), y: Int(attributes.y), width: Int(attributes.width),
      height: Int(attributes.height))
    let seen = place.intersection(PixelRect(size))
    guard attributes.map_state == IsViewable, attributes.`class` == InputOutput, !seen.isEmpty,
      let image = XGetImage(
        display, window, Int32(seen.x - place.x), Int32(seen.y - place.y), UInt32(seen.width),
        UInt32(seen.height), UInt.max, ZPixmap)
    else { return false }
    defer { OverscrollDestroyImage(image) }
    guard [24, 32].contains(image.pointee.depth) else {
      convert(image, of: seen, to: &screen, of: size)
      return true
    }
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else { return false }
    let stride = Int(image.pointee.bytes_per_line)
    screen.withUnsafeMutableBytes { screen in
      for row in 0..<seen.height {
        let start = ((seen.y + row) * size.width + seen.x) * 4
        guard let base = screen.baseAddress else { return }
        memcpy(base + start, data + row * stride, seen.width * 4)
      }
    }
    return true
  }

  /// Copies pixels of any layout one by one, which is slow.
  private static func convert(
    _ image: UnsafeMutablePointer<XImage>, of area: PixelRect, to screen: inout [UInt32],
    of size: PixelSize
  ) {
    let masks = [image.pointee.red_mask, image.pointee.green_mask, image.pointee.blue_mask]
    for y in 0..<area.height {
      for x in 0..<area.width {
        let pixel = OverscrollPixelAt(image, Int32(x), Int32(y))
        screen[(area.y + y) * size.width + area.x + x] = masks.reduce(0xFF) { word, mask in
          let largest = mask >> UInt(mask.trailingZeroBitCount)
          let value = (pixel & mask) >> UInt(mask.trailingZeroBitCount)
          return word << 8 | UInt32(largest == 0 ? 0 : value * 255 / largest)
        }
      }
    }
  }
}
