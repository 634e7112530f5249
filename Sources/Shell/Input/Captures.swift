package import ScrollEngine
package import ScrollGeometry

/// What belongs to which part of a window: a finger, a held button, a gesture or a key that began in a part stays with it until
/// it ends, wherever it goes.
package struct Captures<Region: Hashable> {
  /// What can be captured.
  private enum Source: Hashable {
    case touch(Int)
    case scroll, pinch
    case key(KeyEvent.Key)
  }

  private struct Owner {
    /// The part; `nil` once that is gone.
    var region: Region?
    var latest: Event
  }

  private var owners: [Source: Owner] = [:]

  package init() {}

  /// Returns the part that an event is for; `nil` for none.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - region: Returns the part at a location.
  /// - Returns: The part in which a gesture began; for others, the part at their location.
  package mutating func owner(
    of event: Event, hitTest region: (Point) -> Region?
  ) -> Region? {
    guard let source = Self.source(of: event), let location = event.location else {
      return heldRegion ?? event.location.flatMap(region)
    }
    let owner: Owner
    if event.begins {
      owner = Owner(region: region(location), latest: event)
    } else {
      owner = Owner(region: owners[source]?.region, latest: event)
    }
    owners[source] = event.ends ? nil : owner
    return owner.region
  }

  /// The part in which the button of a mouse is held, which has the wheel too.
  private var heldRegion: Region? {
    for owner in owners.values {
      if case .touch(let touch) = owner.latest, touch.type == .indirectPointer {
        return owner.region
      }
    }
    return nil
  }

  /// Returns the part that has a key until it is released.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isPress: True where it is pressed, and does not repeat.
  ///   - isRelease: True where it is released.
  ///   - region: The part that gets keys that are pressed now.
  /// - Returns: The part in which it was pressed; `nil` where that is gone, or the key was pressed elsewhere.
  package mutating func owner(
    of key: KeyEvent.Key, isPress: Bool, isRelease: Bool, focus region: Region
  ) -> Region? {
    let owner = isPress ? region : owners[.key(key)]?.region
    owners[.key(key)] =
      isRelease ? nil : Owner(region: owner, latest: .key(KeyEvent(key: key, timestamp: 0)))
    return owner
  }

  /// Takes everything from parts that are gone.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - isGone: Returns whether a part is gone.
  /// - Returns: The events that end what the parts have, for them.
  package mutating func release(
    at time: Double, where isGone: (Region) -> Bool
  ) -> [(region: Region, event: Event)] {
    var ends: [(region: Region, event: Event)] = []
    for (source, owner) in owners {
      guard let region = owner.region, isGone(region) else { continue }
      owners[source]?.region = nil
      if let end = owner.latest.cancelled(at: time) { ends.append((region, end)) }
    }
    return ends
  }

  private static func source(of event: Event) -> Source? {
    switch event {
    case .touch(let touch): .touch(touch.id)
    case .touchpad: .scroll
    case .pinch: .pinch
    case .wheel, .key, .text: nil
    }
  }
}

extension Event {
  /// The location in the window, in points; `nil` for keys and text.
  package var location: Point? {
    switch self {
    case .touch(let event): event.location
    case .pinch(let event): event.location
    case .wheel(let event): event.location
    case .touchpad(let event): event.location
    case .key, .text: nil
    }
  }

  /// The same input at a location that is transformed.
  package func mapped(_ transform: (Point) -> Point) -> Self {
    switch self {
    case .touch(var event):
      event.location = transform(event.location)
      return .touch(event)
    case .pinch(var event):
      event.location = transform(event.location)
      return .pinch(event)
    case .wheel(var event):
      event.location = transform(event.location)
      return .wheel(event)
    case .touchpad(var event):
      event.location = transform(event.location)
      return .touchpad(event)
    case .key, .text: return self
    }
  }

  /// True where a gesture begins that is followed to its end.
  fileprivate var begins: Bool {
    switch self {
    case .touch(let event): event.phase == .began
    case .pinch(let event): event.phase == .began
    case .touchpad(let event): event.phase == .began
    case .wheel, .key, .text: false
    }
  }

  fileprivate var ends: Bool {
    switch self {
    case .touch(let event): event.phase == .ended || event.phase == .cancelled
    case .pinch(let event): event.phase == .ended
    case .touchpad(let event): event.phase == .ended
    case .wheel, .key, .text: false
    }
  }

  /// The event that cancels a gesture in progress; `nil` for events without an end.
  fileprivate func cancelled(at time: Double) -> Self? {
    switch self {
    case .touch(var event):
      (event.phase, event.timestamp) = (.cancelled, time)
      return .touch(event)
    case .pinch(var event):
      (event.phase, event.timestamp) = (.ended, time)
      return .pinch(event)
    case .touchpad(var event):
      (event.phase, event.delta, event.timestamp) = (.ended, .zero, time)
      return .touchpad(event)
    case .wheel, .key, .text: return nil
    }
  }
}
