import Glibc
package import OverscrollBase

/// The rotation of a picture that was kept in its file: the orientation that the file has is another one, and nothing else.
///
/// The new file is written beside the old one, compared with it, and renamed over it, so that there is one of both at any time. It has
/// the mode, the owner where that is permitted, and the extended attributes; the time of its last change is that of the writing,
/// since other programs' thumbnails are valid by it. Once undone, it is what it was, as are they.
package struct KeptRotation: Sendable {
  /// The file.
  package let path: FilePath
  /// How the picture was turned or flipped.
  package let turn: Orientation
  /// What makes the file the one that it was.
  private let inverse: BytePatch
  private let page: Int
  /// The file as it was before, and as it was written.
  private let origin: FileIdentity
  private var identity: FileIdentity

  /// The names of the formats whose files have no place for an orientation.
  private static let plainFormats: Set = ["GIF", "BMP", "PBM", "PGM", "PPM", "PAM"]

  /// Why the file of a picture can't have another orientation, as a phrase; `nil` where it can.
  package static func refusal(of info: ImageInfo) -> String? {
    let format = info.format
    if OrientationPatch.formats.contains(format) {
      if info.planeCount > 1 { return "it would be that of all pages of the file" }
      return info.channelsArePages ? "its channels are pages, of which each has its own" : nil
    }
    if plainFormats.contains(format) { return "\(format) files have no place for it" }
    return (format == "RAW" ? "a camera's raw" : format) + " files are not changed"
  }

  /// Turns or flips the picture of a file by its orientation.
  ///
  /// Not for the main thread.
  ///
  /// - Parameters:
  ///   - turn: How it is turned or flipped as it is shown.
  ///   - path: The file; safe links to it are followed.
  ///   - page: The page of a TIFF file, from 0.
  ///   - status: The properties of the file before it was opened.
  ///   - limits: Larger pictures are refused.
  ///   - shouldContinue: Called between parts of the file; if it returns false, the file is left as it is.
  /// - Returns: What ``undo(limits:)`` takes back.
  /// - Throws: If the file cannot have the orientation, or has changed; it is left as it is.
  package static func keep(
    _ turn: Orientation, of path: FilePath, page: Int = 0, since status: FileStatus?,
    limits: ImageLimits, while shouldContinue: () -> Bool = { true }
  ) throws(ImagingError) -> KeptRotation {
    guard !FileStatus.isMissing(path) else {
      throw ImagingError(.missing, path, "the file is gone")
    }
    guard status == nil || status == FileStatus(of: path) else {
      throw ImagingError(.unwritable, path, "the file has changed since it was opened")
    }
    let (file, head) = try ImageFile.examine(path)
    let kind = try FileKind(file, head, by: .installed(for: limits.sandbox))
    guard case .decoded = kind else {
      throw ImagingError(.unwritable, path, "files of this format are not changed")
    }
    let before = try info(path, page, limits)
    if let refusal = refusal(of: before) { throw ImagingError(.unwritable, path, refusal) }
    let offset = FilePages(of: path, in: limits.sandbox)?.page(page)?.offset
    let orientation = before.turned(by: turn).orientation
    let patch = try OrientationPatch(
      file, format: before.format, page: offset, to: orientation, by: turn
    ).bytes
    let identity = try write(patch, to: file, page, limits, by: turn, while: shouldContinue)
    return KeptRotation(
      path: path, turn: turn, inverse: patch.inverse, page: page, origin: file.identity,
      identity: identity)
  }

  /// Writes the file as it was before.
  ///
  /// Not for the main thread.
  ///
  /// - Parameter limits: Larger pictures are refused.
  /// - Returns: The rotation that is no longer kept; see ``following(_:)``.
  /// - Throws: If it has changed since, or cannot be written; it is left as it is.
  package func undo(limits: ImageLimits) throws(ImagingError) -> KeptRotation {
    let (file, _) = try ImageFile.examine(path)
    guard file.identity.hasContent(of: identity) else {
      throw ImagingError(.unwritable, path, "the file has changed since")
    }
    var undone = self
    undone.identity = try Self.write(
      inverse, to: file, page, limits, by: turn.turn(to: .upright), modified: origin.modified,
      while: { true })
    return undone
  }

  /// Returns the same rotation in the file that another one, which was kept after it, has left when it was undone.
  package func following(_ undone: KeptRotation) -> KeptRotation {
    guard identity.hasContent(of: undone.origin) else { return self }
    var kept = self
    kept.identity = undone.identity
    return kept
  }

  private static func info(
    _ path: FilePath, _ page: Int, _ limits: ImageLimits
  ) throws(ImagingError) -> ImageInfo {
    var limits = limits
    limits.tone = .none
    return try ImageFile.open(path, page: page, limits: limits).info
  }

  /// The header of an open file without what lies beside it.
  private static func info(
    of descriptor: Int32, _ page: Int, _ limits: ImageLimits
  ) throws(ImagingError) -> ImageInfo {
    try info(FilePath("/proc/self/fd/\(descriptor)"), page, limits)
  }
}

// MARK: - Writing

