import OverscrollTestRig
import ScrollGeometry
import Testing

@Suite struct `In a window the monitor's profile` {
  private let folder = PictureFolder()

  @Test func `is there from the start, changes no reading, and the information names it`() throws {
    let viewer = try HeadlessViewer([
      try SwappedProfile.writeRed(to: folder), "--animations", "off",
    ]) { host in
      host.monitorProfile = SwappedProfile.bytes
    }
    try viewer.wait("blue", until: SwappedProfile.isBlue)
    try viewer.input.move(to: Point(640, 400))
    try viewer.waitUntil("the reading", after: "x", "y") {
      viewer.clipboardText == "x 200  y 150   #FA0000   250 0 0"
    }
    try viewer.settle(after: "ctrl+i")
    try viewer.input.move(to: Point(1100, 300))
    try viewer.waitUntil("the information") {
      try viewer.input.type("ctrl+c")
      return viewer.clipboardText.contains("\ndisplay: \(SwappedProfile.name)")
    }
  }

  @Test func `is not used where the command line says so, or gives another`() throws {
    let path = try SwappedProfile.writeRed(to: folder)
    let plain = try HeadlessViewer([path, "--display-profile", "none"]) { host in
      host.monitorProfile = SwappedProfile.bytes
    }
    try plain.wait("red", until: SwappedProfile.isRed)
    let file = folder.path + "/swapped.icc"
    try RunningViewer.write(SwappedProfile.bytes, to: file)
    let other = try HeadlessViewer([path, "--display-profile", file])
    try other.wait("blue", until: SwappedProfile.isBlue)
  }

  @Test(arguments: ["none.icc", "red.ppm"])
  func `that is a wrong file is one sentence`(name: String) throws {
    let path = try SwappedProfile.writeRed(to: folder)
    let result = try RunningViewer.run([path, "--display-profile", folder.path + "/" + name])
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: --display-profile \(folder.path)/\(name): "))
  }
}
