package import OverscrollDrawing
package import OverscrollImaging
package import ScrollGeometry

/// Makes the surfaces of a window, whose pixels are converted to its display's colors as they are uploaded.
///
/// Without a profile it passes everything on.
package final class DisplaySurfaces: SurfaceFactory {
  private let window: any SurfaceFactory
  /// The profile of the display; `nil` where its colors are taken for sRGB.
  package var profile: DisplayProfile?
  /// The pixels that are being converted.
  private var row: [UInt32] = []

  /// Makes surfaces like another factory.
  package init(_ window: any SurfaceFactory) { self.window = window }

  package func makeSurface(size: PixelSize, opaque: Bool) throws(DrawingError) -> Surface {
    try window.makeSurface(size: size, opaque: opaque)
  }

  package func upload(
    _ pixels: UnsafeBufferPointer<UInt32>, stride: Int, size: PixelSize, to surface: Surface
  ) {
    guard let profile, profile.converts, size.width > 0, size.height > 0, stride >= size.width,
      pixels.count >= (size.height - 1) * stride + size.width
    else { return window.upload(pixels, stride: stride, size: size, to: surface) }
    let count = size.width * size.height
    if row.count < count { row = [UInt32](repeating: 0, count: count) }
    row.withUnsafeMutableBufferPointer { all in
      let converted = UnsafeMutableBufferPointer(rebasing: all[..<count])
      for line in 0..<size.height {
        let source = pixels[line * stride..<line * stride + size.width]
        _ = UnsafeMutableBufferPointer(
          rebasing: converted[line * size.width..<(line + 1) * size.width]
        ).update(fromContentsOf: source)
      }
      profile.apply(converted)
      window.upload(
        UnsafeBufferPointer(converted), stride: size.width, size: size, to: surface)
    }
  }

  package var sendsPixels: Bool { window.sendsPixels }
  package var uploadLimit: Int { window.uploadLimit }
  package var pooledBytes: Int { window.pooledBytes }
  package var poolLimit: Int {
    get { window.poolLimit }
    set { window.poolLimit = newValue }
  }
  package var stagingBytes: Int { window.stagingBytes }
}