extension KeptRotation {
  /// The bytes that are copied at a time. [C]
  private static let step = 1 << 20

  /// Writes a file with other bytes in some places, which turn its picture, and the time of its last change, in nanoseconds since 1970,
  /// unless it is that of the writing; returns what it is then.
  private static func write(
    _ patch: BytePatch, to file: ImageFile, _ page: Int, _ limits: ImageLimits,
    by turn: Orientation, modified: Int? = nil, while shouldContinue: () -> Bool
  ) throws(ImagingError) -> FileIdentity {
    let original = try file.openDescriptor()
    defer { close(original) }
    var status = stat()
    guard fstat(original, &status) == 0 else { throw ImageFile.failure(file.path, errno) }
    try check(status, file)
    let pieces = patch.pieces(of: file.identity.byteCount)
    var problem: ImagingError?
    do throws(SystemError) {
      let writer = try AtomicFileWriter(file.path)
      guard let replaced = writer.replaced, isSame(replaced, status) else {
        throw SystemError(ESTALE)
      }
      try copy(pieces, from: original, to: writer, while: shouldContinue)
      try writer.copyAttributes(of: original)
      let written = writer.fileDescriptor
      if let modified {
        let time = timespec(tv_sec: modified / 1_000_000_000, tv_nsec: modified % 1_000_000_000)
        futimens(written, [status.st_atim, time])
      }
      // Closed by the commit, it keeps its identity, whatever comes to its place.
      guard let identity = FileIdentity(of: written), matches(pieces, original, written) else {
        throw SystemError(EBADMSG)
      }
      let isTurned = Result { () throws(ImagingError) in
        try info(of: written, page, limits) == info(of: original, page, limits).turned(by: turn)
      }
      if case .failure(let error) = isTurned {
        // A decoder that gets no process, or no time, has compared nothing.
        problem = ImagingError(
          .unwritable, file.path, "the written file could not be checked: \(error.reason)")
      }
      guard case .success(true) = isTurned else { throw SystemError(EBADMSG) }
      try writer.commit { now in now.map { isSame($0, status) } ?? false }
      return identity
    } catch {
      throw problem ?? failure(error, file)
    }
  }

  private static func check(_ status: stat, _ file: ImageFile) throws(ImagingError) {
    guard status.st_nlink <= 1 else {
      throw ImagingError(
        .unwritable, file.path, "the file has several names (hard links), which would be separated")
    }
    guard status.st_mode & 0o222 != 0 else {
      throw ImagingError(.unwritable, file.path, "the file is read-only")
    }
  }

  /// Returns whether both are the same version of the same file, which has one name.
  private static func isSame(_ one: stat, _ other: stat) -> Bool {
    FileIdentity(one).hasContent(of: FileIdentity(other)) && one.st_nlink == other.st_nlink
      && one.st_mode == other.st_mode
  }

  private static func failure(_ error: SystemError, _ file: ImageFile) -> ImagingError {
    let reason =
      switch error.number {
      case ESTALE: "another program is changing the file"
      case EBADMSG: "the written file would not show the same picture"
      case EACCES, EPERM: "no permission to write it, or in its folder"
      case EROFS: "its file system is read-only"
      case ELOOP: "a link to it leads nowhere"
      case ENOSPC, EDQUOT: "the disk is full"
      case ECANCELED: "it was stopped"
      default: "it cannot be written: \(error.message)"
      }
    return ImagingError(.unwritable, file.path, reason)
  }

  private static func copy(
    _ pieces: [BytePatch.Piece], from original: Int32, to writer: AtomicFileWriter,
    while shouldContinue: () -> Bool
  ) throws(SystemError) {
    for piece in pieces {
      switch piece {
      case .new(let bytes, _): try writer.write(bytes)
      case .kept(let range, _):
        for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
          guard shouldContinue() else { throw SystemError(ECANCELED) }
          guard let bytes = read(original, start, min(step, range.upperBound - start)) else {
            throw SystemError(EIO)
          }
          try writer.write(bytes)
        }
      }
    }
    try writer.flush()
  }

  /// Returns whether a file has all bytes of the original but those that were to change, and these.
  private static func matches(
    _ pieces: [BytePatch.Piece], _ original: Int32, _ written: Int32
  ) -> Bool {
    var count = 0
    for piece in pieces {
      switch piece {
      case .new(let bytes, let place):
        guard read(written, place, bytes.count) == bytes else { return false }
        count = place + bytes.count
      case .kept(let range, let place):
        for start in stride(from: 0, to: range.count, by: step) {
          let length = min(step, range.count - start)
          guard let old = read(original, range.lowerBound + start, length),
            old == read(written, place + start, length)
          else { return false }
        }
        count = place + range.count
      }
    }
    return FileIdentity(of: written)?.byteCount == count
  }

  private static func read(_ descriptor: Int32, _ place: Int, _ count: Int) -> [UInt8]? {
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isRead = FileDescriptor.read(
        descriptor, at: place, into: UnsafeMutableRawBufferPointer(buffer))
      filled = isRead ? count : 0
    }
    return isRead ? bytes : nil
  }
}
