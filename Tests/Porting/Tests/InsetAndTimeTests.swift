import Testing
import UIKitNames

@testable import Programs

@Suite struct `Insets, observing and time, ported from UIKit` {
  @Test func `a form makes room for the keyboard and scrolls to its field`() {
    let form = FormViewController()
    let finger = Finger(on: form.view)
    form.edit(9)
    let keyboard = CGRect(x: 0, y: 280, width: 320, height: 200)
    NotificationCenter.default.post(
      name: UIResponder.keyboardWillShowNotification, object: form.view,
      userInfo: [UIResponder.keyboardFrameEndUserInfoKey: keyboard])
    #expect(form.scrollView.contentInset.bottom == 200)
    #expect(form.scrollView.verticalScrollIndicatorInsets.bottom == 200)
    finger.settle()
    #expect(form.scrollView.contentOffset.y == 170)
    NotificationCenter.default.post(
      name: UIResponder.keyboardWillHideNotification, object: form.view)
    finger.settle()
    #expect(form.scrollView.contentInset == .zero)
  }

  @Test func `a window's keyboard posts UIKit's notifications, with frames, duration and curve`() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    window.addSubview(field)
    window.keyboard.height = 200
    let center = NotificationCenter()
    window.keyboard.postNotifications(to: center)
    nonisolated(unsafe) var posted: [Notification] = []
    let names = [
      UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
      UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
      UIResponder.keyboardWillChangeFrameNotification,
      UIResponder.keyboardDidChangeFrameNotification,
    ]
    let observers = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { posted.append($0) }
    }
    window.advance(to: 1)
    field.becomeFirstResponder()
    window.advance(to: 1)
    #expect(posted.map(\.name) == [names[4], names[0]])
    let info = posted.last?.userInfo ?? [:]
    #expect(
      (info[UIResponder.keyboardFrameBeginUserInfoKey] as? NSValue)?.cgRectValue
        == CGRect(x: 0, y: 480, width: 320, height: 200))
    #expect(
      (info[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue
        == CGRect(x: 0, y: 280, width: 320, height: 200))
    #expect(info[UIResponder.keyboardAnimationDurationUserInfoKey] as? NSNumber == 0.25)
    #expect(info[UIResponder.keyboardAnimationCurveUserInfoKey] as? NSNumber == 0)
    window.advance(to: 2)
    field.resignFirstResponder()
    window.advance(to: 2)
    window.advance(to: 3)
    #expect(posted.map(\.name) == [4, 0, 5, 1, 4, 2, 5, 3].map { names[$0] })
    for observer in observers { center.removeObserver(observer) }
  }

  @Test func `a view is drawn at the scale of the screen unless it says otherwise`() {
    let view = UIView()
    #expect(view.contentScaleFactor == UIScreen.main.scale)
    view.contentScaleFactor = 3
    view.contentScaleFactor = .nan
    view.contentScaleFactor = 0
    #expect(view.contentScaleFactor == 3)
  }

  @Test func `a button observes offset, size and the state of the pan until it stops`() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let button = BackToTopButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    button.follow(scrollView)
    scrollView.contentSize = CGSize(width: 320, height: 3000)
    #expect(button.contentHeights == [0, 3000])
    let finger = Finger(on: scrollView)
    finger.drag(from: (160, 400), by: (0, -210), resting: true)
    finger.settle()
    #expect(button.offsets.last?.new == 200)
    #expect(button.alpha == 0.5)
    #expect(button.states.contains(.began) && button.states.contains(.ended))
    button.sendActions(for: .touchUpInside)
    finger.settle()
    #expect(scrollView.contentOffset.y == 0)
    button.stop()
    let count = button.offsets.count
    scrollView.contentOffset.y = 50
    #expect(button.offsets.count == count)
  }

  @Test func `property observers of a subclass run`() {
    let view = SelfSizingScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    view.contentSize = CGSize(width: 320, height: 1000)
    view.contentSize = CGSize(width: 320, height: 1000)
    #expect(view.changes == 1)
  }

  @Test func `a display link scrolls credits on the window's clock`() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    scrollView.contentSize = CGSize(width: 320, height: 600)
    let credits = CreditsScroller(scrollView: scrollView)
    let finger = Finger(on: scrollView)
    credits.start()
    finger.wait(1)
    #expect(abs(scrollView.contentOffset.y - 59) < 1.1)
    #expect(finger.window.needsAdvance)
    finger.drag(from: (160, 200), by: (0, 50), resting: true, lifts: false)
    let frames = credits.frames
    finger.wait(0.5)
    #expect(credits.frames == frames, "a drag pauses the link")
    finger.touch(.ended, 160, 250)
    finger.wait(5)
    #expect(scrollView.contentOffset.y == 120)
    #expect(!credits.isRunning)
    #expect(!finger.window.needsAdvance)
  }

  @Test func `a scrubber moves a film strip, and the strip moves the scrubber`() {
    let film = FilmStripView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    let finger = Finger(on: film)
    finger.wait(0.1)
    finger.drag(from: (15, 270), by: (145, 0), resting: true)
    #expect(abs(film.scrubber.value - 0.5) < 0.01)
    #expect(abs(film.scrollView.contentOffset.x - 1300) < 30)
    finger.drag(from: (100, 100), by: (-110, 0), resting: true)
    finger.settle()
    let part = film.scrollView.contentOffset.x / 2600
    #expect(abs(film.scrubber.value - part) < 0.001)
    finger.tap(360, 270)
    #expect(film.isPlaying)
  }

  @Test func `a spring is shown from its beginning and swings past its end`() {
    let scrubber = Scrubber(frame: CGRect(x: 0, y: 0, width: 330, height: 60))
    let finger = Finger(on: scrubber)
    finger.wait(0.1)
    let window = finger.window
    scrubber.setValue(1, animated: true)
    #expect(scrubber.thumb.center.x == 315)
    #expect(scrubber.thumb.presentation.center.x == 15)
    window.advance(to: 10)
    #expect(scrubber.thumb.presentation.center.x == 15, "an animation begins with the next advance")
    var farthest = 0.0
    for step in 1...60 {
      window.advance(to: 10 + Double(step) / 100)
      farthest = max(farthest, scrubber.thumb.presentation.center.x)
    }
    #expect(farthest > 316)
    #expect(scrubber.thumb.presentation.center.x == 315)
    #expect(!window.needsAdvance)
  }
}
