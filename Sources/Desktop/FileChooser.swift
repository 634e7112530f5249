internal import CBus
package import OverscrollBase
package import OverscrollHost

/// The desktop's dialog for choosing files, by its portal.
package enum FileChooser {
  /// Shows the dialog and waits until it is closed.
  ///
  /// Not for the main thread: the user takes their time.
  ///
  /// - Parameters:
  ///   - purpose: What is chosen.
  ///   - types: The media types of the files that are offered.
  ///   - window: The number of the window that the dialog belongs to.
  ///   - folder: The folder to begin in; `nil` for the portal's own choice.
  /// - Returns: The outcome.
  package static func choose(
    _ purpose: FilePurpose, types: [String], window: UInt, folder: FilePath?
  ) -> FileChoiceOutcome {
    let list = List()
    let parent = "x11:" + String(window, radix: 16)
    let token = "overscroll\(UInt32.random(in: 0 ... .max))"
    let result = OverscrollChooseFiles(
      parent, purpose.title, "Pictures", types.joined(separator: " "), folder?.description, token,
      purpose == .folders, purpose.name,
      Unmanaged.passUnretained(list).toOpaque()
    ) { context, uri in
      guard let context, let uri else { return }
      Unmanaged<List>.fromOpaque(context).takeUnretainedValue().uris.append(String(cString: uri))
    }
    // The list is used by the callback until here.
    let paths = withExtendedLifetime(list) { URIList.paths(in: Array(list.text.utf8)) }
    switch result {
    case OverscrollChooserDone: return .chosen(paths)
    case OverscrollChooserCancelled: return .chosen([])
    default: return .unavailable
    }
  }
  /// The URIs that were chosen.
  private final class List {
    var uris: [String] = []

    var text: String { uris.joined(separator: "\n") }
  }
}

extension FilePurpose {
  fileprivate var title: String {
    switch self {
    case .files: "Open Pictures"
    case .folders: "Open Folders"
    case .save: "Save Picture"
    }
  }

  fileprivate var name: String? { if case .save(let name) = self { name } else { nil } }
}
