internal import OverscrollBase

/// The threads that decode and write tiles.
enum DecodeThread {
  /// The niceness of decoding, which yields to the main thread and the X server. [C]
  private static let niceness: Int32 = 2

  /// Starts a thread.
  ///
  /// - Returns: False if the system made no thread; `body` doesn't run then.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    BackgroundThread.start(niceness: niceness, body)
  }
}
