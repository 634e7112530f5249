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
    var request = MessageWriter(.steps)
    request.add(object.number)
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
