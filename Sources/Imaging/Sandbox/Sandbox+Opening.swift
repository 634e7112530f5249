import OverscrollBase
import ScrollGeometry

/// What a picture in a sandbox is opened from, so that a new process can open it again.
struct RemoteOrigin: Sendable {
  let file: ImageFile
  let head: [UInt8]
  let page: FilePages.Page?
  let limits: ImageLimits
  let sandbox: Sandbox
  var turn = Orientation.upright
  var tone = Tone.none
}

/// A picture in a process that decodes.
final class RemoteObject: Sendable {
  let number: Int
  let process: PictureProcess

  init(in process: PictureProcess) {
    number = process.makeNumber()
    self.process = process
  }

  deinit { process.release(number) }
}

/// What opening a picture found.
private struct RemoteHeader {
  var info: ImageInfo
  /// The memory and the halvings of a picture that is decoded by rows; `nil` for one that is decoded by tiles.
  var rows: (workBytes: Int, reducibleLevels: Int)?
}

extension RemoteOrigin {
  /// The number of halvings that any format can decode by itself. [C]
  private static let maximumLevels = 8

  /// Opens it in the process.
  private func header(
    as object: RemoteObject, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> RemoteHeader {
    var request = MessageWriter(.open)
    request.add(object.number)
    request.add(file)
    request.add(head)
    request.add(page != nil)
    if let page { request.add(page) }
    request.add(limits.megapixels)
    request.add(limits.heldBytes)
    request.add(turn.rawValue)
    request.add(tone)
    let timing = CallTiming(first: ImageFile.openingSeconds)
    var header = try object.process.call(request, timing) { (stream) throws(CallFailure) in
      try stream.result(while: shouldContinue) { (reader) throws(MalformedMessage) in
        var header = RemoteHeader(info: try reader.info())
        if try reader.flag() {
          header.rows = (
            try reader.number(in: 0...Int.max), try reader.number(in: 0...Self.maximumLevels)
          )
        }
        return header
      }
    }
    header.info.confinement = object.process.confinement
    return header
  }

  /// Opens the picture.
  func open(
    while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> any ImageSource {
    let object = RemoteObject(in: sandbox.process(for: file))
    let header = try header(as: object, while: shouldContinue)
    guard let rows = header.rows else {
      return RemoteTiles(info: header.info, object: object, origin: self)
    }
    return RemoteRows(
      info: header.info, workBytes: rows.workBytes, reducibleLevels: rows.reducibleLevels,
      object: object, origin: self)
  }

  /// Opens the picture turned once more; `nil` where that fails.
  func open(turnedBy turn: Orientation, _ info: ImageInfo) -> (any ImageSource)? {
    var origin = self
    origin.turn = origin.turn.followed(by: turn)
    guard let source = try? origin.open(), source.info.hasPlace(of: info.turned(by: turn)) else {
      return nil
    }
    return source
  }

  /// Opens the picture with other samples black and white; `nil` where there is nothing to map.
  func open(
    tonedTo tone: Tone, _ info: ImageInfo, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    guard tone != .none, info.takesTone else { return nil }
    var origin = self
    origin.tone = tone
    let source = try origin.open(while: shouldContinue)
    // Its size was checked against the limits when it was opened without.
    guard source.info.hasPlace(of: info) else { throw file.changed }
    return source.info == info ? nil : source
  }

  /// Opens it in a new process.
  func restore(_ object: RemoteObject, _ info: ImageInfo) throws(ImagingError) {
    guard try header(as: object).info == info else { throw file.changed }
  }
}

extension ImageInfo {
  /// Returns whether it has the size of another one, and is stored like it.
  fileprivate func hasPlace(of other: ImageInfo) -> Bool {
    size == other.size && orientation == other.orientation
  }
}

/// A picture in a sandbox, however it is decoded there.
protocol RemoteSource: ImageSource {
  var object: RemoteObject { get }
  var origin: RemoteOrigin { get }
}

extension RemoteSource {
  func toned(
    to tone: Tone, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> (any ImageSource)? {
    try origin.open(tonedTo: tone, info, while: shouldContinue)
  }

  func sampleReader() throws(ImagingError) -> (any SampleReader)? {
    try RemoteSamples(object, origin, info)
  }

  /// Opens it in a new process.
  func restore() throws(ImagingError) { try origin.restore(object, info) }
}

extension ByteStream {
  /// Reads the message that ends a call.
  mutating func result<Value>(
    while shouldContinue: () -> Bool = { true },
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(CallFailure) -> Value {
    guard case .result(var reader) = try next(while: shouldContinue) else { throw .malformed }
    return try Self.read(&reader, read)
  }

  static func read<Value>(
    _ reader: inout MessageReader,
    _ read: (inout MessageReader) throws(MalformedMessage) -> Value
  ) throws(CallFailure) -> Value {
    do throws(MalformedMessage) {
      return try read(&reader)
    } catch {
      throw .malformed
    }
  }
}

extension Sandbox {
  /// Opens a picture.
  func open(
    _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    try RemoteOrigin(file: file, head: head, page: page, limits: limits, sandbox: self).open()
  }

  /// The most bytes of a file's metadata. [C]
  private static let maximumMetadata = 16 << 20

  /// Reads the metadata of a file; there is none where that fails.
  func metadata(of file: ImageFile, _ head: [UInt8]) -> PictureMetadata {
    var request = MessageWriter(.metadata)
    request.add(file)
    request.add(head)
    let metadata = try? process(for: file).call(request) { (stream) throws(CallFailure) in
      guard case .begin(var reader) = try stream.next(while: { true }) else {
        throw CallFailure.malformed
      }
      let count = try ByteStream.read(&reader) { (reader) throws(MalformedMessage) in
        try reader.number(in: 0...Self.maximumMetadata)
      }
      var bytes = [UInt8](repeating: 0, count: count)
      guard try stream.fill(&bytes) else { throw CallFailure.malformed }
      try stream.result { _ in }
      var content = MessageReader(bytes)
      return try ByteStream.read(&content) { (reader) throws(MalformedMessage) in
        try reader.metadata()
      }
    }
    return metadata ?? PictureMetadata()
  }
}

extension ByteStream {
  /// Fills an array; returns false where the bytes end before it is full.
  mutating func fill(_ bytes: inout [UInt8]) throws(CallFailure) -> Bool {
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(CallFailure) in
      try fill(UnsafeMutableRawBufferPointer(buffer)) { true }
    }
  }

  /// Reads as many pixels.
  mutating func pixels(_ count: Int) throws(CallFailure) -> ContiguousArray<UInt32> {
    var pixels = ContiguousArray<UInt32>(repeating: 0, count: count)
    let isFull = try pixels.withUnsafeMutableBufferPointer { (buffer) throws(CallFailure) in
      try fill(UnsafeMutableRawBufferPointer(buffer)) { true }
    }
    guard isFull else { throw .malformed }
    return pixels
  }
}
