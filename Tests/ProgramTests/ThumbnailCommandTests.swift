import Glibc
import OverscrollTestRig
import OverscrollTestSupport
import ScrollGeometry
import Testing

@testable import OverscrollImaging

@Suite struct `The command for thumbnails` {
  private let folder = TestFolder.make()
  /// What a sandbox of a file manager leaves of a session: nothing.
  private static let environment = [
    "DISPLAY": "", "HOME": "", "XDG_CACHE_HOME": "", "DBUS_SESSION_BUS_ADDRESS": "",
  ]

  private func run(_ arguments: String...) throws -> (status: Int32, errors: String) {
    let result = try RunningViewer.run(["thumbnail"] + arguments, environment: Self.environment)
    #expect(result.output.isEmpty)
    return (result.status, result.errors)
  }

  private func write(_ thumbnail: Thumbnail, _ name: String) throws -> String {
    try RunningViewer.write(try #require(thumbnail.pngFile), to: folder + "/" + name)
    return folder + "/" + name
  }

  /// A picture that is transparent at the left, and red at the right.
  private func picture(_ width: Int, _ height: Int) -> Thumbnail {
    Thumbnail(
      size: PixelSize(width: width, height: height),
      pixels: (0..<width * height).map { $0 % width < width / 2 ? 0 : 0xFFFF_0000 }, isOpaque: false
    )
  }

  private func read(_ path: String) throws -> Thumbnail {
    try #require(Thumbnail.decode(ImageFile.open(path), side: 1 << 16))
  }

  @Test(arguments: [
    (1000, 500, [], 256, 128), (500, 1000, ["--size", "100"], 50, 100),
    (3000, 20, ["--size", "128"], 128, 1), (40, 30, ["--size", "512"], 40, 30),
    (256, 256, [], 256, 256),
  ])
  func `keeps proportions and transparency, and never enlarges`(
    width: Int, height: Int, options: [String], newWidth: Int, newHeight: Int
  ) throws {
    let file = try write(picture(width, height), "a.png")
    let result = try RunningViewer.run(
      ["thumbnail", file, "-o", folder + "/t.png"] + options, environment: Self.environment)
    #expect(result.status == 0 && result.errors.isEmpty)
    let thumbnail = try read(folder + "/t.png")
    #expect(thumbnail.size == PixelSize(width: newWidth, height: newHeight))
    #expect(thumbnail.pixels.first == 0 && thumbnail.pixels.last == 0xFFFF_0000)
    #expect(TestFolder.names(in: folder) == ["a.png", "t.png"])
  }

  /// Whether namespaces can be made: not where / is a folder that was changed to, such as a bare system's.
  private static let canUnshare =
    (try? ChildProcess(["bwrap", "--ro-bind", "/", "/", "true"], errors: "/dev/null").wait()) == 0

  @Test(.enabled(if: canUnshare, "bwrap can make no namespaces here"))
  func `works in a sandbox with nothing but the system's programs and the two files`() throws {
    let file = try write(picture(600, 300), "a.png")
    try RunningViewer.write([], to: folder + "/t.png")
    let libraries = try ChildProcess(["ldd", RunningViewer.path]).readToEnd()
    let folders = Set(libraries.matches(of: #/=> (/.*)/[^/ ]+ /#).map { String($0.1) })
      .filter { !$0.hasPrefix("/usr") && !$0.hasPrefix("/lib") }
    var sandbox = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv"]
    sandbox += ["--ro-bind", "/usr", "/usr"]
    sandbox += ["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"]
    for folder in folders { sandbox += ["--ro-bind", folder, folder] }
    sandbox += ["--ro-bind", RunningViewer.path, "/overscroll", "--ro-bind", file, "/in"]
    sandbox += ["--bind", folder + "/t.png", "/out.png"]
    let child = try ChildProcess(
      sandbox + ["/overscroll", "thumbnail", "/in", "-o", "/out.png", "--size", "128"],
      errors: folder + "/errors")
    let status = try child.wait()
    let errors = try RunningViewer.text(of: folder + "/errors")
    #expect(status == 0 && errors.isEmpty, "\(errors)")
    let thumbnail = try read(folder + "/t.png")
    #expect(thumbnail.size == PixelSize(width: 128, height: 64))
    #expect(thumbnail.pixels.first == 0 && thumbnail.pixels.last == 0xFFFF_0000)
  }

  @Test func `fills an empty file that another program reads by its descriptor`() throws {
    let file = try write(picture(600, 300), "a.png")
    let output = folder + "/t.png"
    let descriptor = open(output, O_RDWR | O_CREAT | O_EXCL, 0o600)
    defer { close(descriptor) }
    #expect(try run(file, "-o", output, "--size", "128").status == 0)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    #expect(count > 8 && bytes[1..<4].elementsEqual("PNG".utf8))
    #expect(try read(output).size == PixelSize(width: 128, height: 64))
    #expect(TestFolder.names(in: folder) == ["a.png", "t.png"])
  }

  @Test func `leaves what was there where there is no picture`() throws {
    let output = folder + "/t.png"
    try RunningViewer.write(Array("before".utf8), to: output)
    let text = folder + "/a.txt"
    try RunningViewer.write(Array("no picture".utf8), to: text)
    for file in [text, folder + "/missing.png"] {
      let (status, errors) = try run(file, "-o", output)
      #expect(status == 1 && errors.hasPrefix("overscroll: \(file): "))
    }
    #expect(try RunningViewer.text(of: output) == "before")
    #expect(TestFolder.names(in: folder) == ["a.txt", "t.png"])
  }

  @Test func `refuses to write over the picture, and sizes out of range`() throws {
    let file = try write(picture(300, 300), "a.png")
    #expect(try run(file, "-o", file).status == 1)
    #expect(try read(file).size.width == 300)
    for size in ["0", "4097", "-1", "large"] {
      #expect(try run(file, "-o", folder + "/t.png", "--size=\(size)").status == 2)
    }
    #expect(try run(folder + "/a.png", "-o", folder + "/no/t.png").errors.contains("/no/t.png: "))
  }
}
