import OverscrollBase
import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Keeps the panel of channels at the picture that is shown, and has the picture follow the panel.
struct ChannelsController {
  /// A picture's file, its state when it was opened, and its page.
  private struct Subject: Hashable {
    var file: FilePath?
    var status: FileStatus?
    var page: Int
  }

  /// What is to be opened for the panel.
  enum Request {
    /// An empty mix for the picture's own colors.
    case mix(ChannelMix)
    /// A page of the same file, from 0.
    case page(Int)
  }

  let panel = ChannelsPanel(ramps: ColorRamp.allCases.map(\.rawValue))
  private var subject: Subject?
  private var histograms: [SampleHistogram] = []
  /// The picture whose samples they count; while those of the next one are counted, the one before it.
  private var counted: Subject?
  private var counting: (subject: Subject, job: Job<[SampleHistogram]>)?
  /// What the user wants to see, which is not opened yet; an empty mix for the picture's own colors.
  private var wanted: ChannelMix?
  /// The last mix of the picture, with the channels that are not seen.
  private var mix: ChannelMix?
  /// How the pages of the file are a stack, and the page that the user wants to see or sees.
  private var stack: PageStack?
  private var page = 0
  /// True where that page is not opened yet.
  private var wantsPage = false

  /// True while the panel has a place in the window.
  private var isShown: Bool { panel.size != .zero }

  /// Shows the channels of the picture that is shown; returns what is to be opened, once.
  mutating func follow(_ context: PictureContext) -> Request? {
    guard isShown, !context.content.isPlaceholder else { return nil }
    let content = context.content
    let next = Subject(
      file: content.file, status: content.status, page: content.page.describedIndex)
    if next != subject {
      // What was wanted is of the picture before.
      let isStack = next.file == subject?.file && content.picture.info.stack != nil
      if next.file != subject?.file {
        (mix, histograms, counted, stack, wantsPage) = (nil, [], nil, nil, false)
      }
      // Pages of a stack have the same channels.
      if !isStack { (wanted, histograms) = (nil, []) }
      subject = next
    }
    followStack(content, context.album)
    count(next, context)
    let info = content.picture.info
    let full = Self.mix(of: info, keeping: mix)
    let isOpening = context.album?.isOpening == true
    // What was chosen stays as it is until it is seen.
    if wanted == nil, !isOpening || mix?.parts.count != full.parts.count { mix = full }
    show(mix ?? full, info)
    guard !isOpening else { return nil }
    if let wanted {
      self.wanted = nil
      return .mix(wanted)
    }
    guard wantsPage else { return nil }
    wantsPage = false
    return .page(page)
  }

  /// Shows where the page lies in the stack of its file.
  private mutating func followStack(_ content: OpenPicture, _ album: AlbumController?) {
    // A page that cannot be shown is one of the same stack.
    if !content.isNotice { stack = content.picture.info.stack }
    if !wantsPage { page = (album?.opening.page(of: content) ?? content.page).index }
    let count = content.page.count
    guard let stack, !count.isComplete || count.known >= stack.end,
      let places = stack.places(ofPage: page)
    else { return panel.show([]) }
    panel.show(
      zip(stack.axes, places).map { axis, place in
        ChannelsPanel.Axis(name: axis.name, count: axis.count, place: place)
      })
  }

  /// Counts the samples of a picture, once, on a thread.
  private mutating func count(_ next: Subject, _ context: PictureContext) {
    if let (counted, job) = counting, let found = job.drain() {
      counting = nil
      if counted == subject { (histograms, self.counted) = (found, counted) }
    }
    guard counted != next, counting == nil, context.hasDrawn,
      !context.content.picture.info.channels.isEmpty
    else { return }
    let source = context.content.picture.source
    let job = Job<[SampleHistogram]>(niceness: 5, wake: context.maker.wake) { _ in
      let found = try? source.sampleReader()?.histograms()
      // Something, so that it isn't counted again.
      return found ?? [SampleHistogram(range: 0...1, heights: [])]
    }
    counting = (next, job)
  }

  /// All channels of a picture: those that are seen as they are, and others as they were, unless it has its own colors.
  private static func mix(of info: ImageInfo, keeping last: ChannelMix?) -> ChannelMix {
    var mix = ChannelMix(
      info.channels.indices.prefix(ChannelMix.maximumParts).map { channel in
        let known =
          info.mix?.parts.first { $0.channel == channel }
          ?? (info.mix == nil ? nil : last?.parts.first { $0.channel == channel })
        // The color that the file gives it tells it from others.
        let color = info.channels.count > 1 ? info.channels[channel].color : nil
        var part = known ?? ChannelMix.Part(channel: channel, color: color)
        part.isShown = info.mix?.parts.contains { $0.channel == channel && $0.isShown } ?? false
        return part
      })
    if info.mix == nil {
      // A picture's own colors are those of its first channels.
      let colors = info.samples?.colors ?? 1
      for index in mix.parts.indices where index < colors {
        mix.parts[index].isShown = true
        mix.parts[index].range = info.tone ?? info.samples?.range
      }
      if colors == 1, !mix.parts.isEmpty { mix.parts[0].color = mix.parts[0].color ?? 0xFF_FFFF }
    }
    mix.ramp = info.mix?.ramp
    mix.isStretched = info.mix?.isStretched ?? true
    mix.setColors(info.channels)
    return mix
  }

