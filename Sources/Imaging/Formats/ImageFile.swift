import Glibc
package import OverscrollBase

/// A file that may contain a picture.
package struct ImageFile: Hashable, Sendable {
  /// The path as given.
  package let path: FilePath
  /// The file's identity when it was opened first; it had at least one byte.
  let identity: FileIdentity
  /// True for one that lies beside the picture's file, and belongs to it.
  private(set) var isBeside = false

  /// The time that opening a picture may wait for its decoder, in seconds. [C]
  static let openingSeconds = 30

  /// Opens a file, detects its format by its content and reads its header.
  ///
  /// Cheap: it reads some kilobytes and allocates no memory for pixels.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - index: The page, from 0.
  ///   - pages: The pages of the file, as far as they are known; `nil` to find them.
  ///   - limits: Larger pictures are refused.
  /// - Returns: The picture, of which nothing is decoded yet.
  /// - Throws: If there is no picture that can be shown, or no such page.
  package static func open(
    _ path: FilePath, page index: Int = 0, of pages: FilePages? = nil,
    limits: ImageLimits = ImageLimits()
  ) throws(ImagingError) -> any ImageSource {
    try open(path, page: index, of: pages, limits: limits, by: .installed(for: limits.sandbox))
  }

  /// Opens a file, by loaders where they know its format.
  static func open(
    _ path: FilePath, page index: Int = 0, of pages: FilePages? = nil, limits: ImageLimits,
    by loaders: Loaders?
  ) throws(ImagingError) -> any ImageSource {
    try CallScope.run(within: openingSeconds) { () throws(ImagingError) in
      try openInScope(path, page: index, of: pages, limits: limits, by: loaders)
    }
  }

  private static func openInScope(
    _ path: FilePath, page index: Int, of pages: FilePages?, limits: ImageLimits,
    by loaders: Loaders?
  ) throws(ImagingError) -> any ImageSource {
    let (file, head) = try examine(path)
    let kind = try FileKind(file, head, by: loaders)
    let page =
      index == 0
      ? nil : try page(index, of: pages ?? FilePages(file, head, kind, limits), kind, file)
    let source = try openSource(file, head, page, kind, limits)
    try limits.check(source, path.description)
    guard case .rows(let rows) = source.access else { return try toned(source, path, limits.tone) }
    return try toned(
      DiskBackedRows(rows: rows, file: file, tileFileKey: TileFileKey(file, page: index)),
      path, limits.tone)
  }

  private static func openSource(
    _ file: ImageFile, _ head: [UInt8], _ page: FilePages.Page?, _ kind: FileKind,
    _ limits: ImageLimits
  ) throws(ImagingError) -> any ImageSource {
    if case .loaded(let format, let loaders) = kind, page == nil || !format.hasTIFFPages {
      do throws(ImagingError) {
        return try loaders.sandbox(for: format, limits).open(file, head, page, limits)
      } catch {
        guard format.isReadAsTIFF, error.code == .damaged else { throw error }
      }
    }
    if let sandbox = limits.sandbox { return try sandbox.open(file, head, page, limits) }
    return try decode(file, head, page, limits)
  }

  private static func toned(
    _ source: any ImageSource, _ path: FilePath, _ tone: Tone
  ) throws(ImagingError) -> any ImageSource {
    let tone = tone.applied(to: source.info, path)
    guard tone != .none else { return source }
    return try source.toned(to: tone) { true } ?? source
  }

  /// The error for a file that is no picture.
  ///
  /// It names what the file is by its first bytes, `head`, and a program that opens it.
  static func unknownFormat(_ path: FilePath, _ head: [UInt8]) -> ImagingError {
    if let other = ForeignFormat.all.first(where: { $0.recognizes(head) }) {
      return ImagingError(.unknownFormat, path, "this is \(other.kind); \(other.opener)")
    }
    if head.isText {
      return ImagingError(.unknownFormat, path, "this is a text file, not a picture")
    }
    let names = ImageFormat.all.map(\.name).joined(separator: ", ")
    return ImagingError(.unknownFormat, path, "not a supported picture format (\(names))")
  }

  /// Finds a page that isn't the first.
  private static func page(
    _ index: Int, of pages: FilePages?, _ kind: FileKind, _ file: ImageFile
  ) throws(ImagingError) -> FilePages.Page {
    guard kind.hasPages, let pages else {
      throw FilePages.missing(index, in: file.path, .pages, 1)
    }
    guard pages.belong(to: file) else { throw file.changed }
    guard let page = pages.page(index) else { throw pages.missing(index) }
    return page
  }

  /// Opens the file at a path given as text.
  package static func open(
    _ path: String, limits: ImageLimits = ImageLimits()
  ) throws(ImagingError) -> any ImageSource {
    try open(FilePath(path), limits: limits)
  }

  /// Returns whether two paths lead to the same file, which exists, also by links.
  package static func isSameFile(_ one: FilePath, _ other: FilePath) -> Bool {
    guard let one = FileIdentity(at: one), let other = FileIdentity(at: other) else { return false }
    return one.isSameFile(as: other)
  }

  /// Identifies the file at a path and reads its first bytes.
  ///
  /// Opened without blocking, since opening a pipe would otherwise wait for a writer.
  static func examine(_ path: FilePath) throws(ImagingError) -> (ImageFile, [UInt8]) {
    guard !path.hasZero else {
      throw ImagingError(.missing, path, "a path cannot contain a zero byte")
    }
    let descriptor = path.withCString {
      Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    try checkKind(status, path)
    var head = [UInt8](repeating: 0, count: ImageFormat.headLength)
    let count = pread(descriptor, &head, head.count, 0)
    guard count >= 0 else { throw failure(path, errno) }
    return (ImageFile(path: path, identity: FileIdentity(status)), Array(head.prefix(count)))
  }

  private static func checkKind(_ status: stat, _ path: FilePath) throws(ImagingError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw ImagingError(.notAFile, path, "this is a folder, not a picture")
    default: throw ImagingError(.notAFile, path, "this is a device or a pipe, not a file")
    }
    if status.st_size <= 0 { throw ImagingError(.empty, path, "the file is empty") }
  }

  /// The error for a file that has been modified since it was opened.
  var changed: ImagingError {
    ImagingError(
      .damaged, path, "another program changed the file after it was opened; open it again")
  }

  /// The error for a lack of memory.
  var lacksMemory: ImagingError {
    ImagingError(.noResources, path, "not enough memory to decode it")
  }

  /// Opens it for reading; the caller closes the descriptor.
  ///
  /// - Throws: Also if it has been modified since it was opened first.
  func openDescriptor() throws(ImagingError) -> Int32 {
    // A confined process opens no path: the program opens the file for it.
    if let lane = ServedLane.current, !isBeside { return try lane.openDescriptor(path) }
    let descriptor =
      isBeside
      ? try Self.openBeside(path)
      : path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    guard FileIdentity(of: descriptor)?.hasContent(of: identity) == true else {
      close(descriptor)
      throw changed
    }
    return descriptor
  }

  /// The file of smaller versions of the picture that lies beside it, as GDAL names it; `nil` without one.
  var overviews: ImageFile? { companion(Self.overviewSuffix) }

  /// The file beside it that says which pixels are transparent, as GDAL names it; `nil` without one.
  var mask: ImageFile? { companion(Self.maskSuffix) }

  /// The file beside it with the same name and a suffix; `nil` without one.
  func companion(_ suffix: [UInt8]) -> ImageFile? {
    let path = FilePath(bytes: path.bytes + suffix)
    guard let descriptor = try? Self.openBeside(path) else { return nil }
    defer { close(descriptor) }
    guard let identity = FileIdentity(of: descriptor), identity.byteCount > 0 else { return nil }
    return ImageFile(path: path, identity: identity, isBeside: true)
  }

  /// What GDAL has written beside the file of what that itself doesn't hold, as XML; empty without it.
  var notes: String {
    guard let file = companion(Self.notesSuffix), let bytes = try? FileBytes(file),
      let text = bytes.read(0, min(bytes.count, Self.maximumNotes))
    else { return "" }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of those notes that are read: histograms and statistics may follow what matters. [C]
  private static let maximumNotes = 1 << 20

  private static let (overviewSuffix, maskSuffix) = (Array(".ovr".utf8), Array(".msk".utf8))
  private static let notesSuffix = Array(".aux.xml".utf8)
  /// The suffixes of all files beside a picture's that belong to it.
  static let companionSuffixes = [
    overviewSuffix, maskSuffix, maskSuffix + overviewSuffix, notesSuffix,
  ]

  /// Opens a file beside the picture's for reading: none that is a link, and of a confined process only what the program gives it.
  private static func openBeside(_ path: FilePath) throws(ImagingError) -> Int32 {
    if let lane = ServedLane.current {
      return try lane.openDescriptor(path, beside: path.lastComponent)
    }
    guard let folder = try? OpenFolder(path.folder),
      let descriptor = folder.openFile(path.lastComponent)
    else { throw failure(path, ENOENT) }
    return descriptor
  }

  /// Returns whether a file that ``openDescriptor()`` opened has been modified since.
  func isChanged(_ descriptor: Int32) -> Bool {
    FileIdentity(of: descriptor)?.hasContent(of: identity) != true
  }

  /// True if the file at the path is still the same file, but has been modified.
  var isOverwritten: Bool {
    guard let now = FileIdentity(at: path), now.isSameFile(as: identity) else { return false }
    return !now.hasContent(of: identity)
  }

  /// The error for a path that could not be opened or read.
  static func failure(_ path: FilePath, _ code: Int32) -> ImagingError {
    switch code {
    case ENOENT, ENOTDIR:
      ImagingError(
        .missing, path,
        URIList.otherHost(in: path.bytes) == nil
          ? "no such file" : "the file is on another computer; copy it to this one")
    case EACCES, EPERM: ImagingError(.unreadable, path, "no permission to read it")
    default: ImagingError(.unreadable, path, "it cannot be read: \(SystemError(code).message)")
    }
  }
}

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
    case .loaded(let format, _): format.hasPages || format.hasTIFFPages
    }
  }

  /// Where its pages are found; `nil` for this process.
  func pageSandbox(_ limits: ImageLimits) -> Sandbox? {
    if case .loaded(let format, _) = self, format.hasTIFFPages { return limits.sandbox }
    return sandbox(limits)
  }

  /// Where it is read; `nil` for this process.
  func sandbox(_ limits: ImageLimits) -> Sandbox? {
    switch self {
    case .decoded: limits.sandbox
    case .loaded(let format, let loaders): loaders.sandbox(for: format, limits)
    }
  }
}

