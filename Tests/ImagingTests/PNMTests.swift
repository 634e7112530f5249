import Testing

@testable import OverscrollImaging

@Suite struct `A PNM file` {
  private let folder = ScratchFolder()

  private func decode(_ text: String, _ bytes: [UInt8] = []) throws -> Decoded {
    try Decoded(folder.write(Array(text.utf8) + bytes, to: "a\(UInt32.random(in: 0 ... .max))"))
  }

  @Test func `of text is read whatever stands between the numbers`() throws {
    let map = try decode("P1 # ink\n3\t2\r\n101 0\n#none\n1 0")
    #expect(map.pixels.map { $0 & 1 } == [0, 1, 0, 1, 0, 1] && map.info.format == "PBM")
    let gray = try decode("P2\n2 1\n15\n 15\n8")
    #expect(gray.pixels == [0xFFFF_FFFF, 0xFF88_8888] && gray.info.layout == "text")
    let color = try decode("P3 1 1 1000 1000 500 9999")
    #expect(color.pixels == [0xFFFF_80FF] && color.info.format == "PPM")
  }

  @Test func `may have a comment right behind a number, as other programs read it`() throws {
    for header in [
      "P5\n2#c\n1 255\n", "P5\n2 1#c\n255\n", "P5\n2 1\n255#c\n", "P5#c\n2#\n1#c\r255 ",
    ] {
      let decoded = try decode(header, [7, 8])
      #expect(decoded.error == nil && decoded.pixels == [0xFF07_0707, 0xFF08_0808])
    }
    // A comment ends the number: what follows it is the next one.
    #expect(throws: ImagingError.self) { try decode("P5\n1#c\n0 2\n255\n", [7, 8]) }
    #expect(try decode("P2 2 1 255 7#c\n8").pixels == [0xFF07_0707, 0xFF08_0808])
  }

  @Test func `of bits begins each row in a new byte`() throws {
    let decoded = try decode("P4\n10 2\n", [0xFF, 0x80, 0x00, 0x40])
    let black: UInt32 = 0xFF00_0000
    #expect(
      decoded.pixels[0..<10].map { $0 == black } == [Bool](repeating: true, count: 9) + [false])
    #expect(decoded.pixels[10..<20].lastIndex(of: black) == 19)
  }

  @Test func `of bytes is read at any greatest value, also with two bytes a sample`() throws {
    #expect(try decode("P5 3 1 255\n", [0, 7, 255]).pixels.map { $0 & 0xFF } == [0, 7, 255])
    #expect(try decode("P5 3 1 100 ", [0, 50, 200]).pixels.map { $0 & 0xFF } == [0, 128, 255])
    let deep = try decode("P6\n1 1\n65535\n", [0xFF, 0xFF, 0x80, 0x00, 0x00, 0x81])
    #expect(deep.pixels == [0xFFFF_8001] && deep.info.bitsPerChannel == 16)
  }

  @Test func `that is arbitrary has as many channels as its type says`() throws {
    func header(_ depth: Int, _ type: String) -> String {
      "P7\n# a line\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 255\n\(type)\nENDHDR\n"
    }
    #expect(try decode(header(1, "TUPLTYPE GRAYSCALE"), [9]).pixels == [0xFF09_0909])
    #expect(try decode(header(3, "TUPLTYPE RGB"), [1, 2, 3]).pixels == [0xFF01_0203])
    let gray = try decode(header(2, "TUPLTYPE GRAYSCALE_ALPHA"), [255, 128])
    #expect(gray.pixels == [0x8080_8080] && gray.info.hasAlpha)
    let color = try decode(header(4, "TUPLTYPE RGB_ALPHA"), [255, 0, 255, 51])
    #expect(color.pixels == [0x3333_0033])
    #expect(try decode(header(5, "TUPLTYPE OTHER"), [1, 2, 3, 4, 5]).pixels == [0xFF01_0203])
  }

  @Test func `that is truncated shows its first rows and reports it`() throws {
    let decoded = try decode("P5 2 3 255\n", [1, 2, 3, 4, 5])
    #expect(decoded.error?.description.hasSuffix("after row 2 of 3.") == true)
    #expect(decoded[1, 1] == 0xFF04_0404 && decoded[0, 2] == 0)
  }

  @Test(
    arguments: [
      "P5 ", "P5 1", "P5 0 1 255 ", "P5 1 1 0 ", "P5 1 1 65536 ", "P5 -1 1 255 ",
      "P5 99999999999999999999 1 255 ", "P6 4000000000 4000000000 255 ", "P7\nWIDTH 1\n",
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 70000\nMAXVAL 255\nENDHDR\n", "P3 300000 300000 255 ",
    ])
  func `with an invalid header is refused`(text: String) {
    #expect(throws: ImagingError.self) { try decode(text) }
  }

  @Test func `is not confused with files that begin alike`() {
    let error = #expect(throws: ImagingError.self) { try decode("P7 332\n#END_OF_COMMENTS\n") }
    #expect(error?.code == .unknownFormat)
  }
}
