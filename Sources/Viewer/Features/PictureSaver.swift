import OverscrollBase
import OverscrollBrowser
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry
import Synchronization

/// Saves a part of a picture to a file, on a thread of its own.
struct PictureSaver {
  /// Why the file of the picture is not written.
  static let sameFileProblem = "This is the picture that is shown; choose another name."

  private final class Progress: Sendable {
    private let value = Mutex(0.0)

    var fraction: Double {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  private struct Saving {
    /// The result is `nil` where the file is that of the picture.
    let job: Job<Result<PictureExport.End?, ImagingError>>
    let progress: Progress
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
    case failed(ImagingError, FilePath, isTyped: Bool)
  }

  private var saving: Saving?

  /// The fraction written, 0 … 1; `nil` while nothing is being saved.
  var fraction: Double? { saving?.progress.fraction }

  /// What is being saved and how far, as a message; `nil` while nothing is.
  var label: String? {
    saving.map { saving in
      let percent = Int((min(max(saving.progress.fraction, 0), 1) * 100).rounded(.down))
      return "Saving \(saving.name) … \(percent)%. Escape stops it."
    }
  }

  /// Begins to save.
  ///
  /// - Parameters:
  ///   - export: The picture, the part and the file.
  ///   - file: The file of the picture, which is not written.
  ///   - isTyped: True where the user has typed the file's path.
  ///   - wake: Wakes the window.
  mutating func start(
    _ export: PictureExport, over file: FilePath?, isTyped: Bool = false,
    wake: @escaping @Sendable () -> Void
  ) {
    let progress = Progress()
    typealias Ending = Result<PictureExport.End?, ImagingError>
    let job = Job<Ending>(niceness: 1, wake: wake) { isCancelled in
      Result { () throws(ImagingError) in
        if let file, ImageFile.isSameFile(file, export.path) { return nil }
        return try export.run(
          progress: { fraction in
            progress.fraction = fraction
            wake()
          }, while: { !isCancelled() })
      }
    }
    saving = Saving(job: job, progress: progress, path: export.path, isTyped: isTyped)
  }

  /// The name of what is being saved, the first time that the window is to be closed meanwhile.
  mutating func nameToConfirm() -> String? {
    guard let saving, !saving.isStopNamed else { return nil }
    self.saving?.isStopNamed = true
    return saving.name
  }

  /// Stops saving, which leaves no file; returns whether anything was being saved.
  func cancel() -> Bool {
    saving?.job.cancel()
    return saving != nil
  }

  /// The time for which the end of saving is awaited, in seconds: the disk may not answer. [C]
  private static let stopTime = 0.5

  /// Stops saving, and waits until the incomplete file is gone, unless that takes long.
  mutating func stop() {
    guard cancel() else { return }
    _ = saving?.job.wait(atMost: Self.stopTime)
    saving = nil
  }

  /// Returns the result, once.
  mutating func drain() -> Outcome? {
    guard let saving, let result = saving.job.drain() else { return nil }
    self.saving = nil
    switch result {
    case .success(nil): return .ended(Self.sameFileProblem)
    case .success(.complete): return .ended("Saved \(saving.name).")
    case .success(.damaged(let error)):
      return .ended("Saved \(saving.name), but \(error.message)")
    case .success(.stopped): return .ended("Stopped; \(saving.name) was not saved.")
    case .failure(let error):
      return .failed(error, saving.path, isTyped: saving.isTyped)
    }
  }
}

/// Copies pictures: other programs get the file, its path, or the picture, which is decoded when one asks for it.
final class PictureCopier {
  /// A picture that is being made, and its receiver.
  private typealias Making = (job: Job<[UInt8]?>, take: ClipboardContents.PictureTaker)

  private var making: [Making] = []

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
    let (limits, wake) = (maker.openingLimits, maker.wake)
    contents.makePicture = { [weak self] take in
      let job = Job<[UInt8]?>(wake: wake) { isCancelled in
        guard let source = try? page.open(file, limits: limits).source else { return nil }
        return PNGPicture.bytes(of: source.turned(by: turn) ?? source) { !isCancelled() }
      }
      self?.making.append((job, take))
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
    let (source, wake) = (picture.picture.source, maker.wake)
    var contents = ClipboardContents(
      text: "\(rect.x),\(rect.y),\(rect.width),\(rect.height)")
    contents.makePicture = { [weak self] take in
      let job = Job<[UInt8]?>(wake: wake) { isCancelled in
        PNGPicture.bytes(of: source, rect: rect) { !isCancelled() }
      }
      self?.making.append((job, take))
    }
    return contents
  }

  /// Delivers the finished pictures.
  func drain() {
    let done = making.filter(\.job.isDone)
    making.removeAll(where: \.job.isDone)
    for (job, take) in done { take(job.drain() ?? nil) }
  }
}

/// Moves pictures to the trash when a key is pressed twice.
struct PictureTrash {
  /// How long the second press counts, in seconds. [C]
  static let duration = 3.0

  private var offer: (files: [FilePath], until: Double)?
  private var jobs = Jobs<[Moved]>()

  /// A file that was to be moved.
  struct Moved: Sendable {
    let file: FilePath
    /// Why it was not moved; `nil` if it was.
    let reason: String?
  }

  /// Notes that the key was pressed; returns `true` if that was the second time, and the files should be moved.
  mutating func press(for files: [FilePath], at now: Double) -> Bool {
    if let offer, offer.files == files, now <= offer.until {
      self.offer = nil
      return true
    }
    offer = (files, now + Self.duration)
    return false
  }

  /// Begins to move files, one after the other.
  mutating func move(
    _ files: [FilePath], by services: any HostServices, wake: @escaping @Sendable () -> Void
  ) {
    jobs.add(
      Job(wake: wake) { _ in
        files.map { file in
          do throws(Trash.Failure) {
            try services.trash(file, date: CalendarTime.local)
            return Moved(file: file, reason: nil)
          } catch {
            return Moved(file: file, reason: error.reason)
          }
        }
      })
  }

  /// Returns the outcomes since the last call, those of files that were moved together in one.
  mutating func drain() -> [[Moved]] { jobs.drainAll() }
}
