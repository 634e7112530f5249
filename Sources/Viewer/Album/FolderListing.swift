import OverscrollBase
import OverscrollBrowser
import OverscrollImaging

/// How the pictures of a folder are listed.
struct FolderListing: Sendable {
  /// The pictures of one folder.
  struct Folder: Sendable {
    var path: FilePath
    var files: [Album.File]
  }

  /// What the pictures are sorted by.
  var sort: Album.Sort
  /// Whether the folders in a folder are listed, too.
  var isRecursive: Bool

  /// Lists a folder, and the folders in it where that is wanted, each once.
  ///
  /// Pictures are recognized by their suffixes; hidden files and folders are left out. May be called on any thread.
  ///
  /// - Throws: The system's error where the folder itself cannot be read; folders in it that cannot be read are left out.
  func list(_ folder: FilePath) throws(SystemError) -> [Folder] {
    var visited: Set<[UInt64]> = []
    var result: [Folder] = []
    var waiting = [folder]
    var isFirst = true
    while let next = waiting.popLast() {
      guard visit(next, &visited) else { continue }
      do throws(SystemError) {
        let (files, folders) = try contents(of: next)
        result.append(Folder(path: next, files: files))
        waiting += folders
      } catch {
        if isFirst { throw error }
      }
      isFirst = false
    }
    return result
  }

  /// Notes that a folder is visited; false if it has been visited before, for instance through a symbolic link.
  private func visit(_ folder: FilePath, _ visited: inout Set<[UInt64]>) -> Bool {
    guard isRecursive, let status = FileStatus(of: folder.bytes.isEmpty ? FilePath(".") : folder)
    else { return true }
    return visited.insert([status.device, status.inode]).inserted
  }

  private func contents(
    of folder: FilePath
  ) throws(SystemError) -> (files: [Album.File], folders: [FilePath]) {
    var files: [Album.File] = []
    var folders: [FilePath] = []
    try FolderEntries.read(folder) { name, kind in
      guard name.bytes.first != UInt8(ascii: ".") else { return true }
      let path = folder.bytes.isEmpty ? name : folder.appending(name)
      switch kind {
      case .folder: if isRecursive { folders.append(path) }
      case .other: break
      case .unknown where isRecursive && FileStatus(of: path)?.isFolder == true:
        folders.append(path)
      case .file, .unknown:
        if ImageFile.hasSuffix(name) { files.append(Album.File(name, rank: rank(of: path))) }
      }
      return true
    }
    return (files, folders)
  }

  /// True if what files are sorted by is read from their folders' file system.
  var readsStatus: Bool { sort == .time || sort == .size }

  /// What a file is sorted by before its name; the file's status is read only for its time or size.
  func rank(of path: FilePath) -> Int {
    switch sort {
    case .name, .given: 0
    case .time: FileStatus(of: path)?.modified ?? 0
    case .size: FileStatus(of: path)?.size ?? 0
    case .random: Int.random(in: .min ... .max)
    }
  }
}
