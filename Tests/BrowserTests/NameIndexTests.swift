import OverscrollBase
import Testing

@testable import OverscrollBrowser

@Suite struct `A search among names` {
  private func found(_ text: String, _ names: [String]) -> [String] {
    NameIndex(names.map { FilePath($0) }).matches(text).map { names[Int($0)] }
  }

  @Test func `finds any part, without case and accents, and all of its words`() {
    let names = [
      "Séjour à Évian 01.JPG", "sejour-02.jpg", "Straße.png", "Łódź.tif", "Ёлка й.png", "ΆΛΦΑ.png",
      "e\u{301}te\u{301}.jpg", "IMG_0451.CR2",
    ]
    #expect(found("sejour", names) == Array(names[0...1]))
    #expect(found("EVIAN séj", names) == [names[0]])
    #expect(found("strasse", names) == ["Straße.png"] && found("ß", names) == ["Straße.png"])
    #expect(found("lodz", names) == ["Łódź.tif"])
    #expect(found("елка и", names) == ["Ёлка й.png"])
    #expect(found("αλφα", names) == ["ΆΛΦΑ.png"])
    #expect(found("ete", names) == ["e\u{301}te\u{301}.jpg"] && found("été", names).count == 1)
    #expect(found("451", names) == ["IMG_0451.CR2"])
    #expect(found("  ", names) == names && found("x 451", names).isEmpty)
  }

  @Test func `goes on among what was found, and ends at a limit`() {
    let index = NameIndex((0..<1000).map { FilePath("p\($0).png") })
    let all = index.matches("1")
    #expect(index.matches("11", among: all) == index.matches("11"))
    #expect(index.matches("1", limit: 3) == [1, 10, 11])
    #expect(NameIndex([FilePath(bytes: [0xFF, 0x61])]).matches("A") == [0])
  }
}
