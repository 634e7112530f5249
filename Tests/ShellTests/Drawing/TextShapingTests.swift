import Glibc
import OverscrollDrawing
import ScrollGeometry
import Testing

@Suite struct `Text in other scripts` {
  private static let font = Font(size: 24)

  private func pixels(_ text: String) throws -> [UInt32] {
    let surface = try Surface(imageOf: PixelSize(width: 160, height: 40), opaque: true)
    let canvas = try Canvas(surface)
    canvas.clear(.white)
    canvas.draw(text, at: Point(4, 28), font: Self.font, color: .black)
    try surface.flush()
    return surface.pixels()
  }

  private func width(_ text: String) throws -> Double {
    let surface = try Surface(imageOf: PixelSize(width: 1, height: 1), opaque: true)
    return try Canvas(surface).measure(text, font: Self.font).width
  }

  @Test(arguments: [
    ("IMG_0042 (copy).jpg", false), ("Größe – 3×4 …", false), ("Ελλάδα Україна", false),
    ("\u{FFFD}", false), ("", false), ("山水", true), ("صورة", true), ("🏖️", true),
    ("e\u{301}", true), ("한글", true), ("שלום", true), ("a\u{202E}b", true),
  ])
  func `needs shaping unless one font has it from left to right`(text: String, isNeeded: Bool) {
    #expect(TextShaping.isNeeded(for: text) == isNeeded)
  }

  @Test(
    .enabled(if: TextShaping.isAvailable),
    arguments: [("山", "水"), ("사", "진"), ("ص", "ع"), ("🏖", "🎄")])
  func `shows characters, not boxes`(one: String, other: String) throws {
    #expect(try pixels(one) != pixels(other))
    #expect(try pixels(one).contains { $0 != 0xFFFF_FFFF })
  }

  @Test(.enabled(if: TextShaping.isAvailable))
  func `joins Arabic letters and reads them from the right`() throws {
    #expect(try width("بب") != 2 * width("ب"))
    let (first, second) = (try pixels("صب"), try pixels("بص"))
    #expect(first != second)
  }

  @Test(.enabled(if: TextShaping.isAvailable))
  func `is as wide as it is drawn`() throws {
    for text in ["山水画.jpg", "صورة.jpg"] {
      let right =
        try pixels(text).enumerated().filter { $0.element != 0xFFFF_FFFF }
        .map { $0.offset % 160 }.max() ?? 0
      #expect(abs(Double(right) - 4 - (try width(text))) < 6)
    }
  }

  @Test(.enabled(if: TextShaping.isAvailable))
  func `has digits and letters where the usual font of the locale has none`() async {
    // Another process, since fonts are chosen once: in a Japanese locale, the usual font is one without Latin letters.
    await #expect(processExitsWith: .success) {
      let path = "/tmp/overscroll-fonts-\(getpid()).conf"
      let accepted = ["DejaVu Sans", "Droid Sans Fallback"].map {
        "<pattern><patelt name=\"family\"><string>\($0)</string></patelt></pattern>"
      }
      let fonts = """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir><selectfont>
        <rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern>
        <pattern><patelt name="scalable"><bool>false</bool></patelt></pattern></rejectfont>
        <acceptfont>\(accepted.joined())</acceptfont></selectfont></fontconfig>
        """
      let file = try #require(fopen(path, "w"))
      fputs(fonts, file)
      fclose(file)
      defer { unlink(path) }
      setenv("FONTCONFIG_FILE", path, 1)
      setenv("FC_LANG", "ja", 1)
      let suite = `Text in other scripts`()
      for (one, other) in [("1", "2"), ("a", "b"), ("日", "本")] {
        let drawn = try (suite.pixels(one), suite.pixels(other))
        #expect(drawn.0 != drawn.1 && drawn.0.contains { $0 != 0xFFFF_FFFF })
      }
      #expect(try suite.width("1") > 0)
    }
  }
}
