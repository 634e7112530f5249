import ScrollGeometry

/// A GIF file, or a frame of an animated one.
struct GIFSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile
  /// The header of the first frame.
  private let header: GIFHeader
  /// The number of the frame, from 0.
  private let index: Int

  /// Reads the headers of a GIF file up to its first frame.
  init(_ file: ImageFile, frame index: Int = 0) throws(ImagingError) {
    header = try GIFReader(file).header
    (self.file, self.index) = (file, index)
    let hasAlpha =
      index > 0 || header.hasTransparentColor || header.frame != PixelRect(header.size)
    info = ImageInfo(
      format: "GIF", size: header.size, color: hasAlpha ? "palette with alpha" : "palette",
      hasAlpha: hasAlpha, layout: layout(header))
  }

  var workBytes: Int {
    if index > 0 { return FrameCanvas.byteCount(header.size) }
    return header.isInterlaced ? header.frame.width * ((header.frame.height + 1) / 2) : 0
  }

  func decode(
    into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    guard index == 0 else {
      let composer = try GIFComposer(file)
      guard composer.header == header else { throw file.changed }
      return try composer.decode(frame: index, into: builder, while: shouldContinue)
    }
    let reader = try GIFReader(file)
    guard reader.header == header else { throw file.changed }
    let frame = header.frame
    while builder.rowCount < frame.y { commit([], to: builder) }
    if header.isInterlaced {
      try decodeInterlaced(reader, into: builder, while: shouldContinue)
    } else {
      var indices = [UInt8](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        guard shouldContinue() else { return }
        guard reader.read(into: &indices) else { throw file.damagedGIF(after: row, of: header) }
        commit(indices[...], to: builder)
      }
    }
    while !builder.isComplete, shouldContinue() { commit([], to: builder) }
  }

  /// The passes before the last one have the even rows, which wait for the odd ones.
  private func decodeInterlaced(
    _ reader: borrowing GIFReader, into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    let (width, height) = (header.frame.width, header.frame.height)
    var even: [UInt8] = []
    even.reserveCapacity(workBytes)
    var places = [Int?](repeating: nil, count: (height + 1) / 2)
    var indices = [UInt8](repeating: 0, count: width)
    var count = 0
    var isIntact = true
    for row in header.rows.prefix((height + 1) / 2) {
      guard shouldContinue() else { return }
      isIntact = reader.read(into: &indices)
      guard isIntact else { break }
      places[row / 2] = even.count
      even += indices
      count += 1
    }
    for row in 0..<height {
      guard shouldContinue() else { return }
      if row % 2 == 0 {
        commit(places[row / 2].map { even[$0..<$0 + width] } ?? [], to: builder)
      } else {
        isIntact = isIntact && reader.read(into: &indices)
        if isIntact { count += 1 }
        commit(isIntact ? indices[...] : [], to: builder)
      }
    }
    if !isIntact { throw file.damagedGIF(after: count, of: header) }
  }

  /// Makes a row of the frame's indices; without any it is clear.
  private func commit(_ indices: ArraySlice<UInt8>, to builder: PyramidBuilder) {
    let row = builder.nextRow
    row.update(repeating: 0)
    for (column, index) in zip(header.frame.columns, indices) {
      row[column] = header.colors[Int(index)]
    }
    builder.commitRow()
  }
}

extension ImageFile {
  /// The error for a frame whose rows end early.
  func damagedGIF(after row: Int, of header: GIFHeader) -> ImagingError {
    ImagingError(
      .damaged, path,
      "the GIF file is damaged or ends early, after row \(row) of \(header.frame.height)")
  }
}

extension GIFHeader {
  /// The rows of the frame in the file's order: interlaced, the even ones come first.
  var rows: [Int] {
    let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    return passes.flatMap { Array(stride(from: $0.0, to: frame.height, by: $0.1)) }
  }
}

/// How a file stores its pixels, in a few words.
private func layout(_ header: GIFHeader) -> String {
  [header.isInterlaced ? "interlaced" : "rows", header.isAnimated ? "animated" : nil]
    .compactMap { $0 }.joined(separator: ", ")
}

extension ImageFormat {
  /// GIF.
  static let gif = ImageFormat(
    name: "GIF", mediaTypes: ["image/gif"], suffixes: ["gif"],
    recognizes: { head in
      ["GIF87a", "GIF89a"].contains { head.starts(with: $0.utf8) }
    },
    open: { (file, _) throws(ImagingError) in try GIFSource(file) },
    openPage: { (file, page, _) throws(ImagingError) in
      try GIFSource(file, frame: page.index)
    }, compose: { (file) throws(ImagingError) in try GIFComposer(file) })
}
