internal import CBus
internal import Glibc
package import OverscrollFiles

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
    default: _ = try Trash.move(file, dataHome: dataHome, date: date)
    }
  }

  private static var dataHome: FilePath {
    if let path = getenv("XDG_DATA_HOME"), path.pointee == CChar(bitPattern: UInt8(ascii: "/")) {
      return FilePath(cString: path)
    }
    let home = getenv("HOME").map { FilePath(cString: $0) } ?? FilePath("/")
    return home.appending(".local").appending("share")
  }
}
