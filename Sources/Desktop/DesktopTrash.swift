internal import CBus
package import OverscrollBase

/// The desktop's trash: the portal's or, where there is none, the trash folder of the user.
package enum DesktopTrash {
  /// Moves a file to the trash; never deletes it.
  ///
  /// Not for the main thread: the portal may take its time.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - date: The local time, as `YYYY-MM-DDThh:mm:ss`.
  /// - Throws: ``Trash/Failure`` where the file stays where it is.
  package static func move(_ file: FilePath, date: String) throws(Trash.Failure) {
    switch file.withCString({ OverscrollTrashFile($0) }) {
    case OverscrollTrashMoved: return
    case OverscrollTrashRefused: throw Trash.Failure(reason: "the desktop has no trash for it")
    default: _ = try Trash.move(file, dataHome: UserFolder.data.parent, date: date)
    }
  }
}
