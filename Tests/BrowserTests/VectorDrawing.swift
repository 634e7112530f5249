import Browser
import Drawing
import Files
import Geometry
import Glibc
import Imaging
import TestFiles

/// What was drawn, as the SVG text that Cairo writes for it: every shape, colour and letter to six decimals, so that
/// two drawings are equal only if all of their numbers are.
struct VectorDrawing: Hashable {
  let text: String

  init(_ size: PixelSize, _ body: (Canvas) throws -> Void) throws {
    let path = "\(TestFolder.path)/sketch-\(UInt64.random(in: 0 ... .max)).svg"
    defer { unlink(path) }
    let surface = try Surface(svgFile: FilePath(path), size: size)
    try body(Canvas(surface))
    try surface.finish()
    // Cairo counts all surfaces of the process, and names a file's after the number.
    text = Self.contents(path).split(separator: "\n").filter { !$0.contains("id=\"surface") }
      .joined(separator: "\n")
  }

  /// What a painter draws for a frame of a picture that has no tiles.
  init(_ frame: Frame) throws {
    let provider = FakePicture(size: frame.placement.size)
    provider.available = { _ in false }
    let painter = Painter(
      maker: ImageSurfaceFactory(), provider: provider, isOpaque: true, byteLimit: 1 << 30)
    try self.init(frame.viewport) { try painter.draw(frame, on: $0) }
  }

  private static func contents(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let background = Color(0x1E1F22)
}

extension Frame {
  /// A frame whose picture lies so far away that nothing of it shows.
  static func empty(_ viewport: PixelSize, scale: Double = 1) -> Self {
    var frame = Frame(
      viewport: viewport,
      placement: Placement(
        size: PixelSize(width: 10, height: 10), origin: Point(-9000, -9000), scale: 1))
    frame.scale = scale
    return frame
  }
}
