import Testing

@testable import OverscrollBase

@Suite struct `Text for a locale` {
  private let plain = LocaleText("C")

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1 kB"), (81_234, "81 kB"), (812_345, "0.8 MB"),
    (1_260_000_000, "1.3 GB"),
  ])
  func `has sizes in units of which there are at least a half`(bytes: Int, text: String) {
    #expect(plain.bytes(bytes) == text)
  }

  @Test func `has thousands apart, and a minus sign`() {
    #expect(plain.number(1_234_567) == "1\u{2009}234\u{2009}567")
    #expect(plain.number(-1234) == "−1\u{2009}234" && plain.number(999) == "999")
    #expect(plain.number(-0.25, decimals: 1) == "−0.2")
  }

  @Test(arguments: [
    ("1/4000 s  f/2.8  ISO 12800  35 mm", "1/4.000 s  f/2,8  ISO 12.800  35 mm"),
    ("48.13743, -11.57549", "48,13743; -11,57549"), ("300 dpi, JFIF", "300 dpi, JFIF"),
    ("500000, 4649000 m, EPSG:25832", "500.000; 4.649.000 m, EPSG:25832"),
    ("9.5°, 47.5°", "9,5°; 47,5°"), ("+0.33 EV", "+0,33 EV"), ("", ""), ("2.", "2."),
    // What counts nothing.
    ("IEC61966-2 of 1.2.3, v4500 0042", "IEC61966-2 of 1.2.3, v4500 0042"),
  ])
  func `has the numbers of another text in its own way, and leaves names alone`(
    text: String, written: String
  ) {
    #expect(LocaleText(point: ",", group: ".").numbers(in: text) == written)
    // Plainly, nothing is different but that thousands are apart.
    #expect(plain.numbers(in: text).replacing("\u{2009}", with: "") == text)
  }

  @Test func `has dates that leave nothing open, and of cameras none that are none`() {
    #expect(plain.date(ofCamera: "2026:03:04 10:11:12") == "2026-03-04, 10:11:12")
    #expect(plain.date(ofCamera: "2026:03:04 10:11:12 +01:00") == "2026-03-04, 10:11:12")
    for text in ["", "yesterday", "2026:13:01 00:00:00", "0000:00:00 00:00:00", "2026:01:01"] {
      #expect(plain.date(ofCamera: text) == nil, "\(text)")
    }
    #expect(plain.date(1_700_000_000).count == "2023-11-14, 22:13:20".count)
  }

  @Test(arguments: [
    ("%d/%m/%Y", "en", "%A, %-d %B %Y"), ("%m/%d/%Y", "en", "%A, %B %-d, %Y"),
    ("%d.%m.%Y", "de", "%A, %-d. %B %Y"), ("%d.%m.%Y", "ru", "%A, %-d %B %Y"),
    ("%Y年%m月%d日", "ja", "%x, %A"), ("%Y-%m-%d", "sv", "%x, %A"),
  ])
  func `has days with the parts of a date in the order of a short one`(
    short: String, language: String, form: String
  ) {
    #expect(LocaleText.longDate(short, language) == form)
    // Noon, at which it is the same day in most places.
    #expect(plain.day(1_795_435_200) == "Monday, 23 November 2026")
  }

  @Test func `is plain where there is no such locale`() {
    #expect(LocaleText("xx_YY.nothing").number(1.5, decimals: 1) == "1.5")
  }
}
