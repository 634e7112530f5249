import ArgumentParser
import Files

/// The command line as the system gave it, in a form for a parser that takes only text.
///
/// A byte that is not UTF-8 becomes a scalar of the private range U+10FF80 … U+10FFFF, which stands for the byte 0x80 …
/// 0xFF; so do the bytes of such a scalar that is on the command line itself. Nothing is lost on the way back.
enum RawArguments {
  private static let base: UInt32 = 0x10_FF00
  private static let first: UInt32 = base + 0x80

  /// The arguments behind the program's name.
  static var all: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(of: FilePath(cString: $0)) }
    }
  }

  /// An argument as a text for the parser.
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

  /// The argument that a text of the parser stands for.
  static func path(of text: String) -> FilePath {
    FilePath(
      bytes: text.unicodeScalars.flatMap { scalar -> [UInt8] in
        if scalar.value >= first { return [UInt8(truncatingIfNeeded: scalar.value)] }
        return UTF8.encode(scalar).map(Array.init) ?? []
      })
  }
}

extension FilePath: ExpressibleByArgument {
  package init?(argument: String) { self = RawArguments.path(of: argument) }
}
