internal import Glibc
package import OverscrollBase
package import OverscrollDrawing
package import OverscrollHost
package import ScrollGeometry

/// A window without a display: its surfaces are in memory, and its clock is turned by hand.
///
/// Nothing happens by itself. ``next(until:)`` delivers what is due until a time, in the order in which a display would; what was
/// requested is in ``requests``.
package final class HeadlessHost: Host {
  package private(set) var time: Double
  package var display: HostDisplay
  package var frames = FrameReadings()
  /// The bytes of the monitor's ICC profile; `nil` for none.
  package var monitorProfile: [UInt8]?
  package var schedule = HostSchedule()
  /// What other threads wake the window by.
  package let waker: Waker
  /// What was requested, the earliest first.
  package var requests: [HostRequest] = []
  /// The file dialogs, the trash and the rest of the desktop.
  package var services = HeadlessServices()
  /// Where the pointer is, in pixels; `nil` where it is outside of the window.
  package var pointer: Point?
  /// What is on the clipboard; `nil` for nothing.
  package var clipboard: ClipboardContents?
  /// The size of the monitor, in pixels: that of the window at first.
  private let monitor: PixelSize
  /// The size of the window before it filled the monitor.
  private var sizeBefore: PixelSize?
  /// What follows from what was requested.
  private var answers: [Input] = []
  package let surfaces: any SurfaceFactory = ImageSurfaceFactory()
  private var shown: Surface?

  /// - Parameters:
  ///   - size: The size of the window, in pixels.
  ///   - scale: The device pixels per point.
  ///   - rate: The refreshes per second.
  ///   - time: The time at the beginning, in seconds.
  /// - Throws: The system's error where too many files are open.
  package init(
    _ size: PixelSize = PixelSize(width: 800, height: 600), scale: Double = 1, rate: Double = 60,
    at time: Double = 1000
  ) throws(HostError) {
    waker = try Waker()
    monitor = size
    display = HostDisplay(size: size, scale: scale)
    frames.rate = rate
    // It is the same on every machine: how smoothly a zoom is drawn depends on it.
    frames.drawingTime = 0.001
    self.time = time
  }

  /// Whether the server still draws the last frame.
  package var isDrawing = false

  package func mayDraw(isDue: Bool) -> Bool { !isDrawing }

  package func drawFirst() -> Double { nextRefresh }

  package var nextRefresh: Double { refresh(after: time) }

  package func countFirst(since input: Double) {
    frames.missed += max(0, Int(((nextRefresh - input) / period - 1e-6).rounded(.down)))
  }

  package func surface() throws(DrawingError) -> Surface {
    if frames.redraw?.completion != nil { frames.previousRedraw = frames.redraw }
    frames.redraw = FrameReadings.Redraw(start: time)
    if let shown, shown.size == display.size { return shown }
    let surface = try Surface(imageOf: display.size, opaque: true)
    shown = surface
    return surface
  }

  package func present() {
    let completion = time + frames.drawingTime
    frames.redraw?.submission = time
    frames.redraw?.completion = completion
  }

  @discardableResult
  package func perform(_ request: HostRequest) -> Bool {
    requests.append(request)
    switch request {
    case .initialSize(let size): display.size = size(monitor)
    case .fullscreen(let isOn): fillMonitor(isOn)
    case .copy(let contents): clipboard = contents
    case .pasteText:
      let text = clipboard.map { Input.Text.Content.pasted($0.text) }
      answers.append(
        .text(Input.Text(time: time, content: text ?? .notPasted("Nothing to paste."))))
    case .pasteFiles:
      let files = clipboard?.files ?? []
      answers.append(
        .received(
          Received(
            way: .clipboard,
            content: files.isEmpty ? .failure("Nothing to paste.") : .files(files))))
    case .locatePointer(let answer): answer(pointer)
    case .readProfile(let answer): answer(monitorProfile)
    case .describe(let answer): answer(nil)
    default: break
    }
    return true
  }

  private func fillMonitor(_ isOn: Bool) {
    if isOn, sizeBefore == nil { sizeBefore = display.size }
    guard let size = isOn ? monitor : sizeBefore else { return }
    if !isOn { sizeBefore = nil }
    guard size != display.size else { return }
    display.size = size
    answers += [.resized(size), .exposed]
  }
}

