import OverscrollTestSupport
import Testing

@testable import OverscrollLab

/// The reader of scripts' lines beside the decoder, which says what is right.
@Suite struct `JSON without escapes` {
  private static let texts = [
    #"{"t":0.283,"stamp":0.2791,"touch":"moved","id":1,"at":[148.667,549]}"#,
    #"{"a":[1,-0,2.5e-3,1E+5,[],{}],"b":{"c":"äö😀","d":null,"e":true , "f":false}}"#,
    "\r\n[\t1 , 2.50 ]\n", "-0.0", "0e4", "-0e4", "0.0e4", "1e99", "1e999", "5e-324",
    "12345678901234567890123456789", "0.1000000000000000055511151231257827", "01", "1.", ".5", "+1",
    "-", "", " ", "[1,]", "[1 2]", #"{"a":1,}"#, #"{"a" 1}"#, #"{a:1}"#, #"{"a":1,"a":2}"#, "tru",
    "trueish", "nul", #""x"#, #""\u0041\n""#, "\"a\u{1}b\"", "\u{FEFF}{}", "{}{}", "[[]]]",
    String(repeating: "[", count: 20) + String(repeating: "]", count: 20),
  ]

  /// A text with some characters changed.
  private func changed(_ text: String, _ numbers: inout SplitMix64) -> String {
    let letters = Array("{}[]\",:0123456789.eE+-tfnul \t\n\\ä".unicodeScalars)
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      let place = Int.random(in: 0...scalars.count, using: &numbers)
      let letter = letters[Int.random(in: 0..<letters.count, using: &numbers)]
      if Bool.random(using: &numbers) || place == scalars.count {
        scalars.insert(letter, at: place)
      } else if Bool.random(using: &numbers) {
        scalars.remove(at: place)
      } else {
        scalars[place] = letter
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Whatever is not read is left to the decoder, so that only a value which differs would be wrong.
  private func agrees(_ text: String) -> Bool {
    PlainJSON.value(of: text[...]).map { $0 == JSONValue.decoded(text[...]) } ?? true
  }

  @Test func `is read as the decoder reads it, and nothing that the decoder refuses`() {
    var numbers = SplitMix64(seed: 7)
    for text in Self.texts {
      #expect(agrees(text), "\(text)")
      #expect(JSONValue(parsing: text[...]) == JSONValue.decoded(text[...]), "\(text)")
      for _ in 0..<200 {
        let other = changed(text, &numbers)
        #expect(agrees(other), "\(other)")
      }
    }
  }

  /// Forty thousand lines are read in a second only if the decoder reads none of them.
  @Test(arguments: Scenes.all.cards.map(\.name))
  func `is what takes of scenes have`(name: String) throws {
    var header = Script.Header()
    header.version = 2
    header.scene = Scenes.all.scene(name)
    let card = try #require(header.scene?.card)
    for line in Script(header: header, events: card.demo).text.split(separator: "\n")
    where !line.contains("\\") {
      #expect(PlainJSON.value(of: line) != nil, "\(line)")
    }
  }

  @Test func `with escapes is left to the decoder`() {
    let text = #"{"a":"\u0041\"","b":[1]}"#
    #expect(PlainJSON.value(of: text[...]) == nil)
    #expect(
      JSONValue(parsing: text[...]) == .object(["a": .string("A\""), "b": .array([.number(1)])]))
  }
}
