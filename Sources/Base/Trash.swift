internal import Glibc

/// The desktop's trash, as the freedesktop.org trash specification 1.0 lays it out.
///
/// Files are moved within their file system, and never copied or deleted.
package enum Trash {
  /// Why a file was not moved to the trash, or back.
  package struct Failure: Error, Hashable, Sendable {
    /// The reason, as a phrase.
    package let reason: String

    package init(reason: String) { self.reason = reason }

    /// The failure of a way back to where another file is now.
    package static let nameTaken = Failure(reason: "another file has its name now")
  }

  /// A file in the trash.
  package struct Item: Hashable, Sendable {
    /// Where it was, from the root.
    package let origin: FilePath
    /// Where it is now.
    package let place: FilePath
    fileprivate let device: dev_t
    fileprivate let inode: ino_t
  }

  /// The number of names that are tried for a file. [C]
  private static let maximumNames = 10_000

  /// Moves a file to the trash of its file system.
  ///
  /// - Parameters:
  ///   - file: The file's path; a link is moved itself.
  ///   - dataHome: The folder of the user's data, such as `~/.local/share`; `nil` without a home.
  ///   - date: The local time, as `YYYY-MM-DDThh:mm:ss`.
  /// - Returns: The file in the trash, which ``restore(_:)`` moves back.
  /// - Throws: ``Failure`` where it was not moved.
  package static func move(
    _ file: FilePath, dataHome: FilePath?, date: String
  ) throws(Failure) -> Item {
    guard let path = file.absolute, let status = status(of: path) else {
      throw Failure(reason: "it does not exist")
    }
    do throws(OpenFolder.Refusal) {
      let place = try place(for: path, device: status.st_dev, dataHome)
      let info = "[Trash Info]\nPath=\(place.name)\nDeletionDate=\(date)\n"
      let moved = try move(path, info, to: place.folder, place.path)
      return Item(origin: path, place: moved, device: status.st_dev, inode: status.st_ino)
    } catch {
      throw Failure(reason: error.message)
    }
  }

  /// Moves a file back to where it was; never replaces another one.
  ///
  /// - Throws: ``Failure`` where it stays in the trash, or has left it.
  package static func restore(_ item: Item) throws(Failure) {
    let (name, trash) = (item.place.lastComponent, item.place.folder.folder)
    guard let files = try? OpenFolder(item.place.folder), let file = files.status(of: name),
      file.st_dev == item.device, file.st_ino == item.inode
    else { throw Failure(reason: "it is no longer in the trash") }
    do throws(SystemError) {
      let folder = try OpenFolder(item.origin.folder)
      try files.renameExclusively(name, to: item.origin.lastComponent, in: folder)
      folder.synchronize()
    } catch {
      switch error.number {
      case EEXIST: throw .nameTaken
      case ENOENT, ENOTDIR: throw Failure(reason: "its folder is gone")
      default: throw Failure(reason: error.message)
      }
    }
    if let infos = try? OpenFolder(trash.appending("info")) {
      infos.remove(name.appendingExtension("trashinfo"))
    }
  }

  private static func move(
    _ path: FilePath, _ info: String, to trash: borrowing OpenFolder, _ trashPath: FilePath
  ) throws(OpenFolder.Refusal) -> FilePath {
    let filesPath = trashPath.appending("files")
    let files = try trash.own(FilePath("files"), path: filesPath)
    let infos = try trash.own(FilePath("info"), path: trashPath.appending("info"))
    do throws(SystemError) {
      let folder = try OpenFolder(path.folder)
      for number in 1...maximumNames {
        let name = number == 1 ? path.lastComponent : numbered(path.lastComponent, number)
        let infoName = name.appendingExtension("trashinfo")
        do throws(SystemError) {
          // Who makes the description has the name; only what has none can be in the way.
          try write(info, to: infoName, in: infos)
          do throws(SystemError) {
            guard files.status(of: name) == nil else { throw SystemError(EEXIST) }
            try folder.rename(path.lastComponent, to: name, in: files)
          } catch {
            infos.remove(infoName)
            throw error
          }
          return filesPath.appending(name)
        } catch {
          guard error.number == EEXIST else { throw error }
        }
      }
    } catch {
      throw .system(error)
    }
    throw .unsafe("the trash has too many files with that name")
  }

  // MARK: - Folders

  /// The trash for a file, open, and the path that its description holds.
  private struct Place: ~Copyable {
    let folder: OpenFolder
    let path: FilePath
    /// Escaped, and relative outside of the user's own trash.
    let name: String
  }

  private static func place(
    for path: FilePath, device: dev_t, _ dataHome: FilePath?
  ) throws(OpenFolder.Refusal) -> Place {
    if let dataHome {
      let trash = dataHome.appending("Trash")
      trash.makeParents()
      guard let home = try? OpenFolder(dataHome) else {
        throw .unsafe("\(dataHome) cannot be opened")
      }
      if home.status.st_dev == device {
        return Place(
          folder: try home.own(FilePath("Trash"), path: trash), path: trash, name: escaped(path))
      }
    }
    let topPath = mountPoint(of: path, device: device)
    let name = escaped(
      FilePath(bytes: path.bytes.dropFirst(topPath.bytes.count).drop { $0 == slash }))
    let top: OpenFolder
    do throws(SystemError) { top = try OpenFolder(topPath) } catch { throw .system(error) }
    let user = FilePath("\(geteuid())")
    let sharedPath = topPath.appending(".Trash").appending(user)
    // A shared folder counts only where no one can exchange what others have in it.
    if let shared = try? OpenFolder(FilePath(".Trash"), in: top),
      shared.status.st_mode & S_ISVTX != 0, shared.status.st_dev == device,
      let own = try? shared.own(user, path: sharedPath)
    {
      return Place(folder: own, path: sharedPath, name: name)
    }
    let own = FilePath(".Trash-\(user)")
    let ownPath = topPath.appending(own)
    return Place(folder: try top.own(own, path: ownPath), path: ownPath, name: name)
  }

  private static let slash = UInt8(ascii: "/")

  /// The topmost folder on the path that is on a file's device.
  private static func mountPoint(of path: FilePath, device: dev_t) -> FilePath {
    (path.ancestors + [path.folder]).first { status(of: $0)?.st_dev == device } ?? FilePath("/")
  }

  // MARK: - Files

  private static func status(of path: FilePath) -> stat? {
    var result = stat()
    return path.withCString({ lstat($0, &result) }) == 0 ? result : nil
  }

  /// Returns a name with a number before its extension.
  private static func numbered(_ name: FilePath, _ number: Int) -> FilePath {
    let stem = FilePath(bytes: name.withoutExtension.bytes + Array(".\(number)".utf8))
    return name.fileExtension.isEmpty ? stem : stem.appendingExtension(name.fileExtension)
  }

  /// Writes a file that must not exist.
  private static func write(
    _ text: String, to name: FilePath, in folder: borrowing OpenFolder
  ) throws(SystemError) {
    let descriptor = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    defer { close(descriptor) }
    guard FileDescriptor.write(text.utf8, to: descriptor) else {
      let error = SystemError.last
      folder.remove(name)
      throw error
    }
  }

  /// The path with the bytes escaped that URIs cannot hold.
  private static func escaped(_ path: FilePath) -> String { String(path.uri.dropFirst(7)) }
}
