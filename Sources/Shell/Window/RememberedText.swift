package import OverscrollBase

/// What is remembered in a text file of the user's state, which every window may change.
package protocol RememberedText: Equatable {
  /// The size of the largest file that is read, in bytes.
  static var byteLimit: Int { get }
  /// Parses the text of the file; lines that have no meaning are skipped.
  init(_ text: String)
  /// The text of the file.
  var text: String { get }
}

extension RememberedText {
  /// Reads the file; empty where there is none, or it cannot be read.
  package init(at path: FilePath) {
    self.init(String(decoding: path.beginning(atMost: Self.byteLimit) ?? [], as: UTF8.self))
  }

  /// Changes the file, and the folders that it is in; where that is impossible, nothing is remembered.
  ///
  /// It takes as long as the disk, and belongs on another thread.
  ///
  /// - Parameters:
  ///   - path: The file, which other windows may have changed.
  ///   - change: Changes what it has now.
  /// - Returns: What it has then.
  @discardableResult
  package static func update(_ path: FilePath, _ change: (inout Self) -> Void) -> Self {
    let old = Self(at: path)
    var new = old
    change(&new)
    if new != old { TextFile.remember(new.text, in: path) }
    return new
  }
}
