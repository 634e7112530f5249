internal import Glibc

/// Lists of files as programs pass them to each other: `text/uri-list`, `x-special/gnome-copied-files`, and plain paths.
package enum URIList {
  /// Returns the paths of the local files in a list; lines that are no files are left out.
  ///
  /// A line is a `file:` URI without a host or with this machine's, or an absolute path.
  package static func paths(in list: [UInt8]) -> [FilePath] { lines(of: list).compactMap(path) }

  /// Returns the host of the first file in a list that is on another machine; `nil` if there is none.
  package static func otherHost(in list: [UInt8]) -> String? {
    lines(of: list).lazy.compactMap { line in
      let host = parts(of: line)?.host ?? []
      return isOwn(host) ? nil : String(decoding: host.prefix(maximumHostLength), as: UTF8.self)
    }.first
  }

  /// The longest name of a host, in bytes, as of RFC 1035.
  private static let maximumHostLength = 255

  private static func lines(of list: [UInt8]) -> [ArraySlice<UInt8>] {
    list.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
  }

  private static func path(of line: ArraySlice<UInt8>) -> FilePath? {
    let slash = UInt8(ascii: "/")
    guard line.first != slash else { return FilePath(bytes: line) }
    guard let (host, rest) = parts(of: line), isOwn(host), let bytes = decoded(rest),
      !bytes.contains(0)
    else { return nil }
    return FilePath(bytes: bytes)
  }

  /// The host and the path of a `file:` URI; `nil` for any other line.
  private static func parts(
    of line: ArraySlice<UInt8>
  ) -> (host: ArraySlice<UInt8>, path: ArraySlice<UInt8>)? {
    let slash = UInt8(ascii: "/")
    var (host, rest) = (ArraySlice<UInt8>(), withoutScheme(line))
    if rest.starts(with: [slash, slash]) {
      // The host lies between two slashes and the third one.
      host = rest.dropFirst(2).prefix { $0 != slash }
      rest = rest.dropFirst(2 + host.count)
    }
    return rest.first == slash ? (host, rest) : nil
  }

  private static func isOwn(_ host: ArraySlice<UInt8>) -> Bool {
    guard !host.isEmpty else { return true }
    let name = String(decoding: host, as: UTF8.self).lowercased()
    return name == "localhost" || name == ownHost
  }

  /// The name of this machine; empty where it has none.
  private static let ownHost: String = {
    var buffer = [CChar](repeating: 0, count: maximumHostLength + 1)
    guard gethostname(&buffer, maximumHostLength) == 0 else { return "" }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }()

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
