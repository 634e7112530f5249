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
    let pixels = picture.pixels.flatMap { pixel in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) }
    }
    let head = "P6\n\(picture.size.width) \(picture.size.height)\n255\n"
    _ = folder.write(Array(head.utf8) + pixels, to: name)
  }

  /// The picture in one of the folder's files as ImageMagick shows it: turned, in sRGB, premultiplied.
  func shown(_ name: String, size: PixelSize, by options: String = "") throws -> [UInt32] {
    try run("convert @\(name)[0] -auto-orient \(options) -colorspace sRGB -depth 8 rgba:@shown")
    let bytes = ScratchFolder.read(folder.file("shown"))
    try #require(bytes.count == 4 * (size.area ?? 0))
    return stride(from: 0, to: bytes.count, by: 4).map { place in
      let channels = [3, 0, 1, 2].map { UInt32(bytes[place + $0]) }
      return PixelRows.premultiplied(channels.reduce(0) { $0 << 8 | $1 })
    }
  }

  /// Opens one of the folder's files and decodes it.
  func decode(_ name: String) throws -> Decoded { try Decoded(folder.file(name)) }
}

extension ReferencePicture {
  /// Soft colours without an edge, which survive a lossy format.
  init(soft size: PixelSize) {
    self.init(
      size: size,
      pixels: (0..<size.height).flatMap { y in
        (0..<size.width).map { x in
          let (red, green) = (UInt32(x % 510), UInt32(y % 510))
          let blue = UInt32((x + y) / 2 % 510)
          return [red, green, blue].reduce(0xFF) { $0 << 8 | min($1, 510 - $1) }
        }
      })
  }
}
