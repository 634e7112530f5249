package import Geometry

/// Something that happened to the window, as a value.
///
/// Times are seconds of this machine's monotonic clock (``MonotonicClock``), positions are pixels from the
/// window's top left corner. No sample is left out: several motions may come in one batch.
package enum Event: Hashable, Sendable {
  /// A mouse, or what acts like one, moved or changed a button.
  case pointer(Pointer)
  /// A wheel was turned.
  case wheel(Wheel)
  /// Two fingers scrolled on a touchpad.
  case touchpad(Touchpad)
  /// A finger on a touch screen.
  case touch(Touch)
  /// Two fingers pinched on a touchpad.
  case pinch(Pinch)
  /// A key went down, repeated or came up.
  case key(Key)
  /// The window has a new size, in pixels; everything is to be drawn anew.
  case resized(PixelSize)
  /// Part of the window was uncovered and has lost its pixels; all of it is to be drawn again.
  case exposed
  /// The window got (true) or lost the keyboard.
  case focus(Bool)
  /// A person or a signal asks the program to end.
  case closeRequested
  /// Text and thresholds are to be drawn at a new scale, 1 for 96 dots an inch.
  case scaleChanged(Double)
  /// A frame is due, to be drawn as things are at a time, in seconds: when it will be seen, so far as that is known.
  ///
  /// The times are evenly spaced and never before an event already delivered.
  case frame(time: Double)
  /// Somebody posted to the waker, once or more often.
  case wakeUp
  /// The server has done what was drawn last, and there is time to draw again; see ``EventLoop/wantsRedrawSlot``.
  case redrawSlot
}

/// Keys held while something happened.
package struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit a key.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Either shift key.
  package static let shift = Self(rawValue: 1)
  /// Either control key.
  package static let control = Self(rawValue: 2)
  /// The key X calls Mod1: Alt.
  package static let alt = Self(rawValue: 4)
  /// The key X calls Mod4: the one with a logo.
  package static let logo = Self(rawValue: 8)
}

extension Event {
  /// Where a gesture or a touch is in its life.
  package enum Phase: Hashable, Sendable {
    /// It starts here.
    case began
    /// It goes on.
    case changed
    /// It ended of itself.
    case ended
    /// Somebody else took it; what it did is to be taken back.
    case cancelled
  }

  /// A mouse, or what acts like one, moved or changed a button.
  package struct Pointer: Hashable, Sendable {
    /// What happened.
    package enum Action: Hashable, Sendable {
      /// A button went down: 1 left, 2 middle, 3 right, 8 back, 9 forward.
      case pressed(button: Int)
      /// It moved, whether a button is down or not.
      case moved
      /// A button came up.
      case released(button: Int)
      /// A button was taken away while it was down: it may have come up elsewhere. No release follows.
      case cancelled(button: Int)
    }

    /// When, in seconds.
    package var time: Double
    /// What happened.
    package var action: Action
    /// Where, in pixels; fractions are possible.
    package var position: Point
    /// The keys held.
    package var modifiers: Modifiers
  }

  /// A wheel was turned.
  package struct Wheel: Hashable, Sendable {
    /// When, in seconds.
    package var time: Double
    /// How far, in notches: `x` to the right, `y` towards the person; fractions on fine wheels.
    package var notches: Point
    /// Where the pointer was, in pixels.
    package var position: Point
    /// The keys held.
    package var modifiers: Modifiers
  }

  /// Two fingers scrolled on a touchpad.
  ///
  /// Some drivers never say that the fingers were lifted: take a silence of some 80 ms for an end, and
  /// a `changed` after it for a beginning.
  package struct Touchpad: Hashable, Sendable {
    /// When, in seconds.
    package var time: Double
    /// `began` and `changed` carry a delta; `ended` carries none.
    package var phase: Phase
    /// How far the content is to move since the last one, in pixels, positive to the right and down:
    /// as the fingers move, where natural scrolling is set.
    package var delta: Point
    /// Where the pointer was, in pixels.
    package var position: Point
    /// The keys held.
    package var modifiers: Modifiers
  }

  /// A finger on a touch screen.
  package struct Touch: Hashable, Sendable {
    /// When, in seconds.
    package var time: Double
    /// Which finger; the number is not used again while the server lives, until it wraps.
    package var id: Int
    /// Where the touch is in its life.
    package var phase: Phase
    /// Where, in pixels; fractions are possible.
    package var position: Point
    /// The keys held.
    package var modifiers: Modifiers
  }

  /// Two fingers pinched on a touchpad.
  package struct Pinch: Hashable, Sendable {
    /// When, in seconds.
    package var time: Double
    /// Where the pinch is in its life.
    package var phase: Phase
    /// The distance of the fingers relative to when it began, where it is 1.
    package var scale: Double
    /// The pointer's place moved as the fingers' centre moved since the beginning, in pixels.
    package var centroid: Point
    /// The keys held.
    package var modifiers: Modifiers
  }

  /// A key went down, repeated or came up.
  package struct Key: Hashable, Sendable {
    /// What happened.
    package enum Action: Hashable, Sendable {
      /// It went down.
      case pressed
      /// It is held, and repeats.
      case repeated
      /// It came up.
      case released
    }

    /// When, in seconds.
    package var time: Double
    /// What happened.
    package var action: Action
    /// X's name of the symbol with shift counted in, such as "Left", "plus", "q", "Q".
    ///
    /// Caps Lock does not count. Keys without a Latin letter in the layout that is chosen give the first that
    /// another of the layouts has.
    package var name: String
    /// The digit that the key types with shift where it types something else without, as on French keyboards;
    /// nil while shift is held, and for other keys.
    package var shiftedDigit: Int?
    /// The keys held.
    package var modifiers: Modifiers
  }
}
