package import OverscrollLab

/// The values of parameters by their ids.
package typealias ParameterValues = [Parameter.ID: Script.Value]

/// The changes of parameters that can be undone, newest last.
package struct ParameterHistory: Hashable, Sendable {
  /// Whose parameters a change concerns.
  package struct Target: Hashable, Sendable {
    /// The scroll view's name; `nil` for the main one.
    package var scrollView: String?
    package var side = ParameterSide.a
  }

  /// A change, with what followed from it: a higher minimum, for instance, raises the zoom scale too.
  package struct Change: Hashable, Sendable {
    package let target: Target
    /// The parameters that were meant.
    package let ids: Set<Parameter.ID>
    /// The slide that the change is a part of; `nil` for a change of its own.
    package let slide: Int?
    /// The values before and after, of the parameters that are different.
    package fileprivate(set) var before: ParameterValues
    package fileprivate(set) var after: ParameterValues

    /// Notes the difference of the values before and after a change.
    package init(
      _ ids: Set<Parameter.ID>, of target: Target, from before: ParameterValues,
      to after: ParameterValues, slide: Int? = nil
    ) {
      self.ids = ids
      self.target = target
      self.slide = slide
      self.before = before.filter { after[$0.key] != $0.value }
      self.after = after.filter { before[$0.key] != $0.value }
    }
  }

  package private(set) var changes: [Change] = []

  /// The number of changes that are kept. [C]
  package static let limit = 1000

  package init() {}

  /// Adds a change; one of the same slide as the latest becomes a part of it.
  package mutating func add(_ change: Change) {
    guard !change.before.isEmpty || !change.after.isEmpty else { return }
    if let slide = change.slide, var last = changes.last, last.slide == slide,
      last.target == change.target, last.ids == change.ids
    {
      last.before.merge(change.before) { first, _ in first }
      last.after.merge(change.after) { _, latest in latest }
      changes[changes.count - 1] = last
    } else {
      changes.append(change)
    }
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// The target of the change that ``undo(now:)`` undoes; `nil` where there is none.
  package var undoTarget: Target? { changes.last?.target }

  /// Removes the latest change and returns the values that undo it.
  ///
  /// What only followed from the change is restored if it still has the value that the change gave it.
  ///
  /// - Parameter values: The present values of the change's target.
  /// - Returns: The values to set.
  package mutating func undo(now values: ParameterValues) -> ParameterValues {
    guard let change = changes.popLast() else { return [:] }
    return change.before.filter { id, _ in
      change.ids.contains(id) || values[id] == change.after[id]
    }
  }
}

/// A side of a comparison: with the parameters of the scene, or with others.
package enum ParameterSide: String, Hashable, Sendable, CaseIterable {
  case a = "A"
  case b = "B"
}
