/// Which code reads a file.
enum FileKind: Sendable {
  /// A decoder of this program's.
  case decoded(ImageFormat)
  /// A loader.
  case loaded(LoaderFormat, Loaders)

  /// Detects the format of a file.
  ///
  /// Slides have the signature of TIFF or JPEG; without loaders they are read as these.
  ///
  /// - Throws: If the format isn't known, or its loader is not installed.
  init(_ file: ImageFile, _ head: [UInt8], by loaders: Loaders?) throws(ImagingError) {
    let decoded = ImageFormat.all.first { $0.recognizes(head) }
    let loaded = loaders == nil && decoded != nil ? nil : LoaderFormat.format(of: file, head)
    if let loaded, let loaders {
      self = .loaded(loaded, loaders)
    } else if let decoded {
      self = .decoded(decoded)
    } else {
      throw loaded?.notInstalled(file.path) ?? ImageFile.unknownFormat(file.path, head)
    }
  }

  /// True where files may have several pages.
  var hasPages: Bool {
    switch self {
    case .decoded(let format): format.openPage != nil
    case .loaded(let format, _): format.hasPages
    }
  }

  /// Where it is read; `nil` for this process.
  func sandbox(_ limits: ImageLimits) -> Sandbox? {
    switch self {
    case .decoded: limits.sandbox
    case .loaded(let format, let loaders): loaders.sandbox(for: format, limits)
    }
  }
}
