import ScrollGeometry

/// Composes the frames of a GIF file.
final class GIFComposer: FrameComposer {
  private(set) var canvas: FrameCanvas
  private let file: ImageFile
  private var reader: GIFReader
  private var isAtFirst = true

  /// Opens a file.
  init(_ file: ImageFile) throws(ImagingError) {
    let reader = try GIFReader(file)
    canvas = FrameCanvas(reader.header.size)
    self.file = file
    self.reader = reader
  }

  /// The header of the frame that is composed.
  var header: GIFHeader { reader.header }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    if !isAtFirst { try reader.selectNext(file) }
    isAtFirst = false
    let header = reader.header
    let frame = FrameCanvas.Frame(rect: header.frame, disposal: header.disposal)
    canvas.begin(frame)
    var indices = [UInt8](repeating: 0, count: header.frame.width)
    var line = [UInt32](repeating: 0, count: header.frame.width)
    for (count, row) in header.rows.enumerated() {
      guard shouldContinue() else { return }
      guard reader.read(into: &indices) else { throw file.damagedGIF(after: count, of: header) }
      header.convert(indices, into: &line)
      canvas.compose(row, of: frame, line)
    }
  }
}

extension GIFHeader {
  /// Converts a row of indices to pixels.
  fileprivate func convert(_ indices: [UInt8], into pixels: inout [UInt32]) {
    colors.withUnsafeBufferPointer { colors in
      pixels.withUnsafeMutableBufferPointer { pixels in
        var column = 0
        while column < indices.count {
          pixels[column] = colors[Int(indices[column])]
          column += 1
        }
      }
    }
  }
}
