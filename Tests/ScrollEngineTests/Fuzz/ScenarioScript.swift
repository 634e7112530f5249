import ScrollEngine
import ScrollGeometry

extension Scenario {
  /// The scenario as a script, so that it can be simulated and viewed.
  ///
  /// The header notes what a script cannot express: non-finite numbers, nested scroll views, changes by the delegate.
  var script: String { ([header] + steps.map { Self.line($0) }).joined(separator: "\n") }

  private var header: String {
    var fields = [
      "\"overscroll\":1", "\"viewport\":\(Self.text(setup.viewport))",
      "\"content\":\(Self.text(setup.content))",
    ]
    fields += setup.settings.map(Self.text)
    let subviews = setup.subviews.enumerated().map { index, subview in
      "{\"name\":\"\(index)\",\"frame\":\(Self.text(subview.frame)),\"control\":\(subview.isControl)}"
    }
    fields.append("\"subviews\":[\(subviews.joined(separator: ","))]")
    fields.append(
      "\"note\":\"seed \(seed), zooms \(setup.zooms), nested \(setup.isNested), refreshes "
        + "\(setup.hasRefreshControl), mischief \(setup.mischief.map { "\($0)" } ?? "none")\"")
    return "{\(fields.joined(separator: ", "))}"
  }

  private static func line(_ step: Step) -> String {
    let time = "{\"t\":\(step.time)"
    return switch step.action {
    case .event(let event): "{\"t\":\(event.timestamp),\(text(event))}"
    case .call(let call): "\(time),\(text(call))}"
    case .set(let setting): "\(time),\"set\":{\(text(setting))}}"
    case .resize(let size): "\(time),\"resize\":\(text(size))}"
    }
  }

  private static func text(_ point: Point) -> String { "[\(point.x),\(point.y)]" }
  private static func text(_ size: Size) -> String { "[\(size.width),\(size.height)]" }
  private static func text(_ rect: Rect) -> String {
    "[\(rect.minX),\(rect.minY),\(rect.width),\(rect.height)]"
  }
  private static func text(_ insets: EdgeInsets) -> String {
    "[\(insets.top),\(insets.left),\(insets.bottom),\(insets.right)]"
  }

  private static func text(_ modifiers: Modifiers) -> String {
    let names = [(Modifiers.shift, "\"shift\""), (.control, "\"control\"")]
    return "[\(names.filter { modifiers.contains($0.0) }.map(\.1).joined(separator: ","))]"
  }

  private static func text(_ event: Event) -> String {
    switch event {
    case .touch(let touch):
      "\"touch\":\"\(touch.phase.rawValue)\",\"id\":\(touch.id),\"at\":\(text(touch.location))"
    case .pinch(let pinch):
      "\"pinch\":\"\(pinch.phase.rawValue)\",\"scale\":\(pinch.scale),"
        + "\"at\":\(text(pinch.location))"
    case .wheel(let wheel):
      "\"wheel\":\(text(wheel.notches)),\"at\":\(text(wheel.location)),"
        + "\"modifiers\":\(text(wheel.modifiers))"
    case .touchpad(let touchpad):
      "\"touchpad\":\"\(touchpad.phase.rawValue)\",\"delta\":\(text(touchpad.delta)),"
        + "\"at\":\(text(touchpad.location)),\"modifiers\":\(text(touchpad.modifiers))"
    case .key(let key): "\"key\":\"\(key.key.rawValue)\",\"modifiers\":\(text(key.modifiers))"
    case .text: "\"mark\":\"text\""
    }
  }

  private static func text(_ call: Call) -> String {
    switch call {
    case .setContentOffset(let offset, let animated):
      "\"call\":\"setContentOffset\",\"offset\":\(text(offset)),\"animated\":\(animated)"
    case .setZoomScale(let scale, let animated):
      "\"call\":\"setZoomScale\",\"scale\":\(scale),\"animated\":\(animated)"
    case .zoomTo(let rect, let animated):
      "\"call\":\"zoomTo\",\"rect\":\(text(rect)),\"animated\":\(animated)"
    case .scrollRectToVisible(let rect, let animated):
      "\"call\":\"scrollRectToVisible\",\"rect\":\(text(rect)),\"animated\":\(animated)"
    case .flashScrollIndicators: "\"call\":\"flashScrollIndicators\""
    case .scrollToTop: "\"call\":\"scrollToTop\""
    case .stopScrollingAndZooming: "\"call\":\"stopScrollingAndZooming\""
    case .beginRefreshing: "\"call\":\"beginRefreshing\""
    case .endRefreshing: "\"call\":\"endRefreshing\""
    }
  }

  private static func text(_ setting: Setting) -> String {
    switch setting {
    case .contentSize(let size): "\"content\":\(text(size))"
    case .contentOffset(let offset): "\"contentOffset\":\(text(offset))"
    case .contentInset(let insets): "\"contentInset\":\(text(insets))"
    case .safeAreaInsets(let insets): "\"safeAreaInsets\":\(text(insets))"
    case .contentInsetAdjustmentBehavior(let behavior):
      "\"contentInsetAdjustmentBehavior\":\"\(behavior.rawValue)\""
    case .displayScale(let scale): "\"displayScale\":\(scale)"
    case .isScrollEnabled(let flag): "\"isScrollEnabled\":\(flag)"
    case .bounces(let flag): "\"bounces\":\(flag)"
    case .alwaysBounceVertical(let flag): "\"alwaysBounceVertical\":\(flag)"
    case .alwaysBounceHorizontal(let flag): "\"alwaysBounceHorizontal\":\(flag)"
    case .isPagingEnabled(let flag): "\"isPagingEnabled\":\(flag)"
    case .isDirectionalLockEnabled(let flag): "\"isDirectionalLockEnabled\":\(flag)"
    case .decelerationRate(let rate): "\"decelerationRate\":\(rate)"
    case .minimumZoomScale(let scale): "\"minimumZoomScale\":\(scale)"
    case .maximumZoomScale(let scale): "\"maximumZoomScale\":\(scale)"
    case .bouncesZoom(let flag): "\"bouncesZoom\":\(flag)"
    case .contentAlignmentPoint(let point): "\"contentAlignmentPoint\":\(text(point))"
    case .delaysContentTouches(let flag): "\"delaysContentTouches\":\(flag)"
    case .canCancelContentTouches(let flag): "\"canCancelContentTouches\":\(flag)"
    case .bounds(let bounds): "\"bounds\":\(text(bounds))"
    case .targetContentOffset(let offset): "\"targetContentOffset\":\(text(offset))"
    }
  }
}
