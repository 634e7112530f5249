import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A scaler of rows` {
  private func scale(_ picture: ReferencePicture, to size: PixelSize) -> ReferencePicture {
    var scaler = RowScaler(from: picture.size, to: size)
    var pixels: [UInt32] = []
    for y in 0..<picture.size.height {
      picture.pixels[y * picture.size.width..<(y + 1) * picture.size.width]
        .withUnsafeBufferPointer { row in scaler.add(row) { pixels += $0 } }
    }
    return ReferencePicture(size: size, pixels: pixels)
  }

  /// The same by the definition of the filter, in both directions at once.
  private func expected(_ picture: ReferencePicture, _ size: PixelSize, _ x: Int, _ y: Int)
    -> [Double]
  {
    func weights(_ index: Int, _ from: Int, _ to: Int) -> [(Int, Double)] {
      let ratio = Double(from) / Double(to)
      let center = (Double(index) + 0.5) * ratio - 0.5
      let (start, end) = (Double(index) * ratio, Double(index + 1) * ratio)
      let all = (0..<from).map { pixel -> (Int, Double) in
        guard to < from else { return (pixel, max(0, 1 - abs(Double(pixel) - center))) }
        return (pixel, max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel))))
      }
      let sum = all.reduce(0) { $0 + $1.1 }
      return all.filter { $0.1 > 0 }.map { ($0.0, $0.1 / sum) }
    }
    var sums = [0.0, 0, 0, 0]
    for (row, vertical) in weights(y, picture.size.height, size.height) {
      for (column, horizontal) in weights(x, picture.size.width, size.width) {
        let pixel = picture[column, row]
        for channel in 0..<4 {
          sums[channel] += vertical * horizontal * Double(pixel >> UInt32(24 - 8 * channel) & 0xFF)
        }
      }
    }
    return sums
  }

  @Test(arguments: 0..<20)
  func `follows the filter's definition at any ratio`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func size() -> PixelSize {
      PixelSize(
        width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
    }
    let picture = ReferencePicture(noise: size(), hasAlpha: seed % 2 == 1, using: &random)
    let target = size()
    let scaled = scale(picture, to: target)
    #expect(scaled.pixels.count == target.width * target.height)
    for y in 0..<target.height {
      for x in 0..<target.width {
        let wanted = expected(picture, target, x, y)
        for channel in 0..<4 {
          let found = Double(scaled[x, y] >> UInt32(24 - 8 * channel) & 0xFF)
          #expect(abs(found - wanted[channel]) <= 0.51)
        }
      }
    }
  }

  @Test func `makes one pixel of each block where it shrinks`() {
    var random = SplitMix64(seed: 2)
    let size = PixelSize(width: 23, height: 17)
    let blocks = ReferencePicture(noise: size, using: &random)
    for (across, down) in [(2, 2), (3, 5), (1, 4)] {
      var large = ReferencePicture(
        size: PixelSize(width: size.width * across, height: size.height * down), pixels: [])
      for y in 0..<large.size.height {
        for x in 0..<large.size.width { large.pixels.append(blocks[x / across, y / down]) }
      }
      // Pixels of the neighbors have no part in it.
      #expect(scale(large, to: size) == blocks)
    }
    // Nothing is left out: a pattern of single pixels becomes its mean.
    let checkers = ReferencePicture(
      size: PixelSize(width: 40, height: 30),
      pixels: (0..<1200).map { ($0 % 40 + $0 / 40) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
    for (width, height) in [(20, 15), (10, 5)] {
      let gray = scale(checkers, to: PixelSize(width: width, height: height))
      #expect(gray.pixels.allSatisfy { [0xFF7F_7F7F, 0xFF80_8080].contains($0) })
    }
  }

  @Test func `changes nothing at the same size`() {
    var random = SplitMix64(seed: 1)
    let picture = ReferencePicture(noise: PixelSize(width: 33, height: 21), using: &random)
    #expect(scale(picture, to: picture.size) == picture)
  }
}

@Suite struct `The places of two pictures` {
  @Test(arguments: 0..<200)
  func `hold both on the smallest canvas`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let longest = [3, 50, 5000].randomElement(using: &random) ?? 3
    let sizes = PicturePair { _ in
      PixelSize(
        width: .random(in: 1...longest, using: &random),
        height: .random(in: 1...longest, using: &random))
    }
    for place in PairPlace.allCases {
      let layout = PairLayout(sizes, place: place)
      let (a, b) = (layout.frames.a, layout.frames.b)
      #expect(min(a.x, b.x) == 0 && min(a.y, b.y) == 0 && a.size == sizes.a)
      #expect(layout.canvas == PixelSize(width: max(a.maxX, b.maxX), height: max(a.maxY, b.maxY)))
      #expect(layout.overlap.area > 0)
      #expect(layout.compared.size == layout.overlap.size)
      #expect(PixelRect(sizes.a).intersection(layout.compared) == layout.compared)
      switch place {
      case .topLeft, .map: #expect(b == PixelRect(sizes.b))
      case .center:
        #expect(b.size == sizes.b)
        let across = a.x + a.maxX - b.x - b.maxX
        let down = a.y + a.maxY - b.y - b.maxY
        #expect(abs(across) <= 1 && abs(down) <= 1)
      case .fit:
        #expect(layout.canvas == sizes.a && (b.width == a.width || b.height == a.height))
        let wanted = sizes.b.size * layout.scaleOfB
        #expect(abs(wanted.width - Double(b.width)) <= 1)
        #expect(abs(wanted.height - Double(b.height)) <= 1)
      }
      let same = PairLayout(PicturePair(a: sizes.a, b: sizes.a), place: place)
      #expect(same.frames.a == same.frames.b && same.scaleOfB == 1 && !same.scalesB)
    }
  }
}
