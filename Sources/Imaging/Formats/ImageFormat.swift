/// A file format: how to recognize it by its content and how to read its header.
package struct ImageFormat: Sendable {
  /// The bytes at a file's start that ``recognizes`` is given.
  static let headLength = 64

  /// The format's name.
  let name: String
  /// Its media types, the usual one first, as the desktop's database of file types names them.
  let mediaTypes: [String]
  /// The suffixes of its files' names, in lower case.
  let suffixes: [String]
  /// Returns whether a file that starts with these bytes is of this format.
  let recognizes: @Sendable ([UInt8]) -> Bool
  /// Reads the header, without allocating memory for pixels; the size is checked afterward.
  let open: @Sendable (ImageFile, ImageLimits) throws(ImagingError) -> any ImageSource
  /// Reads the header of a page; `nil` for a format whose files have a single page.
  var openPage:
    (@Sendable (ImageFile, FilePages.Page, ImageLimits) throws(ImagingError) -> any ImageSource)?
  /// Composes the frames of an animation; `nil` for a format without animations.
  var compose: (@Sendable (ImageFile) throws(ImagingError) -> any FrameComposer)?

  /// All formats, tried in this order.
  static let all: [ImageFormat] = [.png, .jpeg, .raw, .tiff, .webp, .gif, .pnm, .bmp]
}

extension ImageFormat {
  /// The names of all formats.
  package static var names: [String] { all.map(\.name) }

  /// The names of all formats in running text, for instance `PNG, JPEG or BMP`.
  package static var alternatives: String {
    let names = names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The media types of all formats.
  package static var mediaTypes: [String] { all.flatMap(\.mediaTypes) }
}
