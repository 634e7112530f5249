import Glibc
import OverscrollImaging
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@Suite struct `Opening files by the desktop's dialog` {
  private func folder() throws -> PictureFolder {
    let folder = try PictureFolder(of: 3)
    return folder
  }

  private func viewer(_ folder: PictureFolder, bus: String) throws -> RunningViewer {
    let viewer = try RunningViewer(
      [folder.path + "/p1.ppm", "--alone"], environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `shows what was chosen in the desktop's dialog`() throws {
    let folder = try folder()
    let portal = try Portal(
      .answers, choosing: [folder.path + "/p3.ppm", folder.path + "/p2.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.wait(forPicture: 3, after: "ctrl+o")
    try viewer.wait(forTitle: "p3.ppm (200×150) – 1 of 2 – Overscroll")
    #expect(portal.request == "x11: Open Pictures current_folder filters handle_token multiple")
    try viewer.input.type("ctrl+shift+o")
    try waitUntil("a request for folders") {
      portal.request == "x11: Open Folders current_folder directory handle_token multiple"
    }
  }

  @Test func `offers the files of every format in the desktop's dialog`() throws {
    let folder = try folder()
    let portal = try Portal(.cancels)
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+o")
    try waitUntil("the request") { !portal.request.isEmpty }
    #expect(portal.types == ImageFormat.mediaTypes + LoaderFormat.mediaTypes)
  }

  @Test func `saves where the desktop's dialog says`() throws {
    let folder = try folder()
    let file = TestFolder.make() + "/saved.jpg"
    let portal = try Portal(.answers, choosing: [file])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.input.type("ctrl+s")
    try waitUntil("the file") { access(file, F_OK) == 0 }
    #expect(
      portal.request
        == "x11: Save Picture p1-copy.png current_folder current_name filters handle_token")
    #expect(portal.types == ["image/png", "image/jpeg", "image/webp", "image/tiff"])
    let info = try RunningViewer.run(["info", file]).output
    #expect(info.hasPrefix("format: JPEG\n") && info.contains("size: 200×150 pixels"))
  }

  @Test func `saves the part of the picture that is chosen in the desktop's dialog`() throws {
    let folder = try PictureFolder(of: 1, width: 3000, height: 2000)
    let file = TestFolder.make() + "/saved.png"
    let portal = try Portal(.answers, choosing: [file])
    let viewer = try RunningViewer(
      [folder.path + "/p1.ppm", "--zoom", "100%"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": portal.address])
    try viewer.wait(forPicture: 1)
    try viewer.wait(forTitle: "p1.ppm (2000×3000) – Overscroll", after: "greater")
    try viewer.input.type("ctrl+s")
    try waitUntil("the file") { access(file, F_OK) == 0 }
    #expect(
      portal.parts
        == "Save: Whole picture, 2000 × 3000, rotated | Visible part, 1280 × 800, rotated (0)")
    let info = try RunningViewer.run(["info", file]).output
    #expect(info.contains("size: 1280×800 pixels"))
  }

  @Test func `believes nobody but the portal`() throws {
    let folder = try folder()
    let portal = try Portal(
      .isForged, choosing: [folder.path + "/p2.ppm", folder.path + "/p3.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    try viewer.wait(forPicture: 3, after: "ctrl+o")
  }

  @Test func `shows one dialog at a time, and opens what is chosen in it`() throws {
    let folder = try folder()
    let portal = try Portal(.waits, choosing: [folder.path + "/p3.ppm"])
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try waitUntil("the dialog") { portal.dialogCount == 1 }
    try viewer.wait("a message", after: "ctrl+o", "ctrl+s") { !$0.isSame(as: before) }
    try portal.choose()
    try viewer.wait(forPicture: 3)
    #expect(portal.dialogCount == 1)
  }

  @Test func `asks for a path where the portal ends while its dialog is open`() throws {
    let folder = try folder()
    let portal = try Portal(.dies)
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.wait("the field", after: "ctrl+o") { !$0.isSame(as: before) }
    try viewer.wait(forPicture: 2, after: "Tab", "2", "period", "Tab", "Return")
  }

  @Test func `changes nothing where the dialog is closed`() throws {
    let folder = try folder()
    let portal = try Portal(.cancels)
    let viewer = try viewer(folder, bus: portal.address)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+o")
    try waitUntil("the request") { !portal.request.isEmpty }
    #expect(try viewer.settle().isSame(as: before))
  }

  @Test(arguments: ["no bus", "no portal", "a silent portal"])
  func `asks for a path where there is no dialog`(what: String) throws {
    let folder = try folder()
    let portal = try what == "no bus" ? nil : Portal(what == "no portal" ? nil : .isSilent)
    let viewer = try viewer(folder, bus: portal?.address ?? "unix:path=/nonexistent")
    let before = try viewer.settle()
    try viewer.wait("the field", after: "ctrl+o") { !$0.isSame(as: before) }
    try viewer.input.type("Escape")
    try viewer.wait("the field to go") { $0.isSame(as: before) }
    try viewer.wait("the field", after: "ctrl+o") { !$0.isSame(as: before) }
    // The field has the folder; Tab completes the part that all names share.
    try viewer.wait(forPicture: 2, after: "Tab", "2", "period", "Tab", "Return")
  }
}

@Suite struct `A file in other programs` {
  private let folder = PictureFolder()

  private func viewer(_ portal: Portal) throws -> RunningViewer {
    try folder.add("p 1.ppm", 1)
    let viewer = try RunningViewer(
      [folder.path + "/p 1.ppm"], environment: ["DBUS_SESSION_BUS_ADDRESS": portal.address])
    try viewer.wait(forPicture: 1)
    return viewer
  }

  @Test func `is shown by the file manager, or else its folder by the portal`() throws {
    for (manner, openings) in [
      (Portal.Manner.hasFileManager, "ShowItems p%201.ppm\n"),
      (.answers, "OpenDirectory p 1.ppm\n"),
    ] {
      let portal = try Portal(manner)
      let viewer = try viewer(portal)
      let before = try viewer.settle()
      try viewer.input.type("ctrl+shift+e")
      try waitUntil("the folder") { portal.openings == openings }
      #expect(try viewer.settle().isSame(as: before))
    }
  }

  @Test func `is opened by the program that is chosen in the desktop's dialog`() throws {
    let portal = try Portal(.answers)
    let viewer = try viewer(portal)
    let before = try viewer.settle()
    try viewer.input.type("ctrl+e")
    try waitUntil("the dialog") { portal.openings == "OpenFile asks p 1.ppm\n" }
    #expect(try viewer.settle().isSame(as: before))
    // Without one, a message says so.
    let other = try self.viewer(Portal(nil))
    let plain = try other.settle()
    try other.wait("a message", after: "ctrl+e") { !$0.isSame(as: plain) }
  }
}

@Suite struct `A slideshow in a real window` {
  private let folder = PictureFolder()

  @Test func `keeps the screen on in full screen only, as long as it runs`() throws {
    let portal = try Portal(.answers)
    for number in 1...3 { try folder.add("p\(number).ppm", number) }
    let viewer = try RunningViewer(
      [folder.path, "--slideshow", "60"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": portal.address])
    try viewer.wait(forPicture: 1)
    try viewer.settle()
    #expect(portal.inhibitions == "")
    try viewer.input.type("f")
    try waitUntil("a request") { portal.inhibitions == "x11: idle Slideshow\n" }
    try viewer.input.type("s")
    try waitUntil("its end") { portal.inhibitions == "x11: idle Slideshow\nend\n" }
  }
}
