internal import CLinux
internal import Glibc

/// Moves and copies files to other folders, never over another file.
///
/// Within a file system a file is renamed. Across file systems it is copied under a temporary name, written to the disk, and given
/// its name; only then is the source deleted. At each moment the source, or both files, are whole.
package enum FileTransfer {
  /// What is done.
  package enum Kind: Hashable, Sendable {
    case move
    case copy
  }

  package typealias Failure = Trash.Failure

  /// A file that was moved or copied, with the sidecars that belong to it.
  package struct Item: Hashable, Sendable {
    package let kind: Kind
    /// Where it was, or still is.
    package let origin: FilePath
    /// Where it is now.
    package let place: FilePath
    /// Its properties there.
    fileprivate let state: State
    /// The sidecars that went along.
    package fileprivate(set) var sidecars: [Item] = []

    /// Whether the file is what it was right after it was moved or copied.
    package var isUnchanged: Bool { State(of: place) == state }
  }

  /// What tells a version of a file from others.
  fileprivate struct State: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t
    private let (size, seconds, nanoseconds): (Int, Int, Int)

    init(_ status: stat) {
      (device, inode, size) = (status.st_dev, status.st_ino, Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    init?(of path: FilePath) {
      guard let folder = try? OpenFolder(path.folder),
        let status = folder.status(of: path.lastComponent)
      else { return nil }
      self.init(status)
    }
  }
}

extension FileTransfer {
  /// Moves or copies a file, and its sidecars.
  ///
  /// - Parameters:
  ///   - kind: What is done.
  ///   - file: The file.
  ///   - folder: The folder that it is put into, under its own name.
  ///   - shouldContinue: Returns false where it is to be stopped, which leaves the source.
  /// - Returns: The file in its new place.
  /// - Throws: ``Failure`` where the source is left as it was.
  package static func perform(
    _ kind: Kind, _ file: FilePath, to folder: FilePath,
    while shouldContinue: () -> Bool = { true }
  ) throws(Failure) -> Item {
    let sidecars = Sidecar.all(of: file)
    for sidecar in sidecars {
      let name = sidecar.path.lastComponent
      guard State(of: folder.appending(name)) == nil else {
        throw Failure(reason: "the folder has a file named \(name) already")
      }
    }
    var item = try performAlone(kind, file, to: folder, while: shouldContinue)
    for sidecar in sidecars {
      do throws(Failure) {
        // What also belongs to another picture stays with that.
        let kind = sidecar.isShared ? .copy : kind
        item.sidecars.append(
          try performAlone(kind, sidecar.path, to: folder, while: shouldContinue))
      } catch {
        try takeBack(item)
        throw Failure(reason: "its sidecar cannot go along, since \(error.reason)")
      }
    }
    return item
  }

  /// Gives a file another name in its folder, and its sidecars theirs.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: Its new name.
  ///   - copies: Those that were made when it got its present name, which go where they have not changed.
  /// - Returns: Copies of the sidecars that also belong to another picture, which keeps them.
  /// - Throws: The system's error, `EEXIST` where a name is taken; the file then has its old name.
  @discardableResult
  package static func rename(
    _ file: FilePath, to name: FilePath, takingBack copies: [Item] = []
  ) throws(SystemError) -> [Item] {
    let new = file.replacingLastComponent(with: name)
    let outdated = copies.filter(\.isUnchanged)
    let sidecars = Sidecar.all(of: file).filter { sidecar in
      !outdated.contains { $0.place == sidecar.path.absolute }
    }.map { (sidecar: $0, place: $0.path(of: new)) }.filter { $0.sidecar.path != $0.place }
    guard sidecars.allSatisfy({ State(of: $0.place) == nil }) else { throw SystemError(EEXIST) }
    try OpenFolder.rename(file, to: name)
    var copied: [Item] = []
    for (sidecar, place) in sidecars {
      do throws(SystemError) {
        if sidecar.isShared {
          let state = try copy(sidecar.path, follows: true, to: place) { true }.copy
          copied.append(
            Item(
              kind: .copy, origin: sidecar.path, place: place.absolute ?? place, state: state))
        } else {
          try OpenFolder.rename(sidecar.path, to: place.lastComponent)
        }
      } catch {
        try OpenFolder.rename(new, to: file.lastComponent)
        for copy in copied { try? takeBack(copy) }
        throw error
      }
    }
    for copy in outdated { try? takeBack(copy) }
    return copied
  }

  /// Moves a file back to where it was, or deletes a copy that is unchanged; its sidecars, too.
  ///
  /// - Throws: ``Failure`` where it has left its place or changed, or another file has its name now.
  package static func takeBack(_ item: Item) throws(Failure) {
    let state = State(of: item.place)
    switch item.kind {
    case .move:
      guard state == item.state else {
        throw Failure(reason: state == nil ? "it is no longer there" : "it has changed since")
      }
      _ = try performAlone(.move, item.place, to: item.origin.folder) { true }
    case .copy:
      if state == item.state, let folder = try? OpenFolder(item.place.folder) {
        folder.remove(item.place.lastComponent)
      }
    }
    for sidecar in item.sidecars { try takeBack(sidecar) }
  }

  private static func performAlone(
    _ kind: Kind, _ file: FilePath, to path: FilePath, while shouldContinue: () -> Bool
  ) throws(Failure) -> Item {
    guard let file = file.absolute, let path = path.absolute else {
      throw Failure(reason: "it is gone")
    }
    let (name, place) = (file.lastComponent, path.appending(file.lastComponent))
    do throws(SystemError) {
      let source = try OpenFolder(file.folder)
      let target = try OpenFolder(path)
      guard let status = source.status(of: name) else { throw SystemError(ENOENT) }
      guard target.status(of: name) == nil else { throw SystemError(EEXIST) }
      let state: State
      switch kind {
      case .copy:
        state = try copy(file, follows: true, to: place, while: shouldContinue).copy
      case .move:
        // A link that begins in its folder would lead elsewhere.
        if status.isLink, try !source.target(of: name).isAbsolute { throw SystemError(ELOOP) }
        state = try move(file, from: source, to: target, place, while: shouldContinue)
        source.synchronize()
      }
      target.synchronize()
      return Item(kind: kind, origin: file, place: place, state: state)
    } catch {
      throw Failure(reason: reason(for: error))
    }
  }

  private static func reason(for error: SystemError) -> String {
    switch error.number {
    case EEXIST: "the folder has a file of this name already"
    case ENOENT: "it is gone, or the folder is"
    case EINTR: "it was stopped"
    case ESTALE: "it is being changed"
    case ELOOP: "it is a link that would lead elsewhere from there"
    case EINVAL: "it is no regular file"
    default: error.message
    }
  }

  /// Renames a file, or copies it to another file system and deletes it there.
  private static func move(
    _ file: FilePath, from source: borrowing OpenFolder, to target: borrowing OpenFolder,
    _ place: FilePath, while shouldContinue: () -> Bool
  ) throws(SystemError) -> State {
    let name = file.lastComponent
    do throws(SystemError) {
      try source.renameExclusively(name, to: name, in: target)
      guard let status = target.status(of: name) else { throw SystemError(ENOENT) }
      return State(status)
    } catch {
      guard error.number == EXDEV else { throw error }
    }
    guard source.canWrite(FilePath(".")) else { throw .last }
    let (original, copy) = try copy(file, follows: false, to: place, while: shouldContinue)
    // What the user has written meanwhile is only in the source.
    let isStill = source.status(of: name).map(State.init) == original
    guard isStill, source.remove(name) else {
      let error = isStill ? SystemError.last : SystemError(ESTALE)
      target.remove(name)
      throw error
    }
    return copy
  }

  // MARK: - Copying

  /// The most bytes that are copied before it is asked whether to go on. [C]
  private static let chunk = 4 << 20

  /// Copies a file with its mode, its times, its owner and attributes as far as the other file system has them.
  ///
  /// - Returns: The states of the source and of the copy, which are on the disk.
  private static func copy(
    _ file: FilePath, follows: Bool, to place: FilePath, while shouldContinue: () -> Bool
  ) throws(SystemError) -> (original: State, copy: State) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows ? 0 : O_NOFOLLOW)
    let input = file.withCString { open($0, flags) }
    guard input >= 0 else { throw .last }
    defer { close(input) }
    var (before, after) = (stat(), stat())
    guard fstat(input, &before) == 0 else { throw .last }
    guard before.st_mode & S_IFMT == S_IFREG else { throw SystemError(EINVAL) }
    let writer = try AtomicFileWriter(place)
    guard writer.replaced == nil else { throw SystemError(EEXIST) }
    let output = writer.fileDescriptor
    try copyBytes(from: input, to: output, while: shouldContinue)
    guard fstat(input, &after) == 0, State(after) == State(before),
      lseek(output, 0, SEEK_END) == before.st_size
    else { throw SystemError(ESTALE) }
    _ = fchown(output, before.st_uid, before.st_gid)
    _ = fchmod(output, before.st_mode & 0o777)
    do throws(SystemError) {
      try writer.copyAttributes(of: input)
    } catch {
      // Some file systems, such as those of most memory cards, have none.
      guard error.number == ENOTSUP else { throw error }
    }
    futimens(output, [before.st_atim, before.st_mtim])
    try writer.commit(replaces: false)
    guard let copy = State(of: place) else { throw SystemError(ENOENT) }
    return (State(before), copy)
  }

  private static func copyBytes(
    from input: Int32, to output: Int32, while shouldContinue: () -> Bool
  ) throws(SystemError) {
    var buffer: [UInt8] = []
    while shouldContinue() {
      var count = buffer.isEmpty ? OverscrollCopyRange(input, output, UInt(chunk)) : -1
      // Between some file systems, the kernel copies nothing; and of others, it copies nothing without an error.
      if count <= 0 {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 1 << 20) }
        count = read(input, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .last }
        guard FileDescriptor.write(buffer[..<count], to: output) else { throw .last }
      }
      if count == 0 { return }
    }
    throw SystemError(EINTR)
  }
}

