import ScrollGeometry

/// Finds the pages of a file in a sandbox.
struct RemoteWalk: PageWalk {
  /// The steps of one call. [C]
  static let stepsPerCall = 64

  let kind: FilePages.Kind
  private(set) var playCount: Int?
  private let file: ImageFile
  private let object: RemoteObject
  /// What the steps found that the process made ahead.
  private var found: ArraySlice<FilePages.Page?> = []
  private var stepCount = 0
  private var hasEnded: Bool

  /// Begins to find pages; `nil` for a file with a single page.
  init?(_ file: ImageFile, in sandbox: Sandbox) {
    object = RemoteObject(in: sandbox.process(for: file))
    self.file = file
    guard let first = try? Self.steps(0, from: 0, file, object) ?? nil else { return nil }
    (kind, playCount) = (first.kind, first.playCount)
    hasEnded = first.hasEnded
  }

  var isAtEnd: Bool { found.isEmpty && hasEnded }

  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page? {
    if found.isEmpty {
      guard let next = try? Self.steps(Self.stepsPerCall, from: stepCount, file, object) ?? nil,
        next.hasEnded || !next.found.isEmpty
      else {
        // Where there was no time for the rest it is not known that there is none.
        hasEnded = CallScope.current.spentBudget == nil
        return nil
      }
      stepCount += next.found.count
      found = next.found[...]
      playCount = next.playCount
      hasEnded = next.hasEnded
    }
    return found.popFirst() ?? nil
  }

  private struct Steps {
    var kind: FilePages.Kind
    var found: [FilePages.Page?] = []
    var hasEnded = false
    var playCount: Int?
  }

  /// Has the process make steps; `nil` for a file with a single page.
  private static func steps(
    _ count: Int, from start: Int, _ file: ImageFile, _ object: RemoteObject
  ) throws(ImagingError) -> Steps? {
    var request = object.request(.steps)
    request.add(file)
    request.add(start)
    request.add(count)
    return try object.process.call(request) { (stream) throws(CallFailure) in
      try stream.result { (reader) throws(MalformedMessage) in
        guard !reader.isAtEnd else { return nil }
        var steps = Steps(kind: try reader.flag() ? .frames : .pages)
        while true {
          let kind = try reader.number(in: 0...2)
          if kind == 2 { break }
          steps.found.append(kind == 1 ? try reader.page() : nil)
          guard steps.found.count <= count else { throw MalformedMessage() }
        }
        steps.hasEnded = try reader.flag()
        steps.playCount = try reader.flag() ? try reader.number(in: 0...Int.max) : nil
        return steps
      }
    }
  }
}

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
    var request = object.request(.frame)
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
