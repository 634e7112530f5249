import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollBrowser

@Suite struct `The natural order of names` {
  private func isBefore(_ one: FilePath, _ other: FilePath) -> Bool {
    let names = [other, one]
    return NaturalOrder.sorted(names, by: \.bytes) != names
  }

  private func sorted(_ names: [String]) -> [String] {
    names.sorted { isBefore(FilePath($0), FilePath($1)) }
  }

  /// Lists of names in their order.
  private static let lists = [
    ["img1.png", "img2.png", "img10.png", "img10a.png", "img100.png"],
    ["a.png", "a1.png", "a-1.png", "ab.png"],
    ["1.png", "2.png", "02.png", "10.png", "a.png"].sorted { _, _ in false },
    ["v1.2.png", "v1.10.png", "v2.0.png"],
    ["9999999999999999999999.png", "10000000000000000000000.png"],
    ["Äpfel 2.jpg", "äpfel 10.jpg", "Äpfel 11.jpg"],
    ["图1.jpg", "图2.jpg", "图10.jpg"],
    ["a.jpg", "a.png", "b"],
  ]

  @Test(arguments: lists.indices)
  func `counts numbers by their value`(index: Int) {
    let list = Self.lists[index]
    if index == 2 {
      // The same value is in the order of bytes.
      #expect(sorted(list) == ["1.png", "02.png", "2.png", "10.png", "a.png"])
    } else {
      #expect(sorted(list.reversed()) == list)
    }
  }

  @Test func `is that of ls -v for prefixes, numbers and suffixes`() throws {
    var random = SplitMix64(seed: 7)
    var names: Set<String> = []
    for prefix in ["img", "dsc_", "scan-", "a", ""] {
      for _ in 0..<40 { names.insert("\(prefix)\(random.index(2000)).png") }
    }
    for minor in 0..<20 { names.insert("v1.\(minor).png") }
    let list = try ChildProcess(
      ["sh", "-c", "printf '%s\\n' \"$@\" | LC_ALL=C sort -V", "sort"] + names.sorted()
    ).readToEnd()
    let expected = list.split(separator: "\n").map(String.init)
    for prefix in ["img", "dsc_", "scan-", "v"] {
      // Version sort has letters before punctuation across different prefixes; within one, the orders agree.
      let own = expected.filter { $0.hasPrefix(prefix) }
      #expect(sorted(own.shuffled(using: &random)) == own, "\(prefix)")
    }
  }

  @Test func `is total, also for bytes that are not UTF-8`() {
    var random = SplitMix64(seed: 3)
    let bytes: [UInt8] = [0x30, 0x31, 0x39, 0x41, 0x61, 0x2E, 0x2D, 0xC3, 0xA4, 0xFF, 0x80]
    let names = (0..<60).map { _ in
      FilePath(bytes: (0..<1 + random.index(6)).map { _ in random.pick(bytes) })
    }
    for one in names {
      #expect(!isBefore(one, one))
      for other in names where one != other {
        #expect(isBefore(one, other) != isBefore(other, one))
        for third in names
        where isBefore(one, other) && isBefore(other, third) {
          #expect(isBefore(one, third), "\(one) \(other) \(third)")
        }
      }
    }
  }
}
