import Glibc
import OverscrollBase
import OverscrollHost
import OverscrollTestSupport
import Testing

@testable import OverscrollDesktop

@Suite struct `The entries of the desktop` {
  private let folder = FilePath(TestFolder.make())
  private let file = FilePath("/pictures/a b.png")

  private func write(_ name: String, _ text: String) {
    let path = folder.appending(name)
    path.makeParents()
    let descriptor = path.withCString { open($0, O_CREAT | O_TRUNC | O_WRONLY, 0o600) }
    #expect(FileDescriptor.write(Array(text.utf8), to: descriptor))
    close(descriptor)
  }

  /// An entry of a program that opens PNG files.
  private func entry(_ name: String, exec: String? = nil, _ rest: String = "") -> String {
    """
    # A program.
    [Desktop Entry]
    Type=Application
    Name = \(name)
    Exec=\(exec ?? "\(name.lowercased()) %f")
    MimeType=image/jpeg;image/png;
    \(rest)
    [Desktop Action New]
    Name=New Window
    Exec=other
    """
  }

  private var entries: DesktopEntries {
    var entries = DesktopEntries()
    entries.dataFolders = ["home", "system"].map { folder.appending($0) }
    entries.configurationFolders = ["config", "xdg"].map { folder.appending($0) }
    entries.programFolders = [FilePath("/usr/bin"), FilePath("/bin")]
    entries.desktops = ["GNOME"]
    entries.languages = DesktopEntries.languages(of: "de_AT.UTF-8")
    return entries
  }

  private func names(_ types: String...) -> [String] {
    entries.programs(for: file, types: types.isEmpty ? ["image/png"] : types).map(\.name)
  }

  @Test func `are those that open the type, the default first and then by name`() {
    for name in ["Zoom", "Paint", "Gimp"] {
      write("system/applications/\(name).desktop", entry(name))
    }
    write("system/applications/kde/Krita.desktop", entry("Krita"))
    write(
      "system/applications/text.desktop",
      entry("Text").replacing("MimeType=image/jpeg;image/png;", with: "MimeType=text/plain"))
    #expect(names() == ["Gimp", "Krita", "Paint", "Zoom"])
    #expect(names("image/gif") == [])
    write(
      "xdg/mimeapps.list",
      "[Default Applications]\nimage/png=missing.desktop;Paint.desktop;\n"
        + "[Added Associations]\nimage/png=text.desktop;kde-Krita.desktop\n")
    #expect(names() == ["Paint", "Text", "Krita", "Gimp", "Zoom"])
    #expect(
      entries.programs(for: file, types: ["image/png"]).map(\.isDefault).prefix(2) == [true, false])
    // The user's list counts more, and that of the desktop most.
    write(
      "config/mimeapps.list",
      "[Default Applications]\nimage/png=Zoom.desktop\n"
        + "[Removed Associations]\nimage/png=text.desktop;Gimp.desktop;\n")
    #expect(names() == ["Zoom", "Paint", "Krita"])
    write("config/gnome-mimeapps.list", "[Default Applications]\nimage/png=kde-Krita.desktop\n")
    #expect(names() == ["Krita", "Zoom", "Paint"])
  }

  @Test func `are replaced by the user's own of the same name, which may hide them`() {
    write("system/applications/a.desktop", entry("A"))
    write("home/applications/a.desktop", entry("Mine"))
    write("system/applications/b.desktop", entry("B"))
    write("home/applications/b.desktop", "[Desktop Entry]\nHidden=true\n")
    #expect(names() == ["Mine"])
  }

  @Test(arguments: [
    ("NoDisplay=true", false), ("Hidden=true", false), ("Terminal=true", false),
    ("TryExec=no-such-program", false), ("TryExec=/no/such/program", false),
    ("TryExec=sh", true), ("TryExec=/bin/sh", true), ("OnlyShowIn=KDE;", false),
    ("OnlyShowIn=KDE;GNOME;", true), ("NotShowIn=GNOME;", false), ("NotShowIn=KDE;", true),
    ("X-Unknown=1", true), ("not a line", true),
  ])
  func `are left out where they say so, or their program is not there`(
    line: String, isOffered: Bool
  ) {
    write("system/applications/a.desktop", entry("A", line))
    #expect(names() == (isOffered ? ["A"] : []))
  }

  @Test(
    arguments: [
      ("a %f", ["a", "/pictures/a b.png"]), ("a -x  %F", ["a", "-x", "/pictures/a b.png"]),
      ("a %u", ["a", "file:///pictures/a%20b.png"]), ("a --in=%U", nil),
      ("a %U b", ["a", "file:///pictures/a%20b.png", "b"]),
      ("a --in=%f", ["a", "--in=/pictures/a b.png"]), ("a", ["a", "/pictures/a b.png"]),
      ("a %i %c 50%% %d %f", ["a", "--icon", "pic", "A", "50%", "/pictures/a b.png"]),
      (
        #""/opt/a b/c" "d \\"e\\" \\$f \\\\\\\\" %f"#,
        ["/opt/a b/c", #"d "e" $f \\"#, "/pictures/a b.png"]
      ),
      (#"a\s%f"#, ["a", "/pictures/a b.png"]), (#"sh -c "b %f""#, nil),
      (#"a "100%%" %f"#, ["a", "100%", "/pictures/a b.png"]),
      ("a %f %u", nil), ("a %y", nil), ("a %", nil), ("%f", nil), ("\"a %f", nil), ("", nil),
    ] as [(String, [String]?)])
  func `start a program with the file in the place of the code for it`(
    exec: String, words: [String]?
  ) {
    write("system/applications/a.desktop", entry("A", exec: exec, "Icon=pic"))
    let command = entries.programs(for: file, types: ["image/png"]).first?.command
    #expect(command?.map { String(decoding: $0, as: UTF8.self) } == words)
  }

  @Test func `have names in the user's language`() {
    write("system/applications/a.desktop", entry("A", "Name[de]=Bilder\nName[fr]=Images"))
    write("system/applications/b.desktop", entry("B", "Name[de_AT]=Zwei\tBilder\nName[de]=Andere"))
    #expect(names() == ["Bilder", "Zwei Bilder"])
    #expect(
      DesktopEntries.languages(of: "sr_RS.UTF-8@latin")
        == ["sr_RS@latin", "sr_RS", "sr@latin", "sr"])
    #expect(DesktopEntries.languages(of: "C") == ["C"] && DesktopEntries.languages(of: "") == [])
  }

  @Test func `of this program, of damaged files and beyond limits are none`() throws {
    write("system/applications/overscroll.desktop", entry("Overscroll"))
    write("system/applications/io.github.overscroll.overscroll.desktop", entry("Overscroll"))
    write("system/applications/empty.desktop", "")
    write("system/applications/none.desktop", "image/png\n[Desktop Entry\nType\n=\n[]\n\u{0}")
    write(
      "system/applications/long.desktop",
      String(repeating: "#", count: 1 << 18) + "\n" + entry("Long"))
    write("system/applications/1/2/3/4/5/deep.desktop", entry("Deep"))
    let pipe = folder.appending("system/applications/pipe.desktop")
    #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
    #expect(names() == [])
    for number in 1...40 { write("system/applications/p\(number).desktop", entry("P\(number)")) }
    #expect(names().count == 32)
  }
}
