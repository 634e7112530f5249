/// The path of a file as the system has it: bytes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable {
  /// The bytes, without the zero that C wants at their end.
  package let bytes: [UInt8]

  /// Makes a path of the bytes that the system gave.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Makes a path of a text, in UTF-8.
  package init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// Makes a path of a C string, which is copied.
  package init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.bytes = bytes
  }
}

extension FilePath {
  private static let slash = UInt8(ascii: "/")

  /// True if a C string cannot hold it.
  package var hasZero: Bool { bytes.contains(0) }

  /// True if it begins at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The part behind the last slash; all of it where there is none.
  package var lastComponent: FilePath {
    FilePath(bytes: bytes.split(separator: Self.slash).last ?? bytes[...])
  }

  /// The folder that it lies in: `.` for a bare name.
  package var folder: FilePath {
    guard let last = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
    return FilePath(bytes: bytes[..<max(last, 1)])
  }

  /// The path of something in this folder.
  package func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
  }

  /// The path of something in this folder.
  package func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// The folders above it, from the root down, without the root and itself.
  package var ancestors: [FilePath] {
    bytes.indices.dropFirst().filter { bytes[$0] == Self.slash }
      .map { FilePath(bytes: bytes[..<$0]) }
  }

  /// Gives `body` the path as a C string, for the time of the call only.
  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return try characters.withUnsafeBufferPointer { buffer throws(Failure) in
      // A buffer with the final zero in it has an address.
      var none: CChar = 0
      guard let start = buffer.baseAddress else { return try body(&none) }
      return try body(start)
    }
  }
}

extension FilePath: CustomStringConvertible {
  /// The path for people to read: a byte that is not UTF-8 shows as `\xE9`.
  package var description: String {
    var text = String.UnicodeScalarView()
    UTF8Bytes.decode(bytes) {
      text.append($0)
    } stray: { byte in
      text.append(contentsOf: "\\x\(String(byte, radix: 16, uppercase: true))".unicodeScalars)
    }
    return String(text)
  }
}

/// Bytes that are UTF-8 for the most part.
package enum UTF8Bytes {
  /// Decodes bytes in their order.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - scalar: Given what is UTF-8.
  ///   - stray: Given each byte that belongs to no scalar, 128 … 255.
  package static func decode(
    _ bytes: some Sequence<UInt8>, scalar: (Unicode.Scalar) -> Void, stray: (UInt8) -> Void
  ) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      var parser = UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        scalar(UTF8.decode(encoded))
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        rest.prefix(length).forEach(stray)
        rest = rest.dropFirst(length)
      case .emptyInput: return
      }
    }
  }
}
