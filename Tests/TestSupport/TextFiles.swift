import Glibc

/// The text files of this package, for tests that compare them with one another.
package enum TextFiles {
  /// The package's folder, two above this file's.
  package static let root: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(3).joined(separator: "/")
  }()
  /// The path of the picture of the documentation.
  package static let sample = root + "/Resources/sample.jpg"

  /// The text of a file given by its path in the package; empty where there is none.
  package static func text(_ path: String) -> String { textIfPresent(path) ?? "" }

  /// The text of a file given by its path in the package, or from the root; `nil` where there is none.
  package static func textIfPresent(_ path: String) -> String? {
    guard let file = fopen(path.hasPrefix("/") ? path : "\(root)/\(path)", "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// The paths of all files in a folder of the package, and in those inside it, that end in `suffix`.
  package static func paths(in folder: String, endingIn suffix: String) -> [String] {
    guard let directory = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = "\(folder)/\(name)"
      if name.hasSuffix(suffix) { found.append(path) }
      if entry.pointee.d_type == UInt8(DT_DIR) { found += paths(in: path, endingIn: suffix) }
    }
    return found.sorted()
  }
}
