import OverscrollShell
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollHost
@testable import OverscrollViewer

@Suite struct `A combination of keys without a command` {
  @Test func `has no effect, whatever is held`() throws {
    var random = SplitMix64(seed: 8)
    let keys =
      (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(Unicode.Scalar($0)) }
      + (0...9).map { "\($0)" } + ["Left", "Home", "space", "F11", "F5", "Return", "Tab", "minus"]
    let modifiers: [(name: String, value: Input.Modifiers)] = [
      ("ctrl", .control), ("alt", .alt), ("super", .logo), ("shift", .shift),
    ]
    var combinations: [String] = []
    while combinations.count < 60 {
      let held = modifiers.filter { _ in random.chance(0.4) }
      let key = random.pick(keys)
      let set = held.reduce(into: Input.Modifiers()) { $0.insert($1.value) }
      // With Shift a key types another symbol, which the layout decides.
      guard !set.isEmpty, !set.contains(.shift) || key.count > 1 && key != "minus" else { continue }
      let event = Input.Key(time: 0, action: .pressed, name: key, shiftedDigit: nil, modifiers: set)
      if KeyMap.table.command(for: event) == nil {
        combinations.append((held.map(\.name) + [key]).joined(separator: "+"))
      }
    }
    let folder = try PictureFolder(of: 3)
    let viewer = try HeadlessViewer([folder.path + "/p2.ppm", "--animations", "off"])
    try viewer.wait(forPicture: 2)
    let before = try viewer.settle()
    let title = viewer.title
    for combination in combinations { try viewer.input.type(combination) }
    let after = try viewer.settle()
    #expect(after.isSame(as: before), "\(combinations)")
    #expect(viewer.title == title)
  }
}
