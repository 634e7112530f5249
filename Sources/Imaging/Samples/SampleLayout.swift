package import ScrollGeometry

/// The samples that a file stores for each pixel, before they become colors.
package struct SampleLayout: Hashable, Sendable {
  /// The samples of a pixel that can be read, at most ``maximumChannels``.
  package var channels: Int
  /// The channels that are colors.
  package var colors: Int
  /// The bits of a sample.
  package var bits: Int
  /// True for floating point.
  package var isFloat: Bool
  /// True for intensities of more than 8 bits, which a ``Tone`` can map.
  package var takesTone: Bool

  /// The most samples of a pixel that are read. [C]
  package static let maximumChannels = 8

  /// Makes a layout; more than ``maximumChannels`` are cut off.
  package init(
    channels: Int, colors: Int, bits: Int, isFloat: Bool = false, takesTone: Bool
  ) {
    self.channels = min(max(channels, 1), Self.maximumChannels)
    self.colors = min(max(colors, 1), self.channels)
    self.bits = bits
    self.isFloat = isFloat
    self.takesTone = takesTone
  }
}

/// Reads the samples of single pixels as a file stores them.
///
/// Safe to use from any thread; reading may take as long as decoding a part of the file.
package protocol SampleReader: AnyObject, Sendable {
  /// The size of the picture as stored, in pixels.
  var size: PixelSize { get }

  /// Returns the samples of a pixel, as many as its ``SampleLayout/channels``.
  ///
  /// - Parameters:
  ///   - x: The column as stored.
  ///   - y: The row as stored.
  ///   - shouldContinue: Called now and then; if it returns false the method returns no samples.
  /// - Returns: The samples, in the file's order.
  /// - Throws: If they are missing or damaged.
  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double]
}

extension SampleReader {
  /// Returns the samples of a pixel of the picture as shown.
  package func samples(
    x: Int, y: Int, of info: ImageInfo, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    let place = info.orientation.fileRect(
      of: PixelRect(x: x, y: y, width: 1, height: 1), in: info.size)
    return try samples(x: place.x, y: place.y, while: shouldContinue)
  }
}
