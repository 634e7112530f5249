internal import Glibc
internal import OverscrollTestSupport

/// A folder of plain pictures, each in a color of its own.
package struct PictureFolder {
  package let path: String

  package init() { path = TestFolder.make("album") }

  /// Makes a folder with pictures from `p1.ppm` on.
  package init(of count: Int, width: Int = 200, height: Int = 150) throws {
    self.init()
    for number in 1...count { try add("p\(number).ppm", number, width: width, height: height) }
  }

  /// The color of picture `number`, as 0xRRGGBB; no two are alike, and none is a gray of the window.
  package static func color(_ number: Int) -> UInt32 {
    UInt32(250 - number % 8 * 24) << 16 | UInt32(number / 8 % 8 * 24) << 8 | 0x40
  }

  /// Writes a picture of 200 by 150 pixels; returns its path.
  @discardableResult
  package func add(_ name: String, _ number: Int, width: Int = 200, height: Int = 150) throws
    -> String
  {
    let path = "\(path)/\(name)"
    try RunningViewer.write(Self.bytes(number, width: width, height: height), to: path)
    return path
  }

  /// Sets the time of a file's last change, in seconds since 1970; returns whether that was possible.
  package static func setTime(_ seconds: Int, of path: String) -> Bool {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    return utimensat(AT_FDCWD, path, [time, time], 0) == 0
  }

  package static func bytes(_ number: Int, width: Int = 200, height: Int = 150) -> [UInt8] {
    let color = color(number)
    let pixel = [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    let row = (0..<width).flatMap { _ in pixel }
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    for _ in 0..<height { bytes += row }
    return bytes
  }
}

/// Whole files.
package enum FileReading {
  package static func bytes(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
