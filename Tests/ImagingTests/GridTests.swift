import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `A grid` {
  static let grids: [Grid] = {
    let sizes = [(550, 350, 50), (1_000_000, 1_000_000, 50), (3000, 1700, 64), (70_000, 90, 10)]
    return sizes.compactMap {
      try? Grid(size: PixelSize(width: $0.0, height: $0.1), spacing: $0.2)
    }
  }()

  @Test(arguments: grids) func `has tiles that agree with neighbors' aprons`(grid: Grid) throws {
    let pyramid = Pyramid(size: grid.size)
    var random = SplitMix64(seed: 11)
    for level in pyramid.levels {
      let tiles = pyramid.grid(ofLevel: level)
      let column = Int.random(in: 0..<max(1, tiles.width - 1), using: &random)
      let row = Int.random(in: 0..<max(1, tiles.height - 1), using: &random)
      let here = try grid.tile(TileKey(level: level, column: column, row: row), of: pyramid)
      if column + 1 < tiles.width {
        let right = try grid.tile(TileKey(level: level, column: column + 1, row: row), of: pyramid)
        let reach = min(2, right.size.width)
        let agree = (-2..<here.size.height + 2).allSatisfy { y in
          (-2..<reach).allSatisfy { here[256 + $0, y] == right[$0, y] }
        }
        #expect(agree)
      }
      if row + 1 < tiles.height {
        let below = try grid.tile(TileKey(level: level, column: column, row: row + 1), of: pyramid)
        let reach = min(2, below.size.height)
        let agree = (-2..<here.size.width + 2).allSatisfy { x in
          (-2..<reach).allSatisfy { here[x, 256 + $0] == below[x, $0] }
        }
        #expect(agree)
      }
    }
  }

  @Test(arguments: grids) func `repeats its edge pixels around itself`(grid: Grid) throws {
    let pyramid = Pyramid(size: grid.size)
    for level in pyramid.levels {
      let tiles = pyramid.grid(ofLevel: level)
      let first = try grid.tile(TileKey(level: level, column: 0, row: 0), of: pyramid)
      let key = TileKey(level: level, column: tiles.width - 1, row: tiles.height - 1)
      let last = try grid.tile(key, of: pyramid)
      let (right, bottom) = (last.size.width - 1, last.size.height - 1)
      for beyond in 1...2 {
        #expect(first[-beyond, 20 % first.size.height] == first[0, 20 % first.size.height])
        #expect(first[3, -beyond] == first[3, 0] && first[-beyond, -beyond] == first[0, 0])
        #expect(last[right + beyond, bottom] == last[right, bottom])
        #expect(last[right + beyond, bottom + beyond] == last[right, bottom])
      }
    }
  }

  @Test(arguments: [2, 3]) func `scales its lettering with the desktop`(scale: Int) throws {
    let size = PixelSize(width: 2000, height: 2000)
    let pyramid = Pyramid(size: size)
    let key = TileKey(level: 0, column: 0, row: 0)
    let plain = try Grid(size: size).tile(key, of: pyramid)
    let large = try Grid(size: size).lettered(at: Double(scale)).tile(key, of: pyramid)
    var inked = 0
    // The label "0,0" beside the first crossing.
    for y in 1..<45 / scale {
      for x in 1..<45 / scale {
        let isInked = plain[x, y] == GridColors.largeLabel
        inked += isInked ? 1 : 0
        #expect((large[x * scale, y * scale] == GridColors.largeLabel) == isInked)
        let corner = large[x * scale + scale - 1, y * scale + scale - 1]
        #expect((corner == GridColors.largeLabel) == isInked)
      }
    }
    #expect(inked > 20)
  }

  @Test func `has lettering no larger than its cells`() throws {
    let size = PixelSize(width: 2000, height: 2000)
    for (spacing, scale) in [(50, 3), (10, 1), (200, 8)] {
      #expect(try Grid(size: size, spacing: spacing).lettered(at: 8).letterScale == scale)
    }
  }

  @Test func `encodes each cell in its microprint`() throws {
    let grid = try Grid(size: PixelSize(width: 1_000_000, height: 1_000_000))
    let pyramid = Pyramid(size: grid.size)
    let cells = [(0, 0), (1, 0), (0, 1), (2, 3), (777, 12_345), (19_999, 19_999), (16_384, 8191)]
    for (column, row) in cells {
      var tiles: [TileKey: TilePixels] = [:]
      let found = GridCode.cell(spacing: grid.spacing) { x, y in
        let (left, top) = (column * grid.spacing + x, row * grid.spacing + y)
        let key = TileKey(level: 0, column: left / 256, row: top / 256)
        if tiles[key] == nil { tiles[key] = try? grid.tile(key, of: pyramid) }
        return tiles[key]?[left % 256, top % 256] ?? 0
      }
      #expect(found == GridCell(column: column, row: row))
    }
  }

  @Test func `encodes each cell modulo sixteen in its tint`() throws {
    for column in 0..<40 {
      for row in 0..<40 {
        let cell = GridCell(column: column, row: row)
        let residues = GridCell(column: column % 16, row: row % 16)
        #expect(GridCode.residues(of: GridCode.tint(of: cell)) == residues)
        #expect(GridCode.residues(of: GridCode.dot(on: GridCode.tint(of: cell))) == nil)
      }
    }
    let others = GridColors.lines(hairlineStrength: 64) + GridColors.lines(hairlineStrength: 256)
    for ink in others.filter({ $0 != others[0] }) + [
      GridColors.largeLabel, GridColors.smallLabel, 0,
    ] {
      #expect(GridCode.residues(of: ink) == nil)
    }
  }

  @Test(arguments: grids)
  func `has in each level paper, and lines that are not too close`(grid: Grid) throws {
    let pyramid = Pyramid(size: grid.size)
    for level in pyramid.levels {
      let step = GridRule(grid, level: level).step
      #expect(step >> level >= 8)
      let tile = try grid.tile(TileKey(level: level, column: 0, row: 0), of: pyramid)
      let place = (step / 2) >> level
      if place < tile.size.width, place < tile.size.height, step >> level > 40 {
        #expect(GridCode.residues(of: tile[place, place]) == GridCell(column: 0, row: 0))
      }
      let line = step >> level
      if line < tile.size.width {
        #expect(GridCode.residues(of: tile[line, min(7, tile.size.height - 1)]) == nil)
      }
    }
  }

  @Test(arguments: [(0, 10, 50), (10, -1, 50), (1_000_001, 5, 50), (10, 10, 9), (10, 10, 10_001)])
  func `of a size or spacing out of range is refused`(width: Int, height: Int, spacing: Int) {
    #expect(throws: ImagingError.self) {
      try Grid(size: PixelSize(width: width, height: height), spacing: spacing)
    }
  }

  @Test func `has no tile outside of its pyramid`() throws {
    let grid = try Grid()
    #expect(throws: ImagingError.self) {
      try grid.tile(TileKey(level: 0, column: 3, row: 0), of: Pyramid(size: grid.size))
    }
  }
}

@Suite struct `The colors of a grid` {
  @Test func `is warm in every line, the paler the fewer`() {
    for strength: UInt32 in [0, 64, 128, 256] {
      for color in GridColors.lines(hairlineStrength: strength) {
        let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
        #expect(red >= blue)
      }
    }
  }
}
