internal import ScrollGeometry

/// A TIFF file to be put together by hand, since libtiff's own writing takes variable arguments.
struct TIFFBuilder {
  /// One picture of the file.
  struct Page {
    var size: PixelSize
    /// 1 gray, 2 RGB, 3 palette, 5 inks, 8 … 10 Lab; 0 gray upside down.
    var photometric = 2
    var samples = 3
    var bits = 8
    /// 1 unsigned, 2 signed, 3 floating.
    var format = 1
    /// 1 premultiplied, 2 not.
    var extraSamples: [Int] = []
    var isPlanar = false
    /// Tiles of this size; strips of so many rows when nil.
    var tile: PixelSize?
    var rowsPerStrip = 16
    var usesPackBits = false
    /// The numbers of blocks that the file leaves out as GDAL does: without a place and bytes.
    var leftOut: Set<Int> = []
    /// The numbers of blocks whose place is lost, but not the number of their bytes.
    var lost: Set<Int> = []
    var orientation = 1
    /// TIFF's number of the type of the orientation.
    var orientationType = 3
    /// The x and y of white, in ten thousandths.
    var white: [Int] = []
    /// The least and the greatest sample, in whole numbers.
    var range: [Int] = []
    var isReduced = false
    var isMask = false
    /// GDAL's text of the sample that means no data.
    var noData = ""
    var palette: [Int] = []
    var profile: [UInt8] = []
    var subpages: [Page] = []
    /// What lies behind the blocks, such as ImageJ's further planes.
    var behind: [UInt8] = []
    /// Further tags: their numbers, types and values.
    var tags: [(Int, Int, [Int])] = []
    /// The bits of a sample, from column, row and channel.
    var sample: (Int, Int, Int) -> UInt64
  }

  var pages: [Page]
  var isBig = false
  var isBigEndian = false

  /// A tag of text.
  static func text(_ tag: Int, _ text: String) -> (Int, Int, [Int]) {
    (tag, 2, (text.utf8 + [0]).map { Int($0) })
  }

  /// Tags that place a page on a map: 10 by 20 units a pixel, from 500,000 east and 4,000,000 north on.
  static let map = [(33550, [10.0, 20, 0]), (33922, [0, 0, 0, 500_000, 4_000_000, 0])].map {
    tag, values in (tag, 12, values.map { Int(bitPattern: UInt($0.bitPattern)) })
  }

  /// All bytes of the file.
  var bytes: [UInt8] {
    var output: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    output += number(isBig ? 43 : 42, 2) + (isBig ? number(8, 2) + number(0, 2) : [])
    var link = output.count
    output += number(0, wordLength)
    for page in pages {
      let (place, next) = append(page, to: &output)
      output.replaceSubrange(link..<link + wordLength, with: number(place, wordLength))
      link = next
    }
    return output
  }

  private var wordLength: Int { isBig ? 8 : 4 }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// Two numbers of four bytes as one of eight.
  private func fraction(_ over: Int, _ under: Int) -> Int {
    isBigEndian ? over << 32 | under : under << 32 | over
  }

