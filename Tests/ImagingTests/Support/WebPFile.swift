import CCodecs
import OverscrollBase
import ScrollGeometry

@testable import OverscrollImaging

/// A WebP file to be written with libwebp, in a container put together by hand.
struct WebPFile {
  var picture: ReferencePicture
  var isLossless = true
  var profile: [UInt8] = []
  var exif: [UInt8] = []
  /// The size of the canvas, when the picture is the first frame of several.
  var canvas: PixelSizes?

  /// A canvas and the frame's corner on it.
  typealias PixelSizes = (width: Int, height: Int, x: Int, y: Int)

  /// All bytes of the file; pixels are taken as not multiplied by alpha.
  var bytes: [UInt8] {
    let frame = Array(encoded.dropFirst(12))
    let (width, height) = (
      canvas?.width ?? picture.size.width, canvas?.height ?? picture.size.height
    )
    let hasAlpha = picture.pixels.contains { $0 < PixelRows.opaqueAlpha }
    let flags: UInt8 =
      (profile.isEmpty ? 0 : 0x20) | (hasAlpha ? 0x10 : 0) | (exif.isEmpty ? 0 : 8)
      | (canvas == nil ? 0 : 2)
    var body = WebPData.chunk(
      "VP8X", [flags, 0, 0, 0] + (width - 1).bytes(3) + (height - 1).bytes(3))
    if !profile.isEmpty { body += WebPData.chunk("ICCP", profile) }
    if let canvas {
      body += WebPData.chunk("ANIM", [0, 0, 0, 0, 0, 0])
      let head =
        (canvas.x / 2).bytes(3) + (canvas.y / 2).bytes(3) + (picture.size.width - 1).bytes(3)
        + (picture.size.height - 1).bytes(3) + 100.bytes(3) + [0]
      body += WebPData.chunk("ANMF", head + frame)
    } else {
      body += frame
    }
    if !exif.isEmpty { body += WebPData.chunk("EXIF", exif) }
    return Array("RIFF".utf8) + (body.count + 4).bytes(4) + Array("WEBP".utf8) + body
  }

  /// The file as libwebp writes it; one with alpha has a container already, which is taken off.
  private var encoded: [UInt8] {
    let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
    var output: UnsafeMutablePointer<UInt8>?
    let count = picture.pixels.withUnsafeBytes { pixels in
      let bytes = pixels.bindMemory(to: UInt8.self).baseAddress
      return isLossless
        ? WebPEncodeLosslessBGRA(bytes, width, height, width * 4, &output)
        : WebPEncodeBGRA(bytes, width, height, width * 4, 95, &output)
    }
    defer { WebPFree(output) }
    let all = Array(UnsafeBufferPointer(start: output, count: count))
    let hasContainer = all.dropFirst(12).starts(with: "VP8X".utf8)
    return hasContainer ? Array(all.prefix(12) + all.dropFirst(30)) : all
  }
}
