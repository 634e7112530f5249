import CCodecs
package import OverscrollBase
package import ScrollGeometry

/// A format that pictures are written in.
package enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  case png
  case jpeg
  case webp
  case tiff
}

extension OutputFormat {
  /// The format's name.
  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .tiff: "TIFF"
    }
  }

  /// The suffixes of its files, the usual one first, in lower case and with the period.
  package var suffixes: [String] {
    switch self {
    case .png: [".png"]
    case .jpeg: [".jpg", ".jpeg"]
    case .webp: [".webp"]
    case .tiff: [".tif", ".tiff"]
    }
  }

  /// True if its files can be transparent.
  package var hasAlpha: Bool { self != .jpeg }

  /// The longest side of a picture, in pixels.
  package var maximumSide: Int {
    switch self {
    case .png, .tiff: Int(Int32.max)
    case .jpeg: OVERSCROLL_JPEG_MAX_DIMENSION
    case .webp: Int(WEBP_MAX_DIMENSION)
    }
  }

  /// All suffixes in running text, for instance `.png, .jpg or .tif`.
  package static var alternatives: String {
    let suffixes = allCases.flatMap(\.suffixes)
    return suffixes.dropLast().joined(separator: ", ") + " or " + (suffixes.last ?? "")
  }

  /// The format that the name of a file ends in, in any case.
  ///
  /// - Throws: If it has none of the suffixes; the error lists them.
  package init(suffixOf path: FilePath) throws(ImagingError) {
    let name = path.bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    let format = Self.allCases.first { format in
      format.suffixes.contains { suffix in
        // A name that is only a suffix is that of a hidden file.
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
          && name[name.count - suffix.utf8.count - 1] != UInt8(ascii: "/")
      }
    }
    guard let format else {
      throw ImagingError(.unwritable, path, "the name of the file must end in \(Self.alternatives)")
    }
    self = format
  }

  /// Refuses a picture that the format cannot hold, or that takes too much memory to write.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels.
  ///   - hasAlpha: True if it may be transparent.
  ///   - path: The file to be written.
  ///   - budget: The memory for pixels, in bytes.
  /// - Throws: If a limit is exceeded; the error names it.
  package func check(
    _ size: PixelSize, hasAlpha: Bool, _ path: FilePath, budget: Int
  ) throws(ImagingError) {
    guard !size.isEmpty else {
      throw ImagingError(.badArgument, path, "a picture of \(size) pixels cannot be written")
    }
    let longest = max(size.width, size.height)
    guard longest <= maximumSide else {
      throw ImagingError(
        .unwritable, path,
        "\(name) files have at most \(maximumSide) pixels per side, and the picture has \(size); choose another format"
      )
    }
    guard self == .webp else { return }
    let bytes = WebPRowWriter.bytes(of: size, hasAlpha: hasAlpha)
    guard bytes > budget else { return }
    throw ImagingError(
      .unwritable, path,
      "writing \(size) pixels as WebP needs --cache-mb \(bytes >> 20 + 1); choose another format")
  }
}
