import OverscrollTestSupport
import Testing

@testable import OverscrollBase

@Suite struct `An MD5 digest` {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
    ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
  ])
  func `is that of RFC 1321 and of the desktop's thumbnails`(text: String, digest: String) {
    #expect(MD5.hexadecimal(Array(text.utf8)) == digest)
  }

  @Test func `a file's URI leads back to its path`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let name = (0..<random.index(20)).map { _ in UInt8(1 + random.index(255)) }
      let path = FilePath(bytes: [0x2F] + name)
      #expect(URIList.paths(in: Array(path.uri.utf8)) == [path])
    }
    #expect(FilePath("/a b/ü&(1).png").uri == "file:///a%20b/%C3%BC&(1).png")
  }
}
