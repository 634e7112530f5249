import Glibc
import OverscrollFiles

// What a program keeps in the cache, besides the thumbnails of others.
extension ThumbnailCache {
  /// Counts the thumbnails and failures that a program has written.
  ///
  /// - Parameter name: The program's name without its version.
  /// - Returns: Their number and length.
  package func contents(writtenBy name: String) -> CacheContents {
    var contents = CacheContents()
    forEachFile(writtenBy: name) { _, byteCount in
      contents.count += 1
      contents.byteCount += byteCount
    }
    return contents
  }

  /// Deletes the thumbnails and failures that a program has written.
  ///
  /// - Parameter name: The program's name without its version.
  /// - Returns: What was deleted.
  package func removeAll(writtenBy name: String) -> CacheContents {
    var removed = CacheContents()
    forEachFile(writtenBy: name) { file, byteCount in
      guard file.withCString({ unlink($0) }) == 0 else { return }
      removed.count += 1
      removed.byteCount += byteCount
    }
    return removed
  }

  private func forEachFile(writtenBy name: String, _ body: (FilePath, Int) -> Void) {
    let start = name + "-"
    for folder in folders(startingWith: start) {
      var names: [FilePath] = []
      try? FolderEntries.read(folder) { name, kind in
        if kind == .file, name.fileExtension == "png" { names.append(name) }
        return true
      }
      for file in names.map(folder.appending) {
        guard let (software, byteCount) = software(of: file), software.hasPrefix(start) else {
          continue
        }
        body(file, byteCount)
      }
    }
  }

  /// The folders of thumbnails, and those of failures whose names begin so.
  private func folders(startingWith start: String) -> [FilePath] {
    var folders = Self.sizes.map { path.appending($0.folder) }
    let failures = path.appending("fail")
    try? FolderEntries.read(failures) { name, _ in
      if name.description.hasPrefix(start) { folders.append(failures.appending(name)) }
      return true
    }
    return folders
  }

  /// The name and version of the program that wrote a thumbnail, and the room on the disk that it takes, in bytes.
  private func software(of file: FilePath) -> (String, Int)? {
    var status = stat()
    guard file.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.maximumFileSize,
      let bytes = Self.bytes(of: file, count: status.st_size),
      let software = PNGText.read(bytes)["Software"]
    else { return nil }
    return (software, Int(status.st_blocks) * 512)
  }
}
