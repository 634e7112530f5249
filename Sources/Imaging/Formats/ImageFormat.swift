/// A file format: how to recognise it by its content and how to read its header.
struct ImageFormat: Sendable {
  /// The bytes at a file's start that ``recognises`` is given.
  static let headLength = 64

  /// The format's name.
  let name: String
  /// Returns whether a file that starts with these bytes is of this format.
  let recognises: @Sendable ([UInt8]) -> Bool
  /// Reads the header, without allocating memory for pixels; the size is checked afterwards.
  let open: @Sendable (ImageFile, ImageLimits) throws(ImagingError) -> any ImageSource

  /// All formats, tried in this order.
  static let all: [ImageFormat] = [.png, .jpeg, .tiff, .webp, .pnm, .bmp]
}
