/// Words of a library made fit for the middle of a sentence.
enum OneLine {
  /// The text without line breaks, control characters, spaces at the ends or a full stop.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    let spaced = bytes.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    let words = spaced.split(separator: 0x20).joined(separator: [0x20])
    var text = String(decoding: Array(words), as: UTF8.self)
    while let last = text.last, last == "." || last == "!" { text.removeLast() }
    return text
  }
}