// MARK: - Time

extension HeadlessHost {
  private var period: Double { frames.period }

  /// The first refresh after a time: refreshes are whole periods from 0 on.
  private func refresh(after time: Double) -> Double {
    // A refresh is not after itself, however its time is rounded.
    ((time / period + 1e-6).rounded(.down) + 1) * period
  }

  /// Turns the clock to what is due next, but at most to a time.
  ///
  /// - Parameter limit: The time.
  /// - Returns: What is due then; `nil` where nothing is until that time, which it is now.
  package func next(until limit: Double) -> [Input]? {
    if waker.drain() { return [.wakeUp] }
    guard answers.isEmpty else {
      defer { answers = [] }
      return answers
    }
    let readable = Self.readable(schedule.descriptors, within: 0)
    if !readable.isEmpty { return readable.map { .readable(descriptor: $0) } }
    let frame = schedule.wantsFrames ? refresh(after: time) : .infinity
    // Drawing takes its time, after which the next may be drawn.
    let slot = schedule.wantsSlot ? time + frames.drawingTime : .infinity
    let deadline = schedule.deadline.map { max($0, time) } ?? .infinity
    let due = min(frame, slot, deadline)
    guard due <= limit else {
      time = max(time, limit)
      return nil
    }
    time = due
    if frame > due {
      schedule.wantsSlot = false
      if deadline <= due { schedule.deadline = nil }
      return [.redrawSlot]
    }
    frames.count += 1
    return [.frame(time: time + period)]
  }

  /// Waits for another thread, or for a file that is followed; the clock stands meanwhile.
  ///
  /// - Parameter seconds: How long, at most, of the real clock.
  /// - Returns: What has happened; `nil` where nothing has.
  package func wait(atMost seconds: Double) -> [Input]? {
    let end = MonotonicClock.now + seconds
    while true {
      let awaited = [waker.descriptor] + schedule.descriptors
      let rest = max(0, end - MonotonicClock.now)
      guard !Self.readable(awaited, within: rest).isEmpty else { return nil }
      // A waker that was drained while a thread used it can be read once more, and nothing has happened then.
      if let events = next(until: time) { return events }
    }
  }

  /// Waits for descriptors, and returns those that can be read.
  private static func readable(_ descriptors: [Int32], within seconds: Double) -> [Int32] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), Int32(seconds * 1000)) > 0 else { return [] }
    return entries.filter { $0.revents != 0 }.map(\.fd)
  }
}

/// A desktop that has no dialogs and no settings.
package struct HeadlessServices: HostServices {
  /// The folder with the trash; the user's at first.
  package var dataHome = UserFolder.data.parent
  /// What shows files in their folders, and lets programs be chosen for them; there is neither at first.
  package var fileManager: @Sendable (FilePath) -> Bool = { _ in false }
  package var programChooser: @Sendable (FilePath) -> Bool = { _ in false }

  /// The programs that open a file of some types.
  package var programs: @Sendable (FilePath, [String]) -> [DesktopProgram] = { _, _ in [] }

  package func chooseFiles(
    _ purpose: FilePurpose, types: [String], folder: FilePath?
  ) -> FileChoiceOutcome { .unavailable }

  /// Called on the thread that moves a file to the trash, before that.
  package var willTrash: @Sendable (FilePath) -> Void = { _ in }

  package func trash(_ file: FilePath, date: String) throws(Trash.Failure) -> Trash.Item? {
    willTrash(file)
    return try Trash.move(file, dataHome: dataHome, date: date)
  }

  package func showInFolder(_ file: FilePath) -> Bool { fileManager(file) }

  package func openWith(_ file: FilePath) -> Bool { programChooser(file) }

  package func programs(for file: FilePath, types: [String]) -> [DesktopProgram] {
    programs(file, types)
  }

  package func inhibitIdle(_ reason: String) -> (any Sendable & AnyObject)? { nil }
}
