import Glibc

/// The recordings of the conformance kit.
enum Recordings {
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
    + "/Resources/conformance/"

  /// A flick into the bottom edge, recorded from a UIScrollView.
  static let flick = read("flick-into-the-edge.csv")

  static func read(_ name: String) -> String {
    guard let file = fopen(folder + name, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