  private func show(_ mix: ChannelMix, _ info: ImageInfo) {
    let parts = mix.parts.filter { info.channels.indices.contains($0.channel) }
    let rows = parts.map { part -> ChannelsPanel.Channel in
      let found = histograms.indices.contains(part.channel) ? histograms[part.channel] : nil
      let range = part.range ?? found?.shown ?? found?.range ?? 0...1
      let limits = found?.range ?? range
      let name = info.channels[part.channel].name
      var row = ChannelsPanel.Channel(
        name: name.isEmpty ? "Channel \(part.channel + 1)" : name.isolated,
        color: part.color ?? 0xFF_FFFF, isShown: part.isShown, range: range,
        limits: min(limits.lowerBound, range.lowerBound)...max(limits.upperBound, range.upperBound))
      if let calibration = info.channels[part.channel].calibration {
        (row.offset, row.scale) = (calibration.offset, calibration.scale)
        row.unit = calibration.suffix
      }
      row.heights = found.map { Self.heights(of: $0, within: row.limits) } ?? []
      return row
    }
    var shown = mix
    shown.parts = zip(parts, rows).map { part, row in
      var part = part
      part.range = row.range
      return part
    }
    let legend = shown.legend.map { ramp, range in
      let calibration = shown.seen.first.flatMap { info.channels[$0].calibration }
      let (black, white) = ToneText.rounded(range, as: calibration)
      return ChannelsPanel.Legend(
        colors: ramp.table, black: black, white: white + (calibration?.suffix ?? ""))
    }
    panel.show(rows, ramp: mix.ramp?.rawValue, legend: legend, isMixed: info.mix != nil)
  }

  /// The heights of a histogram in even steps of limits that hold its range: of a step the greatest of those that it covers.
  static func heights(of found: SampleHistogram, within limits: ClosedRange<Double>) -> [Double] {
    let own = found.range.upperBound - found.range.lowerBound
    let room = limits.upperBound - limits.lowerBound
    let last = found.heights.count - 1
    guard limits != found.range, last >= 0, own > 0, room.isFinite else { return found.heights }
    let steps = SampleHistogram.stepCount
    return (0..<steps).map { step in
      let places = [step, step + 1].map { edge in
        let value = limits.lowerBound + room * Double(edge) / Double(steps)
        return (value - found.range.lowerBound) / own * Double(last + 1)
      }
      guard places[1] > 0, places[0] < Double(last + 1) else { return 0 }
      let first = Int(max(places[0], 0))
      let end = Int(min(places[1], Double(last + 1)).rounded(.up)) - 1
      return found.heights[min(first, last)...max(first, min(end, last))].max() ?? 0
    }
  }

  /// Does what the user changes.
  mutating func perform(_ change: ChannelsPanel.Change) {
    if case .place(let axis, let place) = change {
      guard let next = stack?.page(from: page, along: axis, to: place) else { return }
      (page, wantsPage) = (next, true)
      return
    }
    guard var mix, change.row.map({ mix.parts.indices.contains($0) }) ?? true else { return }
    switch change {
    case .place: return
    case .shows(let index, let isShown): mix.parts[index].isShown = isShown
    case .color(let index, let color):
      // The colors of a ramp would hide it.
      (mix.parts[index].color, mix.ramp) = (color, nil)
    case .range(let index, let range):
      (mix.parts[index].range, mix.isStretched) = (range, true)
    case .automaticRange(let index):
      mix.isStretched = true
      for place in mix.parts.indices where index ?? place == place {
        let channel = mix.parts[place].channel
        let isKnown = counted == subject && histograms.indices.contains(channel)
        mix.parts[place].range = isKnown ? histograms[channel].shown : nil
      }
    case .ramp(let name): mix.ramp = name.flatMap { ColorRamp(rawValue: $0) }
    case .ownColors:
      (self.mix, wanted) = (nil, ChannelMix([]))
      return
    }
    if mix.parts.count(where: \.isShown) != 1 { mix.ramp = nil }
    (self.mix, wanted) = (mix, mix)
  }
}
