package import OverscrollBase
package import ScrollGeometry

/// The size of a window as it was left, which the next one begins with.
package struct RememberedWindow: Hashable, Sendable {
  /// The size, in pixels, of a window that is not maximized.
  package var size: PixelSize
  package var isMaximized: Bool

  /// The lengths of sides that are believed, in pixels. [C]
  private static let sides = 64...32_767
  /// The size of the largest file that is read, in bytes. [C]
  private static let byteLimit = 128

  package init(size: PixelSize, isMaximized: Bool) {
    (self.size, self.isMaximized) = (size, isMaximized)
  }

  /// Where it is remembered; `nil` without a home.
  package static var path: FilePath? { UserFolder.state.path?.appending("window") }
}

// MARK: - The file

extension RememberedWindow {
  /// Parses the text of the file; `nil` for a damaged one.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /size ([0-9]{2,5})x([0-9]{2,5})\nmaximized (yes|no)\n/),
      let width = Int(match.1), let height = Int(match.2),
      Self.sides.contains(width), Self.sides.contains(height)
    else { return nil }
    self.init(size: PixelSize(width: width, height: height), isMaximized: match.3 == "yes")
  }

  /// The text of the file.
  var text: String {
    "size \(size.width)x\(size.height)\nmaximized \(isMaximized ? "yes" : "no")\n"
  }

  /// Reads the file; `nil` where there is none, or it is damaged.
  package init?(at path: FilePath) {
    guard let bytes = path.beginning(atMost: Self.byteLimit),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.init(text)
  }

  /// Writes the file, and the folders that it is in; where that is impossible, nothing is remembered.
  package func write(to path: FilePath) {
    TextFile.remember(text, in: path)
  }
}
