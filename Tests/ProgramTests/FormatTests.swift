import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollImaging

@Suite struct `The formats of pictures` {
  private static let desktop = TextFiles.text("Resources/overscroll.desktop")
  private static let metainfo = TextFiles.text("Resources/overscroll.metainfo.xml")

  @Test func `are those of the desktop entry`() throws {
    let line = try #require(Self.desktop.firstMatch(of: /MimeType=(.*)/)).1
    #expect(Set(line.split(separator: ";").map(String.init)) == Set(ImageFormat.mediaTypes))
  }

  @Test func `are those that file managers ask the program to make thumbnails of`() throws {
    let entry = TextFiles.text("Resources/overscroll.thumbnailer")
    let types = try #require(entry.firstMatch(of: /MimeType=(.*)/)).1.split(separator: ";")
    #expect(types.map(String.init).sorted() == ImageFormat.mediaTypes.sorted())
  }

  @Test func `are those of the software catalog`() {
    let types = Self.metainfo.matches(of: /<mediatype>(.*)<\/mediatype>/).map { String($0.1) }
    #expect(Set(types) == Set(ImageFormat.mediaTypes))
    #expect(types.count == ImageFormat.mediaTypes.count)
  }

  @Test func `are named in the help of every command that reads them`() throws {
    for command in ["view", "info", "render", "thumbnail"] {
      let help = try RunningViewer.run([command, "--help"]).output
      let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(ImageFormat.alternatives), "\(command)")
      #expect(words.contains(LoaderFormat.message), "\(command)")
    }
  }

  @Test func `of the loader are those of its own desktop entry, which no menu shows`() throws {
    let entry = TextFiles.text("Resources/overscroll-formats.desktop")
    let types = try #require(entry.firstMatch(of: /MimeType=(.*)/)).1.split(separator: ";")
    #expect(types.map(String.init).sorted() == LoaderFormat.mediaTypes.sorted())
    #expect(entry.contains("\nNoDisplay=true\n"))
    #expect(Set(LoaderFormat.mediaTypes).isDisjoint(with: ImageFormat.mediaTypes))
  }

  @Test(arguments: ImageFormat.all.flatMap(\.suffixes) + LoaderFormat.all.flatMap(\.suffixes))
  func `are found in a folder by every suffix`(suffix: String) {
    #expect(ImageFile.hasSuffix(FilePath("a.\(suffix)")))
    #expect(ImageFile.hasSuffix(FilePath("a.\(suffix.uppercased())")))
    #expect(!ImageFile.hasSuffix(FilePath("\(suffix)")))
  }
}