extension stat {
  fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// A file beside a picture, in which programs note what they know of it.
package struct Sidecar: Hashable, Sendable {
  package let path: FilePath
  /// Whether another picture of the same name, with another extension, has it as well.
  package let isShared: Bool
  /// Whether it has the whole name of the picture in its own.
  private let hasExtension: Bool

  /// The path that it would have beside another picture.
  fileprivate func path(of file: FilePath) -> FilePath {
    (hasExtension ? file : file.withoutExtension).appendingExtension("xmp")
  }

  /// The names of a picture's sidecars, that of its whole name first.
  private static func names(of file: FilePath) -> [FilePath] {
    let stem = file.withoutExtension
    return [file.appendingExtension("xmp")] + (stem == file ? [] : [stem.appendingExtension("xmp")])
  }

  /// The sidecars of a picture that are there.
  package static func all(of file: FilePath) -> [Sidecar] {
    guard file.fileExtension.lowercased() != "xmp", let folder = try? OpenFolder(file.folder)
    else { return [] }
    return names(of: file).filter { name in
      folder.status(of: name.lastComponent).map { $0.st_mode & S_IFMT == S_IFREG } == true
    }.map { path in
      let isOwn = path == file.appendingExtension("xmp")
      return Sidecar(path: path, isShared: !isOwn && hasTwin(file), hasExtension: isOwn)
    }
  }

  /// Whether the folder has another file of the same name with another extension.
  private static func hasTwin(_ file: FilePath) -> Bool {
    let (name, stem) = (file.lastComponent, file.withoutExtension.lastComponent)
    var isFound = false
    try? FolderEntries.read(file.folder) { other, _ in
      isFound =
        other != name && other.withoutExtension == stem && other != stem
        && other.fileExtension.lowercased() != "xmp"
      return !isFound
    }
    return isFound
  }
}
