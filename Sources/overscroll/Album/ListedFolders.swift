import OverscrollBrowser
import OverscrollFiles
import OverscrollThreads
import Synchronization

/// Folders that were listed on another thread.
final class ListedFolders: Sendable {
  private let folders = Mutex<[FolderListing.Folder]?>(nil)

  /// Lists a folder on a thread of its own; `didFinish` is called there.
  func list(
    _ folder: FilePath, _ listing: FolderListing, didFinish: @escaping @Sendable () -> Void
  ) {
    BackgroundThread.start(niceness: 2) {
      // A folder that cannot be read has no pictures to add.
      let listed = (try? listing.list(folder)) ?? []
      self.folders.withLock { $0 = ($0 ?? []) + listed }
      didFinish()
    }
  }

  /// Returns the folders listed since the last call; `nil` if no listing has ended.
  func takeAll() -> [FolderListing.Folder]? {
    folders.withLock { folders in
      defer { folders = nil }
      return folders
    }
  }
}
