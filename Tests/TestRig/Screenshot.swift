internal import CX11
package import Drawing
internal import Geometry
internal import Glibc

/// What a server shows at a moment.
package struct Screenshot {
  /// The whole screen.
  package let surface: Surface
  /// The same, row by row as the server sent it; for comparing two quickly without optimisation.
  private let words: [UInt32]

  /// Takes the whole screen of a server, through a connection of its own.
  package init(of server: DisplayServer) throws {
    guard let display = XOpenDisplay(server.name) else {
      throw RigError("The server \(server.name) does not answer.")
    }
    defer { XCloseDisplay(display) }
    let screen = XDefaultScreen(display)
    let size = PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
    let image = XGetImage(
      display, XRootWindow(display, screen), 0, 0, UInt32(size.width), UInt32(size.height),
      UInt.max, ZPixmap)
    guard let image else { throw RigError("The screen of \(server.name) cannot be read.") }
    defer { OverscrollDestroyImage(image) }
    surface = try Surface(imageOf: size, opaque: true)
    guard image.pointee.bits_per_pixel == 32, let data = image.pointee.data else {
      throw RigError("The screen of \(server.name) has no 32-bit pixels.")
    }
    let stride = Int(image.pointee.bytes_per_line) / 4
    let count = stride * size.height
    words = Array(unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { memcpy(start, data, count * 4) }
      filled = count
    }
    data.withMemoryRebound(to: UInt32.self, capacity: stride * size.height) {
      let pixels = UnsafeBufferPointer(start: $0, count: stride * size.height)
      _ = surface.replacePixels(with: pixels, stride: stride, size: size)
    }
  }

  /// True if the other shows the same, pixel by pixel.
  package func isSame(as other: Screenshot) -> Bool {
    words.count == other.words.count && memcmp(words, other.words, words.count * 4) == 0
  }

  /// One pixel of the screen as 0xFFRRGGBB; nil outside of it.
  package func pixel(x: Int, y: Int) -> UInt32? {
    surface.pixel(x: x, y: y)
  }

  /// Keeps it as a PNG file.
  package func write(to path: String) throws {
    try surface.writePNG(to: path)
  }
}
