import ArgumentParser
import CLinux
import OverscrollBase

/// The command-line arguments as strings that preserve bytes that are not UTF-8, for a parser that takes only strings.
///
/// A byte from 0x80 to 0xFF that is not UTF-8 is encoded as a private-use scalar from U+10FF80 to U+10FFFF. The bytes of such
/// scalars in the arguments are encoded in the same way, so that decoding is lossless.
enum RawArguments {
  private static let base: UInt32 = 0x10_FF00
  private static let first: UInt32 = base + 0x80

  /// The arguments after the program's name.
  static var all: [String] {
    (1..<max(1, OverscrollArgumentCount())).compactMap { index in
      OverscrollArgument(index).map { text(of: FilePath(cString: $0)) }
    }
  }

  /// Encodes an argument as a string.
  static func text(of argument: FilePath) -> String {
    var text = String.UnicodeScalarView()
    func add(_ byte: UInt8) { Unicode.Scalar(base + UInt32(byte)).map { text.append($0) } }
    UTF8Bytes.decode(argument.bytes) { scalar in
      if scalar.value < first { text.append(scalar) } else { UTF8.encode(scalar)?.forEach(add) }
    } stray: {
      add($0)
    }
    return String(text)
  }

  /// Decodes an argument.
  static func path(of text: String) -> FilePath {
    FilePath(
      bytes: text.unicodeScalars.flatMap { scalar -> [UInt8] in
        if scalar.value >= first { return [UInt8(truncatingIfNeeded: scalar.value)] }
        return UTF8.encode(scalar).map(Array.init) ?? []
      })
  }
}

extension FilePath: ExpressibleByArgument {
  package init?(argument: String) { self = RawArguments.path(of: argument).resolvingURI }

  /// Shells complete the names of files.
  static var defaultCompletionKind: CompletionKind { .file() }
}
