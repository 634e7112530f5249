package import OverscrollBase
package import ScrollGeometry
import Synchronization

/// Finds the pages of a file of some format, step by step.
protocol PageWalk: Sendable {
  /// What the pages are.
  var kind: FilePages.Kind { get }
  /// True where the file has no more pages, or is damaged from here on.
  var isAtEnd: Bool { get }
  /// How often the frames of an animation are shown in a row, as far as the file is read; `nil` for forever.
  var playCount: Int? { get }
  /// Reads on in the file, by a part that takes no noticeable time; returns a page where that has found one.
  mutating func step(in bytes: borrowing FileBytes) -> FilePages.Page?
}

extension PageWalk {
  var playCount: Int? { 1 }

  /// Reads on to the next page; returns false where there is none.
  mutating func findNext(in bytes: borrowing FileBytes) -> Bool {
    while !isAtEnd { if step(in: bytes) != nil { return true } }
    return false
  }
}

/// The pages of a file, which are found on demand.
///
/// A page of a TIFF file is a directory that is not a smaller version or a mask of another one; that of an animation is a frame.
/// The file is read once, on the thread that asks first; so a document is opened at a page without counting those that follow.
package final class FilePages: Sendable {
  /// What the pages of a file are.
  package enum Kind: Hashable, Sendable {
    case pages
    /// The frames of an animation, each as it is shown.
    case frames

    /// What one is called.
    package var name: String { self == .pages ? "page" : "frame" }

    /// Some of them in running text, for instance `1 page`.
    package func text(_ count: Int) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
  }

  /// A page.
  package struct Page: Hashable, Sendable {
    /// The offset in the file of its directory or its frame, in bytes.
    let offset: Int
    /// The number of its plane, of those that lie behind each other from the strips of its directory on; 0 where it has its own.
    private(set) var plane = 0
    /// The size as shown, in pixels.
    package let size: PixelSize
    /// How long a frame is shown, as the file has it, in seconds.
    let delay: Double
    /// Its number, from 0.
    fileprivate(set) var index = 0
    /// What the file calls it, such as `label`; empty without a name.
    package let name: String
    /// How large its pixels are, where the file describes several images; `nil` for others.
    package var scale: PixelScale?

    init(offset: Int, size: PixelSize, delay: Double = 0, index: Int = 0, name: String = "") {
      (self.offset, self.size, self.delay, self.index) = (offset, size, delay, index)
      self.name = name
    }

    /// A page of the same directory whose pixels are those of another plane.
    func plane(_ number: Int) -> Self {
      var page = self
      page.plane = number
      return page
    }
  }

  /// How many pages are known.
  package struct Count: Hashable, Sendable {
    package var known: Int
    /// True where the file has no more.
    package var isComplete: Bool

    package init(known: Int, isComplete: Bool) {
      (self.known, self.isComplete) = (known, isComplete)
    }
  }

  private struct Found {
    var pages: [Page] = []
    var isComplete = false
    var playCount: Int? = 1
  }

  /// How far the file is read.
  fileprivate struct Progress {
    var walk: any PageWalk
    var stepCount = 0
    var pageCount = 0
    var isAtEnd: Bool { walk.isAtEnd || pageCount >= FilePages.maximumCount }
  }

  /// The most pages of a file that are found.
  package static let maximumCount = 100_000
  /// The steps for the sake of the title alone before a picture is shown. [C]
  private static let lookahead = 64
  /// The steps that are made at a time. [C]
  private static let step = 256

  /// What the pages are.
  package let kind: Kind
  private let file: ImageFile
  private let found = Mutex(Found())
  /// Held while the disk is awaited.
  private let progress: Mutex<Progress>

  /// Begins to find the pages of a file; `nil` for a format whose files have a single page, or a file that cannot be read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - sandbox: Where it is read; `nil` for this process.
  package convenience init?(of path: FilePath, in sandbox: Sandbox? = nil) {
    guard let (file, head) = try? ImageFile.examine(path),
      let kind = try? FileKind(file, head, by: .installed(for: sandbox))
    else { return nil }
    self.init(file, head, kind, ImageLimits(sandbox: sandbox))
  }

  init?(_ file: ImageFile, _ head: [UInt8], _ kind: FileKind, _ limits: ImageLimits) {
    // Most files have a format with a single page, and need not be read.
    guard kind.hasPages, let bytes = try? FileBytes(file) else { return nil }
    let walk: (any PageWalk)? =
      if let sandbox = kind.pageSandbox(limits) {
        RemoteWalk(file, in: sandbox)
      } else {
        Self.walk(bytes)
      }
    guard let walk else { return nil }
    self.file = file
    self.kind = walk.kind
    progress = Mutex(Progress(walk: walk))
  }

  static func walk(_ bytes: borrowing FileBytes) -> (any PageWalk)? {
    // The directories of a camera's file are versions of one picture.
    if let pages = TIFFPages(bytes) { return RawPreview(bytes) == nil ? pages : nil }
    if let frames = GIFFrames(bytes) { return frames }
    if let frames = PNGFrames(bytes) { return frames }
    return WebPFrames(bytes)
  }

  /// How many pages are known so far; never waits for the disk.
  package var count: Count {
    found.withLock { Count(known: $0.pages.count, isComplete: $0.isComplete) }
  }

  /// The pages found so far; never waits for the disk.
  package var known: [Page] { found.withLock { $0.pages } }

  /// What the file calls a page that is known; `nil` for one without a name.
  package func name(of index: Int) -> String? {
    found.withLock { found in
      guard found.pages.indices.contains(index), !found.pages[index].name.isEmpty else {
        return nil
      }
      return found.pages[index].name
    }
  }

  /// Returns a page, from 0, or `nil` if the file has no such page; finds all pages before it, too.
  func page(_ index: Int) -> Page? {
    find { $0.pageCount <= index }
    return found.withLock { $0.pages.indices.contains(index) ? $0.pages[index] : nil }
  }

  /// Finds all pages, and returns the index of the one with a name, in any case; `nil` without one.
  package func index(named name: String) -> Int? {
    findAll()
    return known.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns the index of the page, or that of the last one where the file has fewer pages.
  package func clamped(_ index: Int) -> Int { page(index) == nil ? max(count.known - 1, 0) : index }

  /// Looks a little beyond a page: most files end there, and are counted.
  package func lookAhead(from index: Int) {
    let limit = progress.withLock { $0.stepCount } + Self.lookahead
    find { $0.pageCount <= index + 1 && $0.stepCount < limit }
  }

  /// Finds all pages.
  ///
  /// - Parameter shouldContinue: Called now and then; if it returns false, pages are left out.
  package func findAll(while shouldContinue: () -> Bool = { true }) {
    while shouldContinue(), !count.isComplete {
      let limit = progress.withLock { $0.stepCount } + Self.step
      find { $0.stepCount < limit }
    }
  }

  /// How the frames of an animation follow each other; `nil` until all are found, and for a file without an animation.
  package var timing: AnimationTiming? {
    found.withLock { found in
      guard kind == .frames, found.isComplete, found.pages.count > 1 else { return nil }
      return AnimationTiming(delays: found.pages.map(\.delay), playCount: found.playCount)
    }
  }

  private func find(while isNeeded: (borrowing Progress) -> Bool) {
    guard !count.isComplete else { return }
    progress.withLock { progress in
      // A file that is gone, or another one now, has no more pages.
      guard let bytes = try? FileBytes(file) else {
        return found.withLock { $0.isComplete = true }
      }
      while !progress.isAtEnd, isNeeded(progress) {
        progress.stepCount += 1
        guard let page = progress.walk.step(in: bytes) else { continue }
        progress.pageCount += 1
        found.withLock { found in
          found.pages.append(page)
          found.pages[found.pages.count - 1].index = found.pages.count - 1
        }
      }
      guard progress.isAtEnd else { return }
      found.withLock { [playCount = progress.walk.playCount] found in
        found.playCount = playCount
        found.isComplete = true
      }
    }
  }

  /// The error for a page that the file does not have.
  func missing(_ index: Int) -> ImagingError {
    Self.missing(index, in: file.path, kind, count.known)
  }

  /// The error for a page that a file with `count` pages does not have.
  static func missing(_ index: Int, in path: FilePath, _ kind: Kind, _ count: Int) -> ImagingError {
    ImagingError(.badArgument, path, "there is no \(kind.name) \(index + 1) (\(kind.text(count)))")
  }

  /// Returns whether these are the pages of a file as it is now.
  func belong(to file: ImageFile) -> Bool { self.file.identity.hasContent(of: file.identity) }

  /// True while the file is as it was when its pages were found.
  package var isCurrent: Bool {
    FileIdentity(at: file.path)?.hasContent(of: file.identity) == true
  }
}

/// How the pages of a file are a stack: each has a place along every axis, such as depth and time.
package struct PageStack: Hashable, Sendable {
  /// A direction in which pages follow each other.
  package struct Axis: Hashable, Sendable {
    /// What the file calls it: `z`, `t` or `c`.
    package var name: String
    /// The places along it, at least 2.
    package var count: Int
  }

  /// The axes with several places; along the first one the next page is the neighbor.
  package let axes: [Axis]
  /// The number in its file of its first page, from 0.
  let first: Int

  /// The most axes. [C]
  static let maximumAxes = 3

  /// Makes a stack; `nil` for a single page, or more pages than are found.
  init?(_ axes: [Axis], first: Int = 0) {
    let axes = axes.filter { $0.count > 1 }
    var count = 1
    for axis in axes {
      let (product, overflow) = count.multipliedReportingOverflow(by: axis.count)
      guard !overflow, product <= FilePages.maximumCount else { return nil }
      count = product
    }
    guard (1...Self.maximumAxes).contains(axes.count) else { return nil }
    (self.axes, self.first) = (axes, first)
  }

  /// The number of its pages.
  var pageCount: Int { axes.reduce(1) { $0 * $1.count } }
  /// The number of the page of its file after its last one.
  package var end: Int { first + pageCount }

  /// The places of a page along the axes, from 0; `nil` for one that is no part of the stack.
  package func places(ofPage index: Int) -> [Int]? {
    guard (first..<end).contains(index) else { return nil }
    var rest = index - first
    return axes.map { axis in
      defer { rest /= axis.count }
      return rest % axis.count
    }
  }

  /// Returns the page at another place along an axis; `nil` where there is none.
  package func page(from index: Int, along axis: Int, to place: Int) -> Int? {
    guard let places = places(ofPage: index), axes.indices.contains(axis),
      (0..<axes[axis].count).contains(place)
    else { return nil }
    let step = axes[..<axis].reduce(1) { $0 * $1.count }
    return index + (place - places[axis]) * step
  }
}

/// A page of a file: its number, from 0, or what the file calls it.
package enum PageChoice: Hashable, Sendable {
  case index(Int)
  case name(String)

  /// The index of the page in a file.
  ///
  /// - Throws: If no page has the name.
  package func index(in file: FilePath, _ sandbox: Sandbox?) throws(ImagingError) -> Int {
    let name: String
    switch self {
    case .index(let index): return index
    case .name(let wanted): name = wanted
    }
    let pages = FilePages(of: file, in: sandbox)
    if let index = pages?.index(named: name) { return index }
    let names = (pages?.known ?? []).map(\.name).filter { !$0.isEmpty }
    throw ImagingError(
      .badArgument, file,
      "no page is called \(name)"
        + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"))
  }
}
