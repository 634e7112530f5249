public import Foundation
public import ScrollEngine

/// A timer that calls its target in every advance of a window's time.
///
/// The window is that of the target, where that is a view, otherwise of a view that the target refers to; a program without
/// such a view adds the link to a window itself. Corresponds to `CADisplayLink`.
public final class CADisplayLink {
  /// The refresh rates that a program asks for; the host determines the rate.
  public var preferredFramesPerSecond = 0
  /// The range of refresh rates that a program asks for; the host determines the rate.
  public var preferredFrameRateRange = CAFrameRateRange.default
  /// The time of the frame, in seconds.
  public private(set) var timestamp = 0.0
  /// The time of the next frame, in seconds, if the rate stays the same.
  public private(set) var targetTimestamp = 0.0
  /// The time between the latest two frames, in seconds; 1/60 before the second frame.
  public private(set) var duration = 1.0 / 60

  private let action: (CADisplayLink) -> Void
  private weak var target: AnyObject?
  private var observation: FrameObservation?
  private var arrival: KeyValueObservation?
  private var isInvalid = false

  /// A Boolean value that determines whether the calls are suspended; false by default.
  public var isPaused = false {
    didSet { observation?.isPaused = isPaused }
  }

  private init(_ target: Any, _ action: @escaping (CADisplayLink) -> Void) {
    self.action = action
    self.target = target as AnyObject
  }

  /// Creates a link that calls a bound method.
  public convenience init(target: Any, selector: @escaping (CADisplayLink) -> Void) {
    self.init(target, selector)
  }

  /// Creates a link that calls a bound method without the link.
  public convenience init(target: Any, selector: @escaping () -> Void) {
    self.init(target) { _ in selector() }
  }

  /// Creates a link that calls a method of `target`.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init(target) { selector(target)($0) }
  }

  /// Creates a link that calls a method of `target` without the link.
  public convenience init<Target: AnyObject>(
    target: Target, selector: @escaping (Target) -> () -> Void
  ) {
    self.init(target) { _ in selector(target)() }
  }

  /// Starts the calls in the advances of the target's window.
  ///
  /// The run loop and its mode are those of the host. Where no view of the target is in a window yet, the calls start when
  /// one is. Corresponds to `CADisplayLink.add(to:forMode:)`.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let target, let view = Self.view(of: target, depth: 2) else { return }
    if let window = view.window {
      add(to: window)
    } else {
      arrival = view.observe(\.window) { [weak self] view, _ in
        if let window = view.window { self?.add(to: window) }
      }
    }
  }

  /// Starts the calls in the advances of a window.
  public func add(to window: Window) {
    guard !isInvalid, observation == nil else { return }
    arrival = nil
    timestamp = window.time
    let observation = window.observeFrames { [self] in fire(at: $0) }
    observation.isPaused = isPaused
    self.observation = observation
  }

  /// Suspends the calls; the run loop and its mode are those of the host.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    observation?.cancel()
    observation = nil
  }

  /// Ends the calls for good.
  public func invalidate() {
    isInvalid = true
    arrival = nil
    observation?.cancel()
    observation = nil
  }

  private func fire(at time: Double) {
    if time > timestamp { duration = time - timestamp }
    timestamp = time
    targetTimestamp = time + duration
    action(self)
  }

  /// Returns `object` itself, or the first view among its properties and theirs.
  private static func view(of object: AnyObject, depth: Int) -> View? {
    if let view = object as? View { return view }
    var mirror: Mirror? = Mirror(reflecting: object)
    var others: [AnyObject] = []
    while let level = mirror {
      for child in level.children {
        guard let value = unwrapped(child.value), type(of: value) is AnyClass else { continue }
        let property = value as AnyObject
        if let view = property as? View { return view }
        others.append(property)
      }
      mirror = level.superclassMirror
    }
    guard depth > 0 else { return nil }
    return others.lazy.compactMap { view(of: $0, depth: depth - 1) }.first
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

/// A range of refresh rates, in frames per second.
///
/// Corresponds to `CAFrameRateRange`.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The lowest rate.
  public var minimum: Float
  /// The highest rate.
  public var maximum: Float
  /// The rate to aim at, or `nil`.
  public var preferred: Float?

  /// Creates a range.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// The rate that the host chooses.
  public static let `default` = Self(minimum: 0, maximum: 0)
}

/// The time since the host started, in seconds; not that of a window.
public func CACurrentMediaTime() -> Double { ProcessInfo.processInfo.systemUptime }
