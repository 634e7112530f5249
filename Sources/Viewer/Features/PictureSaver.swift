import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// The parts of a picture that can be saved, and the one that is chosen.
struct SaveChoice: Hashable {
  /// A part of a picture.
  struct Part: Hashable, Sendable {
    /// In pixels of the picture as shown.
    let rect: PixelRect
    /// What it is, with its size in pixels, and what is written of it where that is not plain.
    private(set) var label: String
    /// What is written of each pixel.
    private(set) var content = PictureExport.Content.seen

    fileprivate let isWhole: Bool

    fileprivate init(
      _ name: String, _ rect: PixelRect, of picture: OpenPicture, isWhole: Bool = false
    ) {
      (self.rect, self.isWhole) = (rect, isWhole)
      let size = "\(rect.width) × \(rect.height)"
      label = [name, picture.page.part, size, picture.turn.verb]
        .compactMap(\.self).joined(separator: ", ")
    }

    /// What its data are; `nil` for what is seen.
    private var data: SampleDescription?

    /// Whether a format can hold it; where the pixels lie on a map is left out of PNG, and said.
    func fits(_ format: OutputFormat, at path: FilePath) -> Bool {
      data.map { (try? format.check($0, in: path)) != nil } ?? true
    }

    /// The same part as it is seen, or its data.
    fileprivate func holding(
      _ content: PictureExport.Content, _ info: ImageInfo, _ scale: PixelScale?
    ) -> Self {
      var part = self
      part.content = content
      part.data = content == .data ? info.data : nil
      var data: [String] =
        if let samples = info.samples {
          [
            "\(samples.bits)-bit" + (samples.isFloat ? " floating" : ""),
            samples.channels > 1 ? "\(samples.channels) channels" : "",
            info.colorSource.hasPrefix("ICC") ? info.colorSource : "",
          ]
        } else {
          ["8-bit", info.colorSource.hasPrefix("sRGB") ? "CMYK" : info.colorSource]
        }
      if scale?.measures == true, scale?.map == nil { data.append("scale") }
      let notes = PictureExport.facts(of: info, scale)
      let text = (data + notes).filter { !$0.isEmpty }.joined(separator: ", ")
      let lost = notes.isEmpty ? "" : ", without its " + notes.joined(separator: " and ")
      part.label += content == .seen ? ", as seen: 8-bit sRGB\(lost)" : ", as it is: \(text)"
      return part
    }
  }

  let parts: [Part]
  /// The number of the part that is chosen.
  var index = 0
  private let picture: Picture

  /// The picture whose parts they are.
  fileprivate struct Picture: Hashable {
    let file: FilePath?
    let page: Int

    init(_ content: OpenPicture) { (file, page) = (content.file, content.page.describedIndex) }
  }

  /// The number of the picture's page, from 0.
  fileprivate var page: Int { picture.page }

  /// Returns whether the parts are those of a picture, or another version of its file.
  func isOf(_ content: OpenPicture) -> Bool { !content.isNotice && picture == Picture(content) }

  var part: Part { parts[index] }

  /// Whether data can be saved, too.
  fileprivate var offersData: Bool { parts.contains { $0.content == .data } }

  /// The selection, if there is one, comes first, and then the whole picture; each as it is before as it is seen where that is
  /// preferred.
  init(
    _ picture: OpenPicture, selection: PixelRect?, scale: PixelScale?,
    preferring content: PictureExport.Content = .seen
  ) {
    self.picture = Picture(picture)
    let whole = PixelRect(picture.picture.info.size)
    let (selection, visible) = (selection?.intersection(whole), picture.visiblePart)
    var parts = [Part("Whole picture", whole, of: picture, isWhole: true)]
    if !visible.isEmpty, visible != whole {
      parts.append(Part("Visible part", visible, of: picture))
    }
    if let selection, !selection.isEmpty, selection != whole {
      parts.insert(Part("Selection", selection, of: picture), at: 0)
    }
    let info = picture.picture.info
    // Colors of 8 bits that are the screen's are seen as they are, but for how large their pixels are and where, and which are none.
    let hasData = info.samples != nil || info.storesColors
    let contents: [PictureExport.Content] = content == .data ? [.data, .seen] : [.seen, .data]
    self.parts =
      info.isConverted || hasData && (scale?.measures == true || info.samples?.namesNoData == true)
      ? parts.flatMap { part in contents.map { part.holding($0, info, scale) } } : parts
  }

  /// The name that is proposed for a file beside one of some name: in its format, if that can be written.
  func proposedName(beside name: String) -> String {
    let dot = name.lastIndex(of: ".")
    let stem = dot.map { String(name[..<$0]) } ?? name
    let isWritten = (try? OutputFormat(suffixOf: FilePath(name))) != nil
    let suffix = isWritten ? dot.map { String(name[$0...]) } ?? "" : ".png"
    return (stem.isEmpty ? "picture" : stem) + (part.isWhole ? "-copy" : "-part") + suffix
  }
}

