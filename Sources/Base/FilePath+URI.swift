internal import Glibc

extension FilePath {
  /// The `file:` URI of an absolute path, with all bytes escaped but those that GLib leaves, so that names made from it agree with
  /// other programs'.
  package var uri: String {
    bytes.reduce(into: "file://") { uri, byte in
      if Self.unescaped.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }

  private static let unescaped = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,=:@/".utf8)

  /// The path that a user names: that of the local file where it is a `file:` URI, unless a file has that very name.
  package var resolvingURI: FilePath {
    guard bytes.prefix(5).map({ $0 | 0x20 }) == Array("file:".utf8).map({ $0 | 0x20 }),
      FileStatus(of: self) == nil, let path = URIList.paths(in: bytes).first
    else { return self }
    return path
  }

  /// The path from the root under which the file is named: links in its folder stay, so that no file system is asked; `nil` where
  /// there is no working folder any more.
  package var fromRoot: FilePath? {
    guard !isAbsolute else { return self }
    guard let working = getcwd(nil, 0) else { return nil }
    defer { free(working) }
    // The working folder has no links, so that `..` leads to the folder that its path names.
    var folder = FilePath(cString: working)
    var names = bytes.split(separator: UInt8(ascii: "/"))[...]
    while let name = names.first, name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
      if name.count == 2 { folder = folder.folder }
      names.removeFirst()
    }
    return names.reduce(folder) { $0.appending(FilePath(bytes: $1)) }
  }

  /// The path of the same file from the root, without symbolic links in its folder; `nil` where the folder does not exist.
  package var absolute: FilePath? {
    let parent = bytes.contains(UInt8(ascii: "/")) ? folder : FilePath(".")
    guard !hasZero, let resolved = parent.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(cString: resolved).appending(lastComponent)
  }

  /// The path without links, from the root; `nil` where there is no such file.
  package var resolved: FilePath? {
    guard !hasZero, let resolved = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(cString: resolved)
  }
}
