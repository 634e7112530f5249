package import OverscrollLab

extension Take {
  /// Performs the take again on a new stage, and compares every frame.
  ///
  /// - Parameter log: The log of the callbacks meanwhile.
  /// - Returns: `nil` if all frames are the same to the last bit, otherwise the first difference.
  package func verify(log: CallbackLog? = nil) -> Difference? {
    let again = Simulation(script, log: log).frameTrace()
    for (index, (one, other)) in zip(trace.samples, again.samples).enumerated() where one != other {
      return Difference(frame: index, recorded: one, replayed: other)
    }
    return nil
  }

  /// A frame that a replay shows differently.
  package struct Difference: Hashable, Sendable {
    /// The number of the row in the trace; 0 is the start.
    package var frame: Int
    package var recorded: Trace.Sample
    package var replayed: Trace.Sample
  }
}
