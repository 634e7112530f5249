import OverscrollTestRig
import ScrollGeometry
import Testing

@testable import OverscrollImaging

/// ImageMagick, libvips and the tools of libwebp, which make pictures and read them for comparison.
struct OtherPrograms {
  let folder: ScratchFolder

  /// Runs a program; an @ stands for the folder.
  func run(_ command: String) throws {
    let words = command.split(separator: " ").map { $0.replacing("@", with: folder.path + "/") }
    let child = try ChildProcess(words.map { String($0) }, errors: folder.file("errors"))
    let status = try child.wait()
    let errors = String(decoding: ScratchFolder.read(folder.file("errors")), as: UTF8.self)
    if status != 0 { throw RigError("\(command) failed: \(errors)") }
  }

  /// Writes a picture as PPM, which every program reads.
  func write(_ picture: ReferencePicture, to name: String) {
    var bytes = Array("P6\n\(picture.size.width) \(picture.size.height)\n255\n".utf8)
    for pixel in picture.pixels {
      bytes.append(UInt8(pixel >> 16 & 0xFF))
      bytes.append(UInt8(pixel >> 8 & 0xFF))
      bytes.append(UInt8(pixel & 0xFF))
    }
    _ = folder.write(bytes, to: name)
  }

  /// The picture in one of the folder's files as ImageMagick shows it: turned, in sRGB, premultiplied.
  func shown(_ name: String, size: PixelSize, by options: String = "") throws -> [UInt32] {
    try run("convert @\(name)[0] -auto-orient \(options) -colorspace sRGB -depth 8 rgba:@shown")
    let bytes = ScratchFolder.read(folder.file("shown"))
    try #require(bytes.count == 4 * (size.area ?? 0))
    return stride(from: 0, to: bytes.count, by: 4).map { place in
      let color = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8
      let opacity = UInt32(bytes[place + 3]) << 24
      return PixelRows.premultiplied(opacity | color | UInt32(bytes[place + 2]))
    }
  }

  /// Opens one of the folder's files and decodes it.
  func decode(_ name: String) throws -> Decoded { try Decoded(folder.file(name)) }
}

extension ReferencePicture {
  /// Soft colors without an edge, which survive a lossy format.
  init(soft size: PixelSize) {
    self.init(size: size, pixels: [])
    for y in 0..<size.height {
      for x in 0..<size.width {
        pixels.append(0xFF00_0000 | Self.wave(x) << 16 | Self.wave(y) << 8 | Self.wave((x + y) / 2))
      }
    }
  }

  /// A channel that rises and falls between black and full intensity.
  private static func wave(_ place: Int) -> UInt32 {
    let phase = place % 510
    return UInt32(phase < 255 ? phase : 510 - phase)
  }
}