/// Saves a part of a picture to a file, on a thread of its own.
struct PictureSaver {
  /// Why the file of the picture is not written.
  static let sameFileProblem = "This is the picture that is shown; choose another name."

  private struct Saving {
    /// The result is `nil` where the file is that of the picture.
    let job: Job<Result<Written?, ImagingError>>
    let part: Work.Part
    let since: Double
    let choice: SaveChoice
    let path: FilePath
    /// True where the user has typed the path.
    let isTyped: Bool
    /// The name of the file, as a part of messages.
    var name: String { path.lastComponent.description.isolated }
    /// True once the user was told that closing the window stops it.
    var isStopNamed = false
  }

  /// How saving has ended.
  enum Outcome {
    /// As the message says.
    case ended(String)
    /// By an error that leaves no file.
    case failed(ImagingError, SaveChoice, FilePath, isTyped: Bool)
  }

  /// A file that was written, unless that was stopped.
  private struct Written: Sendable {
    let end: PictureExport.End
    /// What it leaves out, as the end of a sentence; empty where that is nothing.
    let loss: String
  }

  /// A user's choice that waits for the file of a picture to be read for its scale.
  private struct WaitingChoice {
    let picture: SaveChoice.Picture
    /// When it is shown without, in seconds.
    let deadline: Double
  }

  private var saving: Saving?
  /// What was written last of each pixel where there was a choice, which comes first the next time.
  private(set) var lastContent = PictureExport.Content.seen
  private var waiting: WaitingChoice?
  /// When a choice is shown that still waits, in seconds; `nil` where none does.
  var choiceDeadline: Double? { waiting?.deadline }

  /// What is being saved and how far; `nil` while nothing is.
  var work: Work? {
    saving.flatMap {
      Work("Saving \($0.name)", since: $0.since, fraction: $0.part.fraction, by: $0.job)
    }
  }

  /// Begins to save.
  ///
  /// - Parameters:
  ///   - export: The picture, the part and the file.
  ///   - choice: The choice of the part.
  ///   - file: The file of the picture, which is not written.
  ///   - isTyped: True where the user has typed the file's path.
  ///   - isScaleKnown: False where the file is yet to say how large the picture's pixels are.
  ///   - maker: Has the time, and wakes the window.
  mutating func start(
    _ export: PictureExport, _ choice: SaveChoice, over file: FilePath?, isTyped: Bool = false,
    isScaleKnown: Bool, _ maker: PictureMaker
  ) {
    if choice.offersData { lastContent = choice.part.content }
    let (part, sandbox) = (Work.Part(), maker.options.limits.sandbox)
    typealias Ending = Result<Written?, ImagingError>
    let job = Job<Ending>(niceness: 1, wake: maker.wake) { isCancelled in
      Result { () throws(ImagingError) in
        if let file, ImageFile.isSameFile(file, export.path) { return nil }
        var export = export
        let metadata = file.map { PictureMetadata(of: $0, in: sandbox) }
        if !isScaleKnown {
          export.scale = metadata?.scale(ofPage: choice.page, export.source.info)
        }
        let kept = metadata?.written(ofPage: choice.page, as: export.format)
        export.exif = kept?.exif ?? []
        let end = try export.run(progress: { part.fraction = $0 }, while: { !isCancelled() })
        let lost = [kept?.loss, export.lostPlace].compactMap(\.self)
        return Written(
          end: end, loss: lost.isEmpty ? "" : ", without its " + lost.joined(separator: " and "))
      }
    }
    saving = Saving(
      job: job, part: part, since: maker.time, choice: choice, path: export.path, isTyped: isTyped)
  }

  /// The name of what is being saved, the first time that the window is to be closed meanwhile.
  mutating func nameToConfirm() -> String? {
    guard let saving, !saving.isStopNamed else { return nil }
    self.saving?.isStopNamed = true
    return saving.name
  }

  /// The time for which a choice waits for the scale, in seconds: the disk may not answer. [C]
  private static let scaleTime = 0.5

  /// Has the choice of what is saved wait for the scale of a picture.
  mutating func wait(for content: OpenPicture, at time: Double) {
    waiting = WaitingChoice(picture: SaveChoice.Picture(content), deadline: time + Self.scaleTime)
  }

  /// Returns whether a choice waits, and ends one for a picture that is shown no longer.
  mutating func isWaiting(for content: OpenPicture) -> Bool {
    if content.isNotice || waiting?.picture != SaveChoice.Picture(content) { endWait() }
    return waiting != nil
  }

