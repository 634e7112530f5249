import OverscrollBrowser
import OverscrollImaging
import OverscrollShell
import Synchronization

/// Reads the file's own samples of a pixel on another thread, one pixel at a time.
struct SampleController {
  /// What a thread has opened and read.
  private struct Outcome: Sendable {
    /// The reader; `nil` where the file cannot be opened for it.
    var reader: (any SampleReader)?
    var samples: PixelReading.Samples
  }

  /// Whether a pixel need not be read any more.
  private final class Stop: Sendable {
    let isSet = Atomic(false)
  }

  private let wake: @Sendable () -> Void
  /// The picture that is read; opening its file again gives another one.
  private weak var picture: TiledPicture?
  private var job: (pixel: PixelReading.Pixel, stop: Stop, work: Job<Outcome>)?
  private var known: (pixel: PixelReading.Pixel, samples: PixelReading.Samples)?
  private var reader: (any SampleReader)?

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Returns the samples of a pixel as far as they are known, and has them read otherwise.
  mutating func samples(
    of pixel: PixelReading.Pixel, in picture: TiledPicture
  ) -> PixelReading.Samples {
    if self.picture !== picture { stop() }
    self.picture = picture
    drain()
    if let known, known.pixel == pixel { return known.samples }
    if let job {
      // The pointer has moved on; what the reader has passed over serves the next pixel, too.
      if job.pixel != pixel { job.stop.isSet.store(true, ordering: .relaxed) }
    } else {
      read(pixel, picture)
    }
    return .pending
  }

  /// Ends the reading, and closes the file.
  mutating func stop() {
    job?.stop.isSet.store(true, ordering: .relaxed)
    (job, known, reader) = (nil, nil, nil)
  }

  private mutating func drain() {
    guard let (pixel, _, work) = job, let outcome = work.drain() else { return }
    job = nil
    reader = outcome.reader
    if outcome.samples != .pending { known = (pixel, outcome.samples) }
  }

  private mutating func read(_ pixel: PixelReading.Pixel, _ picture: TiledPicture) {
    let (source, info, opened) = (picture.source, picture.info, reader)
    let stop = Stop()
    let work = Job<Outcome>(wake: wake) { _ in
      guard let reader = try? opened ?? source.sampleReader() else {
        return Outcome(samples: .missing)
      }
      let values = try? reader.samples(x: pixel.x, y: pixel.y, of: info) {
        !stop.isSet.load(ordering: .relaxed)
      }
      guard let values else { return Outcome(reader: reader, samples: .missing) }
      // A read that was cancelled has none.
      return Outcome(reader: reader, samples: values.isEmpty ? .pending : .known(values))
    }
    job = (pixel, stop, work)
  }
}
