import OverscrollShell
import ScrollEngine
import Testing

@Suite struct `A line of typed text` {
  private func entry(_ text: String, _ keys: [String]) -> TextEntry {
    var entry = TextEntry(text)
    for name in keys {
      let isCommand = name.hasPrefix("control+")
      let key = KeyEvent(
        key: .init(rawValue: isCommand ? String(name.dropFirst(8)) : name),
        modifiers: isCommand ? .control : [], timestamp: 0)
      let isTaken = entry.press(key)
      #expect(isTaken, "\(name)")
    }
    return entry
  }

  /// Keys that are pressed in "abc", all of which is selected, and what comes of it, `|` as the caret.
  @Test(
    arguments: [
      ([], "[abc]"), (["x"], "x|"), (["BackSpace"], "|"), (["Delete"], "|"), (["Left"], "|abc"),
      (["Right"], "abc|"), (["Right", "Left"], "ab|c"), (["Right", "KP_Left", "KP_Left"], "a|bc"),
      (["Home"], "|abc"), (["KP_Home", "Right"], "a|bc"), (["Left", "End"], "abc|"),
      (["Left", "KP_End", "x"], "abcx|"), (["Left", "Left"], "|abc"), (["End", "Right"], "abc|"),
      (["Left", "KP_Right", "Delete"], "a|c"), (["Left", "Right", "BackSpace"], "|bc"),
      (["End", "Delete"], "abc|"), (["Home", "BackSpace"], "|abc"),
      (["End", "BackSpace"], "ab|"), (["Home", "Delete", "Delete"], "|c"),
      (["Left", "x", "y"], "xy|abc"), (["End", "control+a"], "[abc]"),
      (["Delete", "control+a"], "|"), (["End", "control+a", "x"], "x|"),
      (["End", "space", "EuroSign", "KP_7"], "abc €7|"), (["control+u"], "|"),
      (["End", "control+u"], "|"), (["End", "Left", "control+u"], "|c"),
      (["control+BackSpace"], "|"), (["End", "space", "x", "y", "control+w"], "abc |"),
      (["End", "space", "x", "space", "control+BackSpace"], "abc |"),
      (["End", "space", "x", "control+Left", "control+Left"], "|abc x"),
      (["End", "space", "x", "Home", "control+Right"], "abc| x"),
      (["End", "space", "x", "Home", "control+Delete"], "| x"),
      (["End", "control+Right", "control+Delete"], "abc|"),
      (["Home", "control+Left", "control+w"], "|abc"),
    ] as [([String], String)])
  func `is edited by keys`(keys: [String], expected: String) {
    let entry = entry("abc", keys)
    var text = entry.text
    text.insert("|", at: text.index(text.startIndex, offsetBy: entry.caret))
    #expect((entry.isAllSelected ? "[\(entry.text)]" : text) == expected)
  }

  @Test(arguments: ["F6", "Up", "Tab", "control+c", "Shift_L", "KP_Enter"])
  func `leaves other keys to others`(name: String) {
    var entry = TextEntry("abc")
    let isCommand = name.hasPrefix("control+")
    let key = KeyEvent(
      key: .init(rawValue: isCommand ? "c" : name), modifiers: isCommand ? .control : [],
      timestamp: 0)
    let isTaken = entry.press(key)
    #expect(!isTaken && entry == TextEntry("abc"))
  }

  @Test func `holds 500 characters, without line ends and other controls`() {
    var entry = TextEntry(String(repeating: "x", count: 498))
    _ = entry.press(KeyEvent(key: "End", timestamp: 0))
    entry.insert("a\n\u{7}\tbc")
    #expect(entry.text.count == 500 && entry.text.hasSuffix("xab") && entry.caret == 500)
    entry.insert("d")
    #expect(entry.text.hasSuffix("xab"))
    var accents = TextEntry()
    accents.insert("e")
    accents.insert("\u{301}")
    #expect(accents.text == "é" && accents.caret == 1)
  }
}
