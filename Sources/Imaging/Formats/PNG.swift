import Geometry

/// A PNG file, of any colour type and depth, also interlaced; of an animated one the first frame.
struct PNGSource: RowSource {
  let info: ImageInfo
  private let file: ImageFile

  /// Reads the header of a PNG file.
  init(_ file: ImageFile, limits: ImageLimits) throws(ImagingError) {
    let reader = try PNGReader(file)
    let info = reader.info
    let canvas = reader.isInterlaced ? InterlacedCanvas.byteCount(info.size) : 0
    try limits.check(info, file.path, isHeld: true, workBytes: canvas)
    self.info = info
    self.file = file
  }

  func decode(
    into builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError) {
    let reader = try PNGReader(file)
    guard reader.info == info else {
      throw ImagingError(.damaged, file.path, "the file changed while it was being opened")
    }
    let color = reader.color
    let passes = try reader.start()
    if passes == 1 {
      try decodeRows(reader, color, into: builder, while: goOn)
    } else {
      try decodeInterlaced(reader, color, passes: passes, into: builder, while: goOn)
    }
  }

  private func decodeRows(
    _ reader: borrowing PNGReader, _ color: ColorTransform?, into builder: PyramidBuilder,
    while goOn: () -> Bool
  ) throws(ImagingError) {
    while !builder.isComplete, goOn() {
      try reader.read(builder.nextRow, position: builder.rowCount)
      commitRow(color, to: builder)
    }
  }

  private func commitRow(_ color: ColorTransform?, to builder: PyramidBuilder) {
    finish(builder.nextRow, color)
    builder.commitRow()
  }

  private func finish(_ row: UnsafeMutableBufferPointer<UInt32>, _ color: ColorTransform?) {
    color?.apply(row)
    if info.hasAlpha { PixelRows.premultiply(row) }
  }

  /// The levels whose pixels are there, every eighth, fourth or second, after passes counted from 0.
  private static let roughLevels = [0: 3, 2: 2, 4: 1]

  private func addRough(
    _ canvas: borrowing InterlacedCanvas, after pass: Int, _ color: ColorTransform?,
    to builder: PyramidBuilder
  ) {
    guard let level = Self.roughLevels[pass] else { return }
    builder.addRough(level: level) { row, output in
      let source = canvas.row(row << level)
      for column in output.indices { output[column] = source[column << level] }
      finish(output, color)
      return true
    }
  }

  /// Draws all passes on a canvas and then hands over its rows, the good ones too when a pass fails.
  private func decodeInterlaced(
    _ reader: borrowing PNGReader, _ color: ColorTransform?, passes: Int,
    into builder: PyramidBuilder, while goOn: () -> Bool
  ) throws(ImagingError) {
    let canvas = try InterlacedCanvas(size: info.size, subject: file.path)
    var failure: ImagingError?
    do {
      for pass in 0..<passes {
        for row in 0..<info.size.height {
          guard goOn() else { return }
          try reader.read(canvas.row(row), position: row)
        }
        if builder.wantsRough { addRough(canvas, after: pass, color, to: builder) }
      }
    } catch { failure = error }
    for row in 0..<info.size.height {
      guard goOn() else { return }
      _ = builder.nextRow.update(fromContentsOf: canvas.row(row))
      commitRow(color, to: builder)
    }
    if let failure { throw failure }
  }
}

extension ImageFormat {
  /// Portable Network Graphics.
  static let png = ImageFormat(
    name: "PNG", recognises: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
    open: { (file, limits) throws(ImagingError) in try PNGSource(file, limits: limits) })
}
