import Glibc
import OverscrollBase

// What a program keeps in the cache, besides the thumbnails of others.
extension ThumbnailCache {
  /// Counts the thumbnails and failures that a program has written.
  ///
  /// - Parameter name: The program's name without its version.
  /// - Returns: Their number and length.
  package func contents(writtenBy name: String) -> CacheContents {
    var contents = CacheContents()
    forEachFile(writtenBy: name) { _, _, byteCount in
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
    forEachFile(writtenBy: name) { file, folder, byteCount in
      guard folder.remove(file) else { return }
      removed.count += 1
      removed.byteCount += byteCount
    }
    return removed
  }

  private func forEachFile(
    writtenBy name: String, _ body: (FilePath, borrowing OpenFolder, Int) -> Void
  ) {
    let start = name + "-"
    for path in folders(startingWith: start) {
      guard let folder = try? OpenFolder.own(path, isMade: false) else { continue }
      var names: [FilePath] = []
      try? FolderEntries.read(folder) { name, kind in
        if kind == .file, name.fileExtension == "png" { names.append(name) }
        return true
      }
      for file in names {
        guard let status = folder.status(of: file), let bytes = Self.bytes(of: file, in: folder),
          PNGText.read(bytes)["Software"]?.hasPrefix(start) == true
        else { continue }
        body(file, folder, Int(status.st_blocks) * 512)
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
}
