internal import Glibc

/// A folder of the program among the user's files, after the XDG base directory specification.
package enum UserFolder: String, CaseIterable, Sendable {
  /// What can be made again.
  case cache = "XDG_CACHE_HOME"
  /// What the user has chosen.
  case configuration = "XDG_CONFIG_HOME"
  /// What the user has made.
  case data = "XDG_DATA_HOME"
  /// What the program remembers.
  case state = "XDG_STATE_HOME"

  /// The folder, which need not exist; `nil` without a home.
  package var path: FilePath? { parent?.appending("overscroll") }

  /// The folder that all programs of the user have in common; `nil` without a home.
  package var parent: FilePath? {
    // The specification requires that a relative path is ignored.
    if let folder = Self.variable(rawValue), folder.isAbsolute { return folder }
    let home = Self.variable("HOME")
    return switch self {
    case .cache: home?.appending(".cache")
    case .configuration: home?.appending(".config")
    case .data: home?.appending(".local").appending("share")
    case .state: home?.appending(".local").appending("state")
    }
  }

  private static func variable(_ name: String) -> FilePath? {
    getenv(name).map { FilePath(cString: $0) }.flatMap { $0.bytes.isEmpty ? nil : $0 }
  }
}

extension FilePath {
  /// Creates the folders on the path that do not exist, for the user alone; without effect where that is impossible.
  package func makeParents() {
    for folder in ancestors { _ = folder.withCString { mkdir($0, 0o700) } }
  }
}
