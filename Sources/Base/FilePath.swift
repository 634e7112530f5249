/// A file path as bytes, which need not be UTF-8.
package struct FilePath: Hashable, Sendable {
  /// The bytes, without a terminating null.
  package let bytes: [UInt8]

  /// Makes a path from bytes.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Makes a path from the UTF-8 of a string.
  package init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// Makes a path from a copy of a C string.
  package init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.bytes = bytes
  }

  package func hash(into hasher: inout Hasher) {
    // Feeding bytes one by one, as synthesized code does, takes many times as long.
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Whether the path contains a null, which no C string can.
  package var hasZero: Bool { bytes.contains(0) }

  /// Whether the path is absolute.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The path, `.` for the empty one of the working folder.
  package var orDot: FilePath { bytes.isEmpty ? FilePath(".") : self }

  /// Whether the path is the name of a hidden file.
  package var isHiddenName: Bool { bytes.first == Self.dot }

  /// The last component of the path.
  package var lastComponent: FilePath {
    FilePath(bytes: bytes.split(separator: Self.slash).last ?? bytes[...])
  }

  /// The directory of the path, `.` for a single component.
  package var folder: FilePath {
    guard let last = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
    return FilePath(bytes: bytes[..<max(last, 1)])
  }

  /// The letters behind the last dot of the last component; empty where there is none.
  package var fileExtension: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: Self.dot), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self)
  }

  /// Returns the path with a dot and an extension appended.
  package func appendingExtension(_ fileExtension: String) -> FilePath {
    FilePath(bytes: bytes + [Self.dot] + Array(fileExtension.utf8))
  }

  /// The path without the last dot of the last component and what follows it.
  package var withoutExtension: FilePath {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: Self.dot), dot > 0 else { return self }
    return FilePath(bytes: bytes.dropLast(name.count - dot))
  }

  /// Returns the path with another last component.
  package func replacingLastComponent(with name: FilePath) -> FilePath {
    FilePath(bytes: bytes.dropLast(lastComponent.bytes.count) + name.bytes)
  }

  /// Returns the path with a component appended; to that of the working folder, which is empty, nothing but the component.
  package func appending(_ name: FilePath) -> FilePath {
    FilePath(
      bytes: bytes + (bytes.isEmpty || bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
  }

  /// Returns the path with a component appended.
  package func appending(_ name: String) -> FilePath { appending(FilePath(name)) }

  /// The directories on the path, from the top down, without the root and the path itself.
  package var ancestors: [FilePath] {
    bytes.indices.dropFirst().filter { bytes[$0] == Self.slash }
      .map { FilePath(bytes: bytes[..<$0]) }
  }

  /// Calls `body` with the path as a C string, which is valid during the call only.
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
  /// The path as text, in which a byte that is not UTF-8 is written as `\xE9`.
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

/// Decoding of bytes that are mostly UTF-8.
package enum UTF8Bytes {
  /// Decodes bytes in order.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - scalar: Called with each scalar.
  ///   - stray: Called with each byte that belongs to no scalar, 128 to 255.
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
