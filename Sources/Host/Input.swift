package import ScrollGeometry

/// What happens to a window: input, time, answers, and what the desktop says.
///
/// Times are in seconds of this machine's monotonic clock (``MonotonicClock``), positions in pixels from the window's top left
/// corner. Motion is not coalesced: a batch of events may contain several samples.
package enum Input: Hashable, Sendable {
  /// The pointer moved, or a button changed.
  case pointer(Pointer)
  /// A mouse wheel turned.
  case wheel(Wheel)
  /// A two-finger scroll on a touchpad.
  case touchpad(Touchpad)
  /// A touch on a touch screen.
  case touch(Touch)
  /// A pinch on a touchpad.
  case pinch(Pinch)
  /// A key was pressed, repeated or released.
  case key(Key)
  /// Text was typed, composed or pasted; see ``HostRequest/acceptText(_:)`` and ``HostRequest/pasteText``.
  case text(Text)
  /// The window has a new size, in pixels, and needs a full redraw.
  case resized(PixelSize)
  /// The window may have been moved under the pointer; see ``Host/locatePointer()``.
  case moved
  /// Part of the window was uncovered and lost its pixels; it needs a full redraw.
  case exposed
  /// The window received (true) or lost the keyboard focus.
  case focus(Bool)
  /// The user or a signal asks the program to quit.
  case closeRequested
  /// The scale factor of the user interface changed; it is 1 at 96 dpi.
  case scaleChanged(Double)
  /// The desktop's settings changed; see ``HostDisplay/settings``.
  case settingsChanged
  /// The window's monitor has another color profile; see ``MonitorProfile``.
  case displayProfileChanged
  /// A frame is due; `time` is when it is predicted to be visible, in seconds.
  ///
  /// The times are evenly spaced, and never before an event that was already delivered.
  case frame(time: Double)
  /// Another thread woke the event loop, once or several times.
  case wakeUp
  /// Files or a picture were dropped or pasted; see ``HostRequest/pasteFiles``.
  case received(Received)
  /// Something that can be dropped came over the window (true) or left it.
  case dropHover(Bool)
  /// What a drag that has begun in the window would do, or its end; see ``HostDisplay/drag``.
  case dragChanged
  /// The clipboard's contents were handed to a clipboard manager, or that was abandoned.
  case clipboardHandedOver
  /// A descriptor of ``HostSchedule/descriptors`` can be read.
  case readable(descriptor: Int32)
  /// The server has finished the last redraw, and the next one may start; see ``HostSchedule/wantsSlot``.
  case redrawSlot

  /// The modifier keys held during an event.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Either shift key.
    package static let shift = Self(rawValue: 1)
    /// Either control key.
    package static let control = Self(rawValue: 2)
    /// The Alt key, X's Mod1.
    package static let alt = Self(rawValue: 4)
    /// The logo key (Super), X's Mod4.
    package static let logo = Self(rawValue: 8)
  }

  /// The phase of a gesture or a touch.
  package enum Phase: Hashable, Sendable {
    /// It began.
    case began
    /// It moved or changed.
    case changed
    /// It ended.
    case ended
    /// It was canceled, and its effects are to be undone.
    case cancelled
  }

  /// The pointer moved, or a button changed.
  package struct Pointer: Hashable, Sendable {
    /// The kind of a pointer event.
    package enum Action: Hashable, Sendable {
      /// A button was pressed: 1 left, 2 middle, 3 right, 8 back, 9 forward.
      case pressed(button: Int)
      /// The pointer moved, with or without a button held.
      case moved
      /// A button was released.
      case released(button: Int)
      /// The window stopped receiving the events of a held button; no release follows.
      case cancelled(button: Int)
      /// The pointer left the window.
      case left
    }

    /// The time of the event, in seconds.
    package var time: Double
    /// The kind of event.
    package var action: Action
    /// The position, in pixels, possibly fractional.
    package var position: Point
    /// The modifier keys held.
    package var modifiers: Modifiers
    /// Where it came from.
    package var source = Source()

    package init(time: Double, action: Action, position: Point, modifiers: Modifiers) {
      (self.time, self.action, self.position) = (time, action, position)
      self.modifiers = modifiers
    }
  }

  /// A mouse wheel turned.
  package struct Wheel: Hashable, Sendable {
    /// The time of the event, in seconds.
    package var time: Double
    /// The rotation in notches: `x` to the right, `y` toward the user; fractional for high-resolution wheels.
    package var notches: Point
    /// The position of the pointer, in pixels.
    package var position: Point
    /// The modifier keys held.
    package var modifiers: Modifiers
    /// Where it came from.
    package var source = Source()

    package init(time: Double, notches: Point, position: Point, modifiers: Modifiers) {
      (self.time, self.notches, self.position) = (time, notches, position)
      self.modifiers = modifiers
    }
  }

  /// A two-finger scroll on a touchpad.
  ///
  /// Some drivers don't report that the fingers were lifted. If ``reportsStops`` is false, treat a pause of about 80 ms as the end,
  /// and a `changed` after it as the beginning of another scroll.
  package struct Touchpad: Hashable, Sendable {
    /// The time of the event, in seconds.
    package var time: Double
    /// The phase; `began` and `changed` have a delta, `ended` has none.
    package var phase: Phase
    /// The movement of the content since the previous event, in pixels, positive to the right and down.
    ///
    /// It has the direction of the fingers where natural scrolling is enabled.
    package var delta: Point
    /// The position of the pointer, in pixels.
    package var position: Point
    /// The modifier keys held.
    package var modifiers: Modifiers
    /// True where the driver reports that the fingers were lifted.
    package var reportsStops = false
    /// Where it came from.
    package var source = Source()

    package init(
      time: Double, phase: Phase, delta: Point, position: Point, modifiers: Modifiers,
      reportsStops: Bool = false
    ) {
      (self.time, self.phase, self.delta) = (time, phase, delta)
      (self.position, self.modifiers, self.reportsStops) = (position, modifiers, reportsStops)
    }
  }

  /// A touch on a touch screen.
  package struct Touch: Hashable, Sendable {
    /// The time of the event, in seconds.
    package var time: Double
    /// The identifier of the touch, which the server does not reuse until the number wraps.
    package var id: Int
    /// The phase.
    package var phase: Phase
    /// The position, in pixels, possibly fractional.
    package var position: Point
    /// Where it came from.
    package var source = Source()

    package init(time: Double, id: Int, phase: Phase, position: Point) {
      (self.time, self.id, self.phase, self.position) = (time, id, phase, position)
    }
  }

  /// A pinch on a touchpad.
  package struct Pinch: Hashable, Sendable {
    /// The time of the event, in seconds.
    package var time: Double
    /// The phase.
    package var phase: Phase
    /// The distance between the fingers relative to that at the beginning.
    package var scale: Double
    /// The pointer's position at the beginning plus the movement of the fingers' center, in pixels.
    package var centroid: Point
    /// Where it came from.
    package var source = Source()

    package init(time: Double, phase: Phase, scale: Double, centroid: Point) {
      (self.time, self.phase, self.scale, self.centroid) = (time, phase, scale, centroid)
    }
  }

  /// Text, as it is typed, composed or pasted.
  package struct Text: Hashable, Sendable {
    /// The kinds of text.
    package enum Content: Hashable, Sendable {
      /// Text that keys typed or the input method committed.
      case committed(String)
      /// Text that the input method is composing, with the caret after that many characters; empty text ends it.
      case composing(String, caret: Int)
      /// The text of the clipboard.
      case pasted(String)
      /// Why nothing was pasted, as a message.
      case notPasted(String)
    }

    /// The time of the event, in seconds.
    package var time: Double
    /// The text.
    package var content: Content

    package init(time: Double, content: Content) {
      (self.time, self.content) = (time, content)
    }
  }

  /// A key was pressed, repeated or released.
  package struct Key: Hashable, Sendable {
    /// The kind of a key event.
    package enum Action: Hashable, Sendable {
      /// It was pressed.
      case pressed
      /// It is held and repeats.
      case repeated
      /// It was released.
      case released
    }

    /// The time of the event, in seconds.
    package var time: Double
    /// The kind of event.
    package var action: Action
    /// The name of the keysym, with Shift applied, such as "Left", "plus", "q", "Q".
    ///
    /// Caps Lock is ignored. A key without a Latin letter in the active layout has the keysym of the first layout with one.
    package var name: String
    /// The digit that the key types with Shift where it types another character without it, as on French keyboards; `nil`
    /// while Shift is held, and for other keys.
    package var shiftedDigit: Int?
    /// The modifier keys held.
    package var modifiers: Modifiers
    /// Where it came from.
    package var source = Source()

    package init(
      time: Double, action: Action, name: String, shiftedDigit: Int?, modifiers: Modifiers
    ) {
      (self.time, self.action, self.name) = (time, action, name)
      (self.shiftedDigit, self.modifiers) = (shiftedDigit, modifiers)
    }
  }

  /// Whether a frame is due.
  package var isFrame: Bool { if case .frame = self { true } else { false } }

  /// The time of the event, in seconds, where it has one.
  package var time: Double? {
    switch self {
    case .pointer(let event): event.time
    case .wheel(let event): event.time
    case .touchpad(let event): event.time
    case .touch(let event): event.time
    case .pinch(let event): event.time
    case .key(let event): event.time
    case .text(let event): event.time
    case .frame(let time): time
    case .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged, .settingsChanged,
      .displayProfileChanged,
      .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver, .redrawSlot:
      nil
    }
  }

  /// Where input came from; it has no effect on what the input does.
  package struct Source: Hashable, Sendable {
    /// The server's timestamp, in milliseconds, which wraps around after 49.7 days; `nil` where there is none.
    package var serverTime: UInt32?
    /// The index of the device in ``Environment/devices``; `nil` where it is not known, as for keys.
    package var device: Int?

    /// Makes a source.
    package init() {}
  }

  /// Where input came from; empty for other events.
  package var source: Source {
    get {
      switch self {
      case .pointer(let event): event.source
      case .wheel(let event): event.source
      case .touchpad(let event): event.source
      case .touch(let event): event.source
      case .pinch(let event): event.source
      case .key(let event): event.source
      case .text, .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged,
        .settingsChanged,
        .displayProfileChanged,
        .frame, .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver,
        .redrawSlot:
        Source()
      }
    }
    set {
      switch self {
      case .pointer(var event):
        event.source = newValue
        self = .pointer(event)
      case .wheel(var event):
        event.source = newValue
        self = .wheel(event)
      case .touchpad(var event):
        event.source = newValue
        self = .touchpad(event)
      case .touch(var event):
        event.source = newValue
        self = .touch(event)
      case .pinch(var event):
        event.source = newValue
        self = .pinch(event)
      case .key(var event):
        event.source = newValue
        self = .key(event)
      case .text, .resized, .moved, .exposed, .focus, .closeRequested, .scaleChanged,
        .settingsChanged,
        .displayProfileChanged,
        .frame, .wakeUp, .readable, .received, .dropHover, .dragChanged, .clipboardHandedOver,
        .redrawSlot:
        break
      }
    }
  }
}
