import OverscrollTestSupport
import Testing

@testable import OverscrollImaging

@Suite struct `The profile of a display` {
  private func shown(_ pixels: [UInt32], by profile: [UInt8]) throws -> [UInt32] {
    let display = try #require(DisplayProfile(profile))
    var pixels = pixels
    pixels.withUnsafeMutableBufferPointer { display.apply($0) }
    return pixels
  }

  @Test func `changes colors for its primaries`() throws {
    // What is called red is green there.
    let (red, green, white, black): (UInt32, UInt32, UInt32, UInt32) = (
      0xFFFF_0000, 0xFF00_FF00, 0xFFFF_FFFF, 0xFF00_0000
    )
    let colors = try shown([red, green, white, black], by: Profiles.swapped)
    for (color, expected) in zip(colors, [green, red, white, black]) {
      #expect(difference(color, expected) <= 3)
    }
  }

  @Test func `keeps transparency`() throws {
    let colors = try shown([0x8080_0000, 0, 0xFFFF_FFFF], by: Profiles.swapped)
    #expect(difference(colors[0], 0x8000_8000) <= 3)
    #expect(colors[0] >> 24 == 0x80 && colors[1] == 0)
  }

  @Test func `converts nothing where it is sRGB`() throws {
    #expect(try #require(DisplayProfile(Profiles.screen)).converts == false)
    #expect(try #require(DisplayProfile(Profiles.wide)).converts)
    let colors: [UInt32] = [0xFF12_3456]
    #expect(try shown(colors, by: Profiles.screen) == colors)
  }

  @Test func `is nothing else than the profile of an RGB display`() {
    #expect(DisplayProfile([]) == nil)
    #expect(DisplayProfile(Array("no profile".utf8)) == nil)
    #expect(DisplayProfile(Profiles.linearGrey) == nil)
    #expect(DisplayProfile(Array(Profiles.swapped.prefix(200))) == nil)
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var damaged = Profiles.swapped
      for _ in 0..<8 {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = .random(in: 0...255, using: &random)
      }
      // It may be usable, or not.
      if let display = DisplayProfile(damaged) {
        var pixels: [UInt32] = [0xFF12_3456]
        pixels.withUnsafeMutableBufferPointer { display.apply($0) }
      }
    }
  }
}
