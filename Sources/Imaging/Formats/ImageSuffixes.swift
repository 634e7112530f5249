package import OverscrollBase

extension ImageFile {
  /// The suffixes of files in the formats of ``ImageFormat/all``, and of ``LoaderFormat/all`` even where those cannot be loaded: a
  /// folder counts them, and each explains what it needs.
  ///
  /// They only select the files of a folder; what a file is follows from its content.
  private static let suffixes = Set(
    (ImageFormat.all.flatMap(\.suffixes) + LoaderFormat.all.flatMap(\.suffixes)).map {
      Array($0.utf8)
    })

  /// Returns whether a file's name ends like a picture's, in any case.
  package static func hasSuffix(_ name: FilePath) -> Bool {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    return suffixes.contains(name.bytes[(dot + 1)...].map(lowercased))
  }

  /// The media types of all formats that can be read.
  package static var mediaTypes: [String] {
    ImageFormat.mediaTypes + (Loaders.areInstalled ? LoaderFormat.mediaTypes : [])
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}
