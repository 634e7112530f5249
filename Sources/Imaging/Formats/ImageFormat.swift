/// A kind of file: how to recognise it by its content and how to read its header.
struct ImageFormat: Sendable {
  /// The bytes at a file's start that recognition may look at.
  static let headLength = 64

  /// The format's name.
  let name: String
  /// True if a file that starts with these bytes is of this format.
  let recognises: @Sendable ([UInt8]) -> Bool
  /// Reads the header, and takes no memory for pixels; whether it is too large is checked afterwards.
  let open: @Sendable (ImageFile, ImageLimits) throws(ImagingError) -> any ImageSource

  /// Every format, asked in this order.
  ///
  /// A new one is a file of its own and a word here.
  static let all: [ImageFormat] = [.png, .jpeg, .tiff, .webp, .pnm]
}