  /// Answers the place of the directory and of its link to the next.
  private func append(_ page: Page, to output: inout [UInt8]) -> (Int, Int) {
    var offsets: [Int] = []
    var counts: [Int] = []
    for (number, block) in blocks(page).enumerated() {
      offsets.append(page.leftOut.union(page.lost).contains(number) ? 0 : output.count)
      counts.append(block.count)
      output += block
    }
    output += page.behind
    let below = page.subpages.map { append($0, to: &output).0 }
    var tags: [(Int, Int, [Int])] = [
      (254, 4, [(page.isReduced ? 1 : 0) | (page.isMask ? 4 : 0)]), (256, 4, [page.size.width]),
      (257, 4, [page.size.height]),
      (258, 3, .init(repeating: page.bits, count: page.samples)),
      (259, 3, [page.usesPackBits ? 32773 : 1]), (262, 3, [page.photometric]),
      (274, page.orientationType, [page.orientation]), (277, 3, [page.samples]),
      (284, 3, [page.isPlanar ? 2 : 1]),
      (339, 3, .init(repeating: page.format, count: page.samples)),
    ]
    if let tile = page.tile {
      tags += [
        (322, 4, [tile.width]), (323, 4, [tile.height]), (324, 4, offsets), (325, 4, counts),
      ]
    } else {
      tags += [(273, 4, offsets), (278, 4, [page.rowsPerStrip]), (279, 4, counts)]
    }
    if !page.extraSamples.isEmpty { tags.append((338, 3, page.extraSamples)) }
    if !page.range.isEmpty { tags += [(340, 9, [page.range[0]]), (341, 9, [page.range[1]])] }
    if !page.white.isEmpty { tags.append((318, 5, page.white.map { fraction($0, 10_000) })) }
    if !page.palette.isEmpty { tags.append((320, 3, page.palette)) }
    if !page.profile.isEmpty { tags.append((34675, 7, page.profile.map { Int($0) })) }
    tags += page.tags
    if !page.noData.isEmpty { tags.append((42113, 2, (page.noData.utf8 + [0]).map { Int($0) })) }
    if !below.isEmpty { tags.append((330, isBig ? 18 : 13, below)) }
    return append(tags.sorted { $0.0 < $1.0 }, to: &output)
  }

  private func append(_ tags: [(Int, Int, [Int])], to output: inout [UInt8]) -> (Int, Int) {
    let lengths = [3: 2, 4: 4, 5: 8, 7: 1, 8: 2, 9: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8]
    let entries = tags.map { tag, type, values -> [UInt8] in
      let all = values.flatMap { number($0, lengths[type] ?? 1) }
      var place = all
      if all.count > wordLength {
        place = number(output.count, wordLength)
        output += all
      }
      place += [UInt8](repeating: 0, count: wordLength - place.count)
      return number(tag, 2) + number(type, 2) + number(values.count, wordLength) + place
    }
    let place = output.count
    output += number(entries.count, isBig ? 8 : 2) + entries.flatMap { $0 }
    let link = output.count
    output += number(0, wordLength)
    return (place, link)
  }

  private func blocks(_ page: Page) -> [[UInt8]] {
    let block =
      page.tile
      ?? PixelSize(width: page.size.width, height: min(page.rowsPerStrip, page.size.height))
    let planes = page.isPlanar ? (0..<page.samples).map { [$0] } : [Array(0..<page.samples)]
    var number = -1
    return planes.flatMap { channels in
      stride(from: 0, to: page.size.height, by: block.height).flatMap { y in
        stride(from: 0, to: page.size.width, by: block.width).map { x in
          number += 1
          guard !page.leftOut.contains(number) else { return [] }
          let height = page.tile == nil ? min(block.height, page.size.height - y) : block.height
          return rows(y..<y + height, x..<x + block.width, channels, page)
        }
      }
    }
  }

  /// The bytes of a strip or a tile, each row of which begins with a byte of its own.
  private func rows(
    _ rows: Range<Int>, _ columns: Range<Int>, _ channels: [Int], _ page: Page
  ) -> [UInt8] {
    let (sample, size, bits) = (page.sample, page.size, page.bits)
    let mask = UInt64.max >> UInt64(64 - bits)
    let shifts = (0..<bits / 8).map { UInt64(8 * $0) }
    let places = isBigEndian ? shifts.reversed() : shifts
    var raw: [UInt8] = []
    for y in rows {
      var (waiting, count) = (UInt64(0), 0)  // bits that are not a byte yet
      for x in columns {
        for channel in channels {
          let value = x < size.width && y < size.height ? sample(x, y, channel) : 0
          if bits % 8 == 0 {
            for place in places { raw.append(UInt8(truncatingIfNeeded: value >> place)) }
            continue
          }
          (waiting, count) = (waiting << UInt64(bits) | value & mask, count + bits)
          while count >= 8 {
            count -= 8
            raw.append(UInt8(truncatingIfNeeded: waiting >> UInt64(count)))
          }
        }
      }
      if count > 0 { raw.append(UInt8(truncatingIfNeeded: waiting << UInt64(8 - count))) }
    }
    return page.usesPackBits ? raw.flatMap { [0, $0] } : raw
  }
}
