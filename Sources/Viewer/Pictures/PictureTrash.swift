import OverscrollBase
import OverscrollHost
import OverscrollShell

/// Moves pictures to the trash when a key is pressed twice.
struct PictureTrash {
  /// How long the second press counts, in seconds. [C]
  static let duration = 3.0

  private var offer: (file: FilePath, until: Double)?
  private var jobs = Jobs<Moved>()

  /// A file that was to be moved.
  struct Moved: Sendable {
    let file: FilePath
    /// Why it was not moved; `nil` if it was.
    let reason: String?
  }

  /// Notes that the key was pressed; returns `true` if that was the second time, and the file should be moved.
  mutating func press(for file: FilePath, at now: Double) -> Bool {
    if let offer, offer.file == file, now <= offer.until {
      self.offer = nil
      return true
    }
    offer = (file, now + Self.duration)
    return false
  }

  /// Begins to move a file.
  mutating func move(
    _ file: FilePath, by services: any HostServices, wake: @escaping @Sendable () -> Void
  ) {
    jobs.add(
      Job(wake: wake) { _ in
        do throws(Trash.Failure) {
          try services.trash(file, date: CalendarTime.local)
          return Moved(file: file, reason: nil)
        } catch {
          return Moved(file: file, reason: error.reason)
        }
      })
  }

  /// Returns the outcome for files since the last call.
  mutating func drain() -> [Moved] { jobs.drainAll() }
}
