import ScrollGeometry

/// Composes the frames of an animation in a sandbox.
final class RemoteComposer: FrameComposer {
  private(set) var canvas: FrameCanvas
  private let file: ImageFile
  private let head: [UInt8]
  private let object: RemoteObject
  private var next = 0

  /// Composes nothing yet.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - head: Its first bytes.
  ///   - size: The size of its canvas.
  ///   - sandbox: Where it is decoded.
  init(_ file: ImageFile, _ head: [UInt8], _ size: PixelSize, in sandbox: Sandbox) {
    (self.file, self.head) = (file, head)
    canvas = FrameCanvas(size)
    object = RemoteObject(in: sandbox.process(for: file))
  }

  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError) {
    // A new process composes the frames before it again.
    var request = MessageWriter(.frame)
    request.add(object.number)
    request.add(file)
    request.add(head)
    request.add(next)
    next += 1
    try object.process.call(request) { (stream) throws(CallFailure) in
      guard case .begin(var reader) = try stream.next(while: shouldContinue) else {
        throw CallFailure.malformed
      }
      let size = try ByteStream.read(&reader) { (reader) throws(MalformedMessage) in
        try reader.size()
      }
      guard size == canvas.size else { throw CallFailure.malformed }
      try canvas.replace { (pixels) throws(CallFailure) in
        let bytes = UnsafeMutableRawBufferPointer(pixels)
        guard try stream.fill(bytes, while: shouldContinue) else { throw .malformed }
      }
      // A damaged frame is an error after what there is of it.
      try stream.result(while: shouldContinue) { _ in }
    }
  }
}
