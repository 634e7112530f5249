/// One sentence for each behavior, by its id in `Tests/Behaviours.tsv`.
enum BehaviorSentences {
  static let all: [String: String] = [
    "view.viewport":
      "A scroll view shows a part of its content and draws nothing of its own but two indicators.",
    "view.subclasses":
      "Table, collection and text views are scroll views, built on the same public interface.",
    "view.followers":
      "Views that follow the offset in `scrollViewDidScroll` are never a frame late.",

    "content.size":
      "The content size is zero at first; an axis scrolls only where the content exceeds the viewport.",
    "content.offset": "The content offset is zero at first and can be set, animated or at once.",
    "content.reach":
      "Nothing can be dragged without a content size; with one, every corner can be reached.",
    "content.picture":
      "The content size, not the picture, determines what can stay in view: a larger one leaves blank space, a smaller one hides part of the picture.",
    "content.grid":
      "Content can be pulled past the range of the content size against resistance, and returns.",
    "content.origin":
      "The content size counts from the scroll view's origin, not from the picture's.",

    "content.screens":
      "Content as wide as the viewport and twice as high scrolls by one screen along y, and not along x.",

    "bounds.origin": "Scrolling changes the origin of the bounds and never the frame.",
    "bounds.observing": "Observers are notified of every change of the bounds.",
    "bounds.boxes":
      "A column of twenty boxes scrolls vertically only, between the two expected bounds.",

    "inset.safe-area":
      "The adjusted inset is the content inset plus the safe area, as the adjustment behavior selects.",
    "inset.edges": "An inset of 100 points extends the range by 100 points on each side.",

    "scroll.disabled":
      "A scroll view whose scrolling is disabled passes touches to its content and up the responder chain.",
    "scroll.to-top":
      "A tap on the status bar scrolls the only candidate to its top, unless its delegate refuses.",
    "scroll.to-rect":
      "`scrollRectToVisible` scrolls no farther than needed, and not at all to what is visible.",

    "drag.lock":
      "With directional lock, a drag mainly along one axis locks the other; a diagonal locks neither.",

    "paging.stops": "With paging, content rests only at multiples of the viewport's size.",
    "paging.length": "A page is as long as the viewport on each axis.",

    "bounce.edges":
      "Content passes its edge and bounces back; with bouncing off, it stops at the edge.",
    "bounce.always":
      "Content that fits bounces along an axis where bouncing is always allowed.",

    "bounce.rates":
      "The deceleration rate shapes the coast into an edge; the spring back is the same for every rate.",

    "deceleration.rate": "The deceleration rate determines how far a flick travels.",
    "deceleration.target":
      "The delegate can change the target of a deceleration, which then ends there in one motion.",

    "state.drag": "Tracking, dragging and decelerating change as touches and motion do.",
    "state.zoom":
      "Five flags tell tracking, dragging, decelerating, zooming and zoom bouncing apart.",
    "state.animated":
      "An animated call moves the content without dragging or decelerating it.",
    "state.after-lift": "`isDragging` stays true after the lift until the deceleration ends.",

    "delegate.drag": "The delegate is notified when a drag begins, before it ends and after it.",
    "delegate.did-scroll":
      "`scrollViewDidScroll` is sent for every change of the offset, whatever caused it.",
    "delegate.flick":
      "A flick sends five callbacks in a fixed order, from the beginning of the drag to rest.",
    "delegate.rest":
      "A release without velocity, in range and not paging, is not followed by a deceleration.",
    "delegate.regrab":
      "A drag during a deceleration delays `scrollViewDidEndDecelerating` to the very end.",

    "indicator.style": "Indicators have three styles: default, and narrower in black and white.",
    "indicator.visibility":
      "Indicators are shown while content scrolls and fade afterward; they have insets and switches.",
    "indicator.flash": "`flashScrollIndicators` shows the indicators for a short time.",
    "indicator.tracking": "Indicators appear with the first scroll of a touch.",

    "refresh.control": "A refresh control belongs to the scroll view and is triggered by a pull.",
    "refresh.inset":
      "A refresh keeps its inset until it ends, and restores the old one with an animation.",

    "gesture.recognizers": "The pan and pinch recognizers are public.",

    "zoom.limits":
      "The zoom scale resists beyond its limits and bounces back, or stops at them.",
    "zoom.view":
      "Zooming scales the view that the delegate returns; without one there is no pinch recognizer.",
    "zoom.centering": "A container smaller than the viewport can be kept in its center.",
    "zoom.continuity":
      "Successive pinches and pans continue from the current scale and place, without a jump.",
    "zoom.transform":
      "The zoomed view keeps its own rotation and translation; the pan recognizer can be limited to certain touch types.",

    "keyboard.dismiss": "The keyboard dismiss mode determines how dragging dismisses the keyboard.",
    "keyboard.tap":
      "A tap outside a field ends editing; a row under the tap is still selected.",

    "list.index": "A table has a section index.",
    "list.views": "Table and collection views scroll, recycle cells and select by a tap.",
    "list.flags": "A table's data source may see a drag and a deceleration at the same time.",

    "touch.delay": "A touch in the content is delayed by 150 ms.",
    "touch.swipe":
      "A touch that moves within the delay scrolls, and the content never receives it.",
    "touch.delivery":
      "A touch that rests is delivered after the delay, if `touchesShouldBegin` returns true.",
    "touch.cancel":
      "Movement after the delivery cancels the touch, if `touchesShouldCancel` returns true.",
    "touch.refusal":
      "If `touchesShouldBegin` returns false, the content receives no touch.",
    "touch.control":
      "A control keeps its touch when it is dragged, unless an override returns true.",
    "touch.kept":
      "If content touches cannot be canceled, a delivered touch never scrolls.",
    "touch.no-delay": "If content touches are not delayed, they are delivered at once.",
    "touch.cases":
      "A touch is delivered at rest, replaced by a scroll, or delivered and then canceled.",
    "touch.quick-tap":
      "A tap that is lifted before the delay ends is delivered, began and ended.",
    "touch.taken":
      "If `touchesShouldCancel` returns true, the content's touch is canceled and the scroll view scrolls.",
    "touch.log": "A fast swipe calls neither override, a slow drag calls both.",
    "touch.forwarding":
      "Touches on the scroll view go no farther, unless a subclass forwards them.",
    "touch.tap":
      "A tap recognizer of the superview cancels the content's touch, unless it is set not to.",
    "touch.timer": "A delayed-touches recognizer of the scroll view implements the delay.",

    "program.package": "Overscroll is a Swift package and an X11 program on libX11 and Cairo.",
    "program.viewport": "A window shows a large picture or a grid that follows drags of the mouse.",
    "program.momentum": "A released picture decelerates and bounces.",
    "program.zoom":
      "Control and the wheel zoom between two limits, with bouncing, and keep the view centered.",
    "program.indicators": "Cairo draws the indicators.",
    "program.uses":
      "It is for browsing large pictures, looking at curves, and manual QA sessions.",
  ]
}
