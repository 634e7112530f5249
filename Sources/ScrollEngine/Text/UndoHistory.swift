/// The changes of a text that can be undone, and those that can be redone.
struct UndoHistory {
  /// The maximum number of steps that can be undone. [C]
  static let limit = 1000

  /// Whether the next change is a step of its own.
  var endsRun = true
  private var done: [Step] = []
  private var undone: [Step] = []

  private struct Step {
    var edit: TextEdit
    var before: TextSelection
  }

  /// Adds a change, in one step with the one before where both belong to the same typing.
  mutating func add(_ edit: TextEdit, before: TextSelection) {
    undone = []
    defer { endsRun = false }
    if !endsRun, let last = done.popLast() {
      if let both = last.edit.followed(by: edit) {
        done.append(Step(edit: both, before: last.before))
        return
      }
      done.append(last)
    }
    done.append(Step(edit: edit, before: before))
    if done.count > Self.limit { done.removeFirst() }
  }

  /// Returns the change that undoes or redoes a step and the selection after it, or `nil` where there is none.
  mutating func step(redoing: Bool) -> (edit: TextEdit, selection: TextSelection)? {
    endsRun = true
    if redoing {
      guard let step = undone.popLast() else { return nil }
      done.append(step)
      return (step.edit, TextSelection(at: step.edit.end))
    }
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return (step.edit.inverse, step.before)
  }
}
