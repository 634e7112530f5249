/// Lists of files as programs pass them to each other: `text/uri-list`, `x-special/gnome-copied-files`, and plain paths.
package enum URIList {
  /// Returns the paths of the local files in a list; lines that are no files are left out.
  ///
  /// A line is a `file:` URI, of this machine whatever host it names, or an absolute path.
  package static func paths(in list: [UInt8]) -> [FilePath] {
    list.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
      .compactMap(path)
  }

  private static func path(of line: ArraySlice<UInt8>) -> FilePath? {
    let slash = UInt8(ascii: "/")
    guard line.first != slash else { return FilePath(bytes: line) }
    var rest = withoutScheme(line)
    if rest.starts(with: [slash, slash]) {
      // The host lies between two slashes and the third one.
      rest = rest.dropFirst(2).drop { $0 != slash }
    }
    guard rest.first == slash, let bytes = decoded(rest), !bytes.contains(0) else { return nil }
    return FilePath(bytes: bytes)
  }

  private static func withoutScheme(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let scheme = Array("file:".utf8)
    let start = line.prefix(scheme.count).map { $0 | 0x20 }
    guard start == scheme.map({ $0 | 0x20 }) else { return [] }
    return line.dropFirst(scheme.count)
  }

  /// Returns the bytes with `%41` and the like decoded; `nil` for an escape that is none.
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
