import Glibc
import OverscrollTestSupport
import Testing

@testable import OverscrollLab

/// How far published laws of scrolling are from the recordings of the conformance kit.
@Suite struct `Published laws` {
  private static let page = "Sources/ScrollEngine/ScrollEngine.docc/Articles/PublishedLaws.md"

  /// The states at the lifts of recordings, by their files, from the kit's index.
  private static let releases: [String: (time: Double, release: Release)] = {
    let text = TextFiles.text("Resources/conformance/index.json")
    guard case .object(let index)? = JSONValue(parsing: text[...]),
      case .array(let list)? = index["recorded"]
    else { return [:] }
    var found: [String: (time: Double, release: Release)] = [:]
    for case .object(let entry) in list {
      guard case .string(let file)? = entry["file"], case .object(let at)? = entry["release"]
      else { continue }
      func number(_ key: String) -> Double {
        if case .number(let number)? = at[key] { number } else { .nan }
      }
      let release = Release(
        offset: number("offset_y"), velocity: 1000 * number("velocity_y"), lower: number("lower"),
        upper: number("upper"), viewport: file.contains("/ios26-") ? 852 : 874)
      found[file] = (number("t"), release)
    }
    return found
  }()

  /// The greatest difference of a law from a recording: after a release, at its best shift within a frame.
  private func difference(_ law: ForeignLaw, _ recording: PublishedLaws.Recording) -> Double? {
    let file = KitFile(String(recording.file.dropFirst("recorded/".count)))
    guard let (start, release) = Self.releases[recording.file] else {
      let viewport = recording.file.contains("ios265") ? 2045 / 3.0 : 874
      return law.stretch.flatMap { stretch in
        file.rows("translation_y", "stretch_y").map { abs(stretch($0[0], viewport) - $0[1]) }.max()
      }
    }
    guard let motion = law.motion(release) else { return nil }
    let rows = file.rows("t", "offset_y").filter { $0[0] > start + 1e-6 }
    func worst(_ shift: Double) -> Double {
      rows.map { abs(motion(max($0[0] - start + shift, 0)) - $0[1]) }.max() ?? .infinity
    }
    var best = 0.0
    for step in [1e-3, 1e-4, 1e-5, 1e-6] {
      let tries = (-17...17).map { best + Double($0) * step }
      best = tries.min { worst($0) < worst($1) } ?? best
    }
    return min(worst(best), worst(0))
  }

  @Test(arguments: ForeignLaw.all.map(\.name))
  func `are as far from the recordings as the command and the page say`(name: String) throws {
    let law = try #require(ForeignLaw.all.first { $0.name == name })
    let column = try #require(PublishedLaws.laws.firstIndex { $0.name == name })
    var computed: [String] = []
    for recording in PublishedLaws.recordings {
      let found = difference(law, recording)
      computed.append(found.map { "\($0)" } ?? "nil")
      let stated = recording.differences[column]
      #expect((found == nil) == (stated == nil), "\(recording.file)")
      guard let found, let stated else { continue }
      // Stated to three digits; another C library may round an exponential otherwise.
      let allowed = max(0.006 * stated, 1e-6)
      #expect(abs(found - stated) <= allowed, "\(recording.file): \(found), not \(stated)")
    }
    if getenv("RECORD") != nil { print(name, computed) }
  }

  /// Where `LAWS` names a folder, it gets their curves, for the page's picture.
  ///
  /// `overscroll plot recorded/flick-into-the-edge.csv $LAWS/*.csv --columns offset --from 0.9 --to 1.5 --size 900x420 -o laws.png`
  @Test(arguments: ["Overscroll", "Flutter", "Compose", "GTK"])
  func `come to rest on the edge that they reach`(name: String) throws {
    let law = try #require(ForeignLaw.all.first { $0.name == name })
    let (start, release) = try #require(Self.releases["recorded/flick-into-the-edge.csv"])
    let motion = try #require(law.motion(release))
    #expect(abs(motion(0) - release.offset) < 1e-9 && abs(motion(10) - release.upper) < 1e-3)
    let offsets = (0...330).map { motion(Double($0) / 300) }
    #expect(offsets.contains { $0 > release.upper + 40 })
    guard let folder = getenv("LAWS").map({ String(cString: $0) }),
      let file = fopen("\(folder)/\(name).csv", "w")
    else { return }
    fputs("# overscroll recording 1\nt,offset_y\n", file)
    for (index, offset) in offsets.enumerated() {
      fputs("\(start + Double(index) / 300),\(offset)\n", file)
    }
    fclose(file)
  }

  @Test func `are named with their sources, each law and each recording once`() {
    #expect(PublishedLaws.laws.map(\.name) == ForeignLaw.all.map(\.name))
    for recording in PublishedLaws.recordings {
      #expect(TextFiles.textIfPresent("Resources/conformance/\(recording.file)") != nil)
      #expect(recording.differences.count == PublishedLaws.laws.count)
    }
    #expect(PublishedLaws.recordings.count == 10)
    for law in PublishedLaws.laws { #expect(!law.source.isEmpty && !law.constants.isEmpty) }
  }

  /// The page for the documentation catalog.
  private static var markdown: String {
    var text = """
      # Published laws

      How far the scrolling of other toolkits, by their published constants, is from recordings of UIScrollView.

      ## Overview

      Each number is the greatest difference in points from a recording of a real UIScrollView, at the best shift within a frame.
      `overscroll laws` prints the same. A dash stands where a law does not say what happens: WebKit and Chromium leave coasting to the
      system, and GTK does not move content that is pulled beyond its edge
      (its limit of 50 pixels beyond an edge is left out here).

      ![A flick into the edge, as recorded and by four laws](laws)

      | recording |

      """
    text.removeLast(2)
    text += PublishedLaws.laws.map { " \($0.name) |" }.joined() + "\n|---|"
    text += PublishedLaws.laws.map { _ in "---|" }.joined() + "\n"
    for recording in PublishedLaws.recordings {
      text += "| \(recording.what) |"
      text +=
        recording.differences.map { " \($0.map(PublishedLaws.format) ?? "–") |" }.joined() + "\n"
    }
    text += """

      ### Sources

      | law | constants | published in |
      |---|---|---|

      """
    for law in PublishedLaws.laws { text += "| \(law.name) | \(law.constants) | \(law.source) |\n" }
    return text + """

      The laws are functions of time, written in the tests from what those sources state, so that neither the engine nor the program
      contains another toolkit's law. `overscroll laws` prints a table that is kept with the program, and a test computes each of its
      numbers again from the recordings in `Resources/conformance/recorded`.

      Compose Multiplatform draws a pull by the same rubber band as UIKit, and springs the pull rather than what is shown; Flutter adds
      up its drags by a friction, whose sum is a rubber band of coefficient 0.52. React Native's number is that of its `Animated.decay`:
      its scroll views are UIKit's on iOS. What the toolkits do with the finger's velocity before a law begins is not compared.

      """
  }

  @Test func `are a page of the documentation, with the numbers of the command`() {
    if getenv("RECORD") != nil, let file = fopen("\(TextFiles.root)/\(Self.page)", "w") {
      fputs(Self.markdown, file)
      fclose(file)
    }
    #expect(TextFiles.text(Self.page) == Self.markdown, "RECORD=1 writes \(Self.page)")
    for line in PublishedLaws.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for recording in PublishedLaws.recordings {
      for difference in recording.differences.compactMap(\.self) {
        #expect(PublishedLaws.text.contains(PublishedLaws.format(difference)))
      }
    }
  }
}
