import Glibc
package import OverscrollBase

/// The stars of a picture, as its file or the sidecar beside it has them.
package enum PictureRating {
  /// The numbers of stars.
  package static let stars = 0...5
  /// The number of a picture that was rejected.
  package static let rejected = -1
  /// The largest sidecar that is read, in bytes: edits by a brush take some megabytes. [C]
  private static let maximumLength = 16 << 20
  /// The tag of metadata that has them.
  static let tag = "xmp:Rating"

  /// Reads the stars of a picture; a sidecar's count before the file's own.
  ///
  /// Not for the main thread.
  ///
  /// - Parameters:
  ///   - path: The file of the picture.
  ///   - metadata: Reads its metadata.
  /// - Returns: The stars, −1 for a picture that was rejected, or `nil` where there are none.
  package static func read(of path: FilePath, metadata: () -> PictureMetadata) -> Int? {
    let sidecars = Sidecar.all(of: path)
    let found = sidecars.lazy.compactMap { sidecar in
      (try? bytes(of: sidecar.path)).flatMap { try? XMPRating($0) }?.stars
    }.first
    return found ?? metadata().stars
  }

  /// A rating that was given, which can be taken back.
  package struct Change: Hashable, Sendable {
    /// The picture.
    package let path: FilePath
    package let stars: Int
    /// The sidecar that has it.
    package let sidecar: FilePath
    /// The sidecar's bytes before; `nil` for one that was made.
    private let old: [UInt8]?
    private let new: [UInt8]

    fileprivate init(
      _ path: FilePath, _ stars: Int, _ sidecar: FilePath, _ old: [UInt8]?, _ new: [UInt8]
    ) {
      (self.path, self.stars, self.sidecar, self.old, self.new) = (path, stars, sidecar, old, new)
    }

    /// Writes the sidecar as it was before, or deletes the one that was made.
    ///
    /// - Throws: If it has changed since; it is left as it is.
    package func undo() throws(ImagingError) {
      guard (try? bytes(of: sidecar)) == new else {
        throw failure(sidecar, "\(sidecar.lastComponent) has changed since")
      }
      if let old { return try write(old, to: sidecar, replacing: new) }
      guard sidecar.withCString({ unlink($0) }) == 0 else {
        throw failure(sidecar, SystemError.last.message)
      }
    }
  }

  /// Gives a picture stars, in its sidecar, which is made where there is none; the file itself is never changed.
  ///
  /// Not for the main thread.
  ///
  /// - Throws: Where the sidecar isn't understood or cannot be written; it is left as it is.
  package static func set(_ stars: Int, of path: FilePath) throws(ImagingError) -> Change {
    let sidecar = Sidecar.all(of: path).first { !$0.isShared }?.path
    guard let sidecar else {
      let (made, bytes) = (path.appendingExtension("xmp"), XMPRating.packet(stars))
      try write(bytes, to: made, replacing: nil)
      return Change(path, stars, made, nil, bytes)
    }
    let old = try bytes(of: sidecar)
    let new: [UInt8]
    do throws(XMPRating.Problem) {
      new = try XMPRating(old).setting(stars)
    } catch {
      throw failure(sidecar, "\(sidecar.lastComponent) isn't understood: \(error.reason)")
    }
    if new != old { try write(new, to: sidecar, replacing: old) }
    return Change(path, stars, sidecar, old, new)
  }

  private static func failure(_ path: FilePath, _ reason: String) -> ImagingError {
    ImagingError(.unwritable, path, reason)
  }

  private static func bytes(of path: FilePath) throws(ImagingError) -> [UInt8] {
    guard let length = FileStatus(of: path)?.size, length <= maximumLength,
      let bytes = path.beginning(atMost: length + 1).map(Array.init), bytes.count == length
    else {
      throw failure(path, "\(path.lastComponent) can't be read")
    }
    return bytes
  }

  /// Writes a sidecar under its name once it is on the disk, unless another program has written it meanwhile.
  private static func write(
    _ bytes: [UInt8], to path: FilePath, replacing old: [UInt8]?
  ) throws(ImagingError) {
    do throws(SystemError) {
      let writer = try AtomicFileWriter(path)
      guard (writer.replaced != nil) == (old != nil) else { throw SystemError(ESTALE) }
      try writer.write(bytes)
      guard old != nil else { return try writer.commit(replaces: false) }
      let original = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
      guard original >= 0 else { throw .last }
      defer { close(original) }
      try writer.copyAttributes(of: original)
      try writer.commit { _ in (try? Self.bytes(of: path)) == old }
    } catch {
      let name = path.lastComponent
      switch error.number {
      case ESTALE, EEXIST: throw failure(path, "another program is changing \(name)")
      case EACCES, EPERM: throw failure(path, "no permission to write \(name)")
      case EROFS: throw failure(path, "its file system is read-only")
      default: throw failure(path, "\(name) cannot be written: \(error.message)")
      }
    }
  }
}

extension PictureMetadata {
  /// The stars in the file's own XMP, −1 for a picture that was rejected, or else in its EXIF; `nil` where there are none.
  package var stars: Int? {
    if let tag = tags.first(where: { $0.name == PictureRating.tag }) { return Int(tag.value) }
    let groups = ["Image", "TIFF"]
    return tags.first { $0.name == "Rating" && groups.contains($0.group) }
      .flatMap { Int($0.value) }.flatMap { PictureRating.stars.contains($0) ? $0 : nil }
  }
}
