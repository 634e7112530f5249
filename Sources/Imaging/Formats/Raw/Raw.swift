extension ImageFormat {
  /// Cameras' raw files, which are shown by the preview in them; those that begin as TIFF files do are found by ``tiff``.
  static let raw = ImageFormat(
    name: "RAW",
    mediaTypes: [
      "image/x-canon-cr2", "image/x-nikon-nef", "image/x-nikon-nrw", "image/x-sony-arw",
      "image/x-sony-sr2", "image/x-adobe-dng", "image/x-olympus-orf", "image/x-panasonic-rw2",
      "image/x-pentax-pef", "image/x-samsung-srw", "image/x-fuji-raf",
    ],
    suffixes: [
      "cr2", "nef", "nrw", "arw", "sr2", "dng", "orf", "rw2", "pef", "srw", "raf",
    ],
    recognizes: { isRaw($0) },
    open: { (file, _) throws(ImagingError) in
      guard let preview = try RawPreview.find(file) else {
        throw ImagingError(.unsupported, file.path, "this raw file has no preview to show")
      }
      return try JPEGSource(file, preview)
    })

  static let fujiSignature = Array("FUJIFILMCCD-RAW ".utf8)

  /// The versions in the place of TIFF's 42 that Olympus and Panasonic write.
  private static let rawStarts: [[UInt8]] = [
    Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8), [0x49, 0x49, 0x55, 0],
  ]

  /// Returns whether a file begins as cameras' files alone do.
  static func isRaw(_ head: [UInt8]) -> Bool {
    let isCanon =
      head.starts(with: [0x49, 0x49, 42, 0]) && head.dropFirst(8).starts(with: "CR".utf8)
    return isCanon || head.starts(with: fujiSignature)
      || rawStarts.contains { head.starts(with: $0) }
  }
}
