/// Text that is not this program's own, such as the name of a file, prepared for where it is shown.
///
/// Characters without a shape of their own can reorder the text around them, so that a name looks like another one, and a
/// terminal takes some of them for commands.
extension String {
  /// The text on one line, isolated so that its direction doesn't affect the text around it.
  ///
  /// Text that could is enclosed by U+2068 (FSI) and U+2069 (PDI), and its own isolates are balanced; other text has no marks.
  /// U+200E (LRM) stands before it, since Pango, and with it many title bars, take the direction of a line from its first letter
  /// even within an isolate.
  package var isolated: String {
    let line = unicodeScalars.map { $0.endsLine ? " " : $0 }
    guard line.contains(where: \.affectsDirection) else {
      return String(UnicodeScalarView(line))
    }
    var scalars: [Unicode.Scalar] = []
    var depth = 0
    for scalar in line {
      if scalar == Self.popIsolate {
        guard depth > 0 else { continue }
        depth -= 1
      } else if Self.isolates.contains(scalar) {
        depth += 1
      }
      scalars.append(scalar)
    }
    scalars += Array(repeating: Self.popIsolate, count: depth)
    scalars.append(Self.popIsolate)
    return String(UnicodeScalarView([Self.leftToRightMark, Self.firstStrongIsolate] + scalars))
  }

  /// The text with line feeds and tabs, in which other control characters and those that change its direction are written as
  /// `\u{202E}`.
  package var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.isEscapedOnTerminal) else { return self }
    return unicodeScalars.map { scalar in
      guard scalar.isEscapedOnTerminal else { return String(scalar) }
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }.joined()
  }

  /// The text for XML and HTML, in content and in attributes.
  package var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      // Control characters have no place in XML.
      case _ where scalar.value < 0x20: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static let leftToRightMark: Unicode.Scalar = "\u{200E}"
  private static let firstStrongIsolate: Unicode.Scalar = "\u{2068}"
  private static let popIsolate: Unicode.Scalar = "\u{2069}"
  /// LRI, RLI and FSI.
  private static let isolates: ClosedRange<Unicode.Scalar> = "\u{2066}"..."\u{2068}"
}

extension Unicode.Scalar {
  /// The blocks of scripts that are written from right to left.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF,
  ]

  fileprivate var affectsDirection: Bool {
    properties.isBidiControl || Self.rightToLeft.contains { $0.contains(value) }
  }

  /// True for control characters, and those that separate lines and paragraphs.
  fileprivate var endsLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var isEscapedOnTerminal: Bool {
    endsLine && self != "\n" && self != "\t" || properties.isBidiControl
  }
}