extension ImageFile {
  /// The suffixes of files in the formats of ``ImageFormat/all``, and of ``LoaderFormat/all`` even where those cannot be loaded: a
  /// folder counts them, and each explains what it needs.
  ///
  /// They only select the files of a folder; what a file is follows from its content.
  private static let suffixes = Set(
    (ImageFormat.all.flatMap(\.suffixes) + LoaderFormat.all.flatMap(\.suffixes)).map {
      Array($0.utf8)
    })

  /// Returns whether a file's name ends like a picture's, in any case.
  package static func hasSuffix(_ name: FilePath) -> Bool {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
    return suffixes.contains(name.bytes[(dot + 1)...].map(lowercased))
  }

  /// The media types of all formats that can be read.
  package static var mediaTypes: [String] {
    ImageFormat.mediaTypes + (Loaders.areInstalled ? LoaderFormat.mediaTypes : [])
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}

/// Identifies a file and the version of its content.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  /// The length in bytes.
  let byteCount: Int
  /// The modification time, in nanoseconds since 1970; any program can set it.
  let modified: Int
  /// The status change time, in nanoseconds since 1970; only the system sets it.
  let changed: Int
}

extension FileIdentity {
  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    byteCount = Int(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// Identifies an open file.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Identifies the file at a path, following links.
  init?(at path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  /// Returns whether both are the same file, whatever its content.
  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Returns whether both are the same file with the same content.
  ///
  /// Names and permissions do not matter, so the status change time is not compared.
  func hasContent(of other: FileIdentity) -> Bool {
    isSameFile(as: other) && byteCount == other.byteCount && modified == other.modified
  }
}

extension [UInt8] {
  /// True for the beginning of a text: at least a few bytes of UTF-8, which may be cut at its end, without other control characters
  /// than those of lines and pages.
  fileprivate var isText: Bool {
    let controls: Set<UInt8> = [9, 10, 12, 13]
    guard count >= 4, allSatisfy({ $0 >= 32 && $0 != 127 || controls.contains($0) }) else {
      return false
    }
    return (0...3).contains { String(validating: dropLast($0), as: UTF8.self) != nil }
  }
}
