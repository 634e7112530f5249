import ArgumentParser
import OverscrollBrowser
import Testing

@testable import overscroll

@Suite struct `The viewer's options` {
  @Test func `have their documented defaults`() throws {
    let options = try ViewerOptions.parse([])
    #expect(!options.fullscreen && !options.hud)
    #expect(options.wheel == .pan && options.animations == nil)
    #expect(options.filter == .auto && options.zoom == nil && options.scale == nil)
    #expect(options.maxZoom == 64 && options.memory.megabytes == 256)
    #expect(options.diskCache.gigabytes == 10)
    #expect(options.maxMegapixels.megapixels == 20_000)
  }

  @Test func `are read from the command line`() throws {
    let options = try ViewerOptions.parse([
      "--fullscreen", "--wheel", "zoom", "--scale", "1.5", "--filter", "nearest", "--animations",
      "off", "--hud", "--max-zoom", "8", "--zoom", "fill",
    ])
    #expect(options.fullscreen && options.hud)
    #expect(options.wheel == .zoom && options.animations == .off)
    #expect(options.scale == 1.5 && options.filter == .nearest)
    #expect(options.maxZoom == 8 && options.zoom == .fill)
  }

  @Test func `are still read by their former names`() throws {
    let former = try ViewCommand.parse(["--beneath", "checks", "--background", "grey"]).options
    #expect(former.pictures.backdrop == Backdrop(background: .gray, transparency: .checkerboard))
    let both = try ViewCommand.parse(["--transparency", "white", "--background", "gray"]).options
    #expect(both.pictures.backdrop == Backdrop(background: .gray, transparency: .white))
    let white = try ViewCommand.parse(["--beneath", "white"]).options
    #expect(white.pictures.backdrop.transparency == .white)
  }

  @Test(arguments: ["0.25", "1", "16"])
  func `take a scale in its range`(scale: String) throws {
    #expect(try ViewerOptions.parse(["--scale", scale]).scale == Double(scale))
  }

  @Test(arguments: [
    ["--scale", "0.24"], ["--scale", "16.1"], ["--scale", "nan"], ["--scale", "inf"],
    ["--scale", "0"], ["--scale=-1"], ["--wheel", "turn"], ["--wheel"], ["--fullscreen", "yes"],
    ["--max-zoom", "0.9"], ["--cache-mb", "0"], ["--disk-cache-gb=-1"],
    ["--max-megapixels", "0"], ["--filter", "cubic"], ["--animations", "maybe"],
  ])
  func `reject other values`(arguments: [String]) {
    #expect(throws: (any Error).self) { try ViewerOptions.parse(arguments) }
  }

  @Test(arguments: [
    ["info", "p.png"], ["thumbnail", "p.png", "-o", "-"], ["render", "p.png", "-o", "-"],
    ["compare-pictures", "p.png", "q.png"], ["view", "p.png"],
  ])
  func `of the same name have the same limits in all commands`(command: [String]) throws {
    func parse(_ limit: String) throws {
      _ = try Overscroll.command(in: command + ["--max-megapixels", limit])
    }
    try parse("1")
    for limit in ["0", "1099511627777"] {
      let error = try #require(throws: (any Error).self) { try parse(limit) }
      let message = "The value '\(limit)' is invalid for '--max-megapixels <max-megapixels>'"
      #expect(Overscroll.message(for: error) == message + ": it must be above 0.")
    }
  }
}