  /// Ends the wait without a choice: the user does something else.
  mutating func endWait() { waiting = nil }

  /// Ends the wait for the scale; returns false where there is time left for a scale that isn't known.
  mutating func endWait(at time: Double, isScaleKnown: Bool) -> Bool {
    guard let waiting, isScaleKnown || time >= waiting.deadline else { return false }
    self.waiting = nil
    return true
  }

  /// The time for which the end of saving is awaited, in seconds: the disk may not answer. [C]
  private static let stopTime = 0.5

  /// Stops saving, and waits until the incomplete file is gone, unless that takes long.
  mutating func stop() {
    saving?.job.cancel()
    _ = saving?.job.wait(atMost: Self.stopTime)
    saving = nil
  }

  /// Returns the result, once.
  mutating func drain() -> Outcome? {
    guard let saving, let result = saving.job.drain() else { return nil }
    self.saving = nil
    switch result {
    case .success(nil): return .ended(Self.sameFileProblem)
    case .success(let written?): return .ended(Self.message(written, saving.name))
    case .failure(let error):
      return .failed(error, saving.choice, saving.path, isTyped: saving.isTyped)
    }
  }

  private static func message(_ written: Written, _ name: String) -> String {
    switch written.end {
    case .complete: "Saved \(name)\(written.loss)."
    case .damaged(let error): "Saved \(name), but \(error.message)"
    case .stopped: "Stopped; \(name) was not saved."
    }
  }
}

/// Copies pictures: other programs get the file, its path, or the picture, which is decoded when one asks for it.
final class PictureCopier {
  /// A picture that is being made, and its receiver.
  private struct Making {
    let name: String
    let since: Double
    let job: Job<[UInt8]?>
    let take: ClipboardContents.PictureTaker
  }

  private var making: [Making] = []

  /// What is being made, while others wait for it.
  var works: [Work] {
    making.compactMap { Work("Copying \($0.name)", since: $0.since, by: $0.job) }
  }

  private func make(
    _ name: String, _ maker: PictureMaker, _ take: @escaping ClipboardContents.PictureTaker,
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> [UInt8]?
  ) {
    let job = Job<[UInt8]?>(wake: maker.wake, body)
    making.append(Making(name: name, since: maker.time, job: job, take: take))
  }

  /// Returns the clipboard contents for a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture, which has a file.
  ///   - visible: The visible part, whose pixels take the place of a picture of more than 64 megapixels.
  ///   - isUnnamed: True for a picture in a file that no other program can open.
  ///   - maker: The pictures of the window.
  /// - Returns: The contents of the clipboard.
  func contents(
    of picture: OpenPicture, visible: PixelRect, isUnnamed: Bool, _ maker: PictureMaker
  ) -> ClipboardContents {
    let path = isUnnamed ? nil : picture.file?.fromRoot
    var contents = ClipboardContents(text: path?.description ?? "")
    contents.files = path.map { [$0] } ?? []
    guard let file = picture.file, !picture.isNotice else { return contents }
    guard (picture.picture.info.size.area ?? .max) <= PNGPicture.largestArea else {
      contents.makePicture = self.contents(of: visible, in: picture, maker)?.makePicture
      return contents
    }
    let (turn, page) = (picture.turn, picture.page)
    let limits = maker.openingLimits
    contents.makePicture = { [weak self] take in
      self?.make(file.lastComponent.description.isolated, maker, take) { isCancelled in
        guard let source = try? page.open(file, limits: limits).source else { return nil }
        return PNGPicture.bytes(of: source.turned(by: turn) ?? source) { !isCancelled() }
      }
    }
    return contents
  }

  /// Returns the clipboard contents for a part of a picture: its pixels, at full resolution.
  ///
  /// - Parameters:
  ///   - rect: The part, in pixels of the picture as shown.
  ///   - picture: The picture.
  ///   - maker: The pictures of the window.
  /// - Returns: The contents of the clipboard; `nil` for a part that is too large.
  func contents(
    of rect: PixelRect, in picture: OpenPicture, _ maker: PictureMaker
  ) -> ClipboardContents? {
    guard rect.area <= PNGPicture.largestArea else { return nil }
    let source = picture.picture.source
    var contents = ClipboardContents(text: "\(rect.x),\(rect.y),\(rect.width),\(rect.height)")
    contents.makePicture = { [weak self] take in
      self?.make("\(rect.size) pixels", maker, take) { isCancelled in
        PNGPicture.bytes(of: source, rect: rect) { !isCancelled() }
      }
    }
    return contents
  }

  /// Delivers the finished pictures.
  func drain() {
    let done = making.filter(\.job.isDone)
    making.removeAll(where: \.job.isDone)
    for made in done { made.take(made.job.drain() ?? nil) }
  }
}
