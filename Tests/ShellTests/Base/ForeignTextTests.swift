import OverscrollBase
import Testing

@Suite struct `Text from elsewhere` {
  @Test(arguments: ["photo.jpg", "Größe 3 (1).png", "画像.jpg", ""])
  func `that runs from left to right stays as it is`(text: String) {
    #expect(text.isolated == text)
    #expect(text.escapedForTerminal == text)
  }

  @Test(arguments: [
    ("a\u{202E}gpj.exe", "\u{200E}\u{2068}a\u{202E}gpj.exe\u{2069}"),
    ("תמונה.jpg", "\u{200E}\u{2068}תמונה.jpg\u{2069}"),
    ("صورة.jpg", "\u{200E}\u{2068}صورة.jpg\u{2069}"),
    // Neither ends the isolate early nor leaves one open.
    ("a\u{2069}\u{2069}b", "\u{200E}\u{2068}ab\u{2069}"),
    ("\u{2067}a", "\u{200E}\u{2068}\u{2067}a\u{2069}\u{2069}"),
    ("\u{2066}a\u{2069}b\u{2069}", "\u{200E}\u{2068}\u{2066}a\u{2069}b\u{2069}"),
    ("a\nb\u{2028}c\u{1B}", "a b c "),
  ])
  func `is isolated from the text around it`(text: String, isolated: String) {
    #expect(text.isolated.unicodeScalars.elementsEqual(isolated.unicodeScalars))
  }

  @Test(arguments: [
    ("a\u{202E}gpj", "a\\u{202E}gpj"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{9B}2J", "\\u{9B}2J"),
    ("\u{2068}a\u{2069}\u{200F}\u{61C}", "\\u{2068}a\\u{2069}\\u{200F}\\u{61C}"),
    ("a\u{2029}b\rc", "a\\u{2029}b\\u{D}c"), ("a\tb\n", "a\tb\n"), ("תמונה 👩‍🚀", "תמונה 👩‍🚀"),
  ])
  func `cannot command a terminal`(text: String, escaped: String) {
    #expect(text.escapedForTerminal == escaped)
  }

  @Test func `is content and attributes of XML`() {
    #expect(
      "a<b> & \"c\"\t\n\u{1B}é".escapedForXML == "a&lt;b&gt; &amp; &quot;c&quot;\t\n\u{FFFD}é")
  }
}
