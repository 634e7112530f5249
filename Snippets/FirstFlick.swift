import ScrollEngine

let window = Window(frame: Rect(x: 0, y: 0, width: 402, height: 874))
let scrollView = ScrollView(frame: window.frame)
window.addSubview(scrollView)
scrollView.contentSize = Size(width: 402, height: 6000)

for (time, y) in [(0.00, 600.0), (0.02, 580), (0.04, 520), (0.06, 430)] {
  let phase: TouchEvent.Phase = time == 0 ? .began : .moved
  window.send(.touch(TouchEvent(id: 0, phase: phase, location: Point(200, y), timestamp: time)))
}
window.send(.touch(TouchEvent(id: 0, phase: .ended, location: Point(200, 430), timestamp: 0.06)))

print(scrollView.restingOffset)  // known as soon as the finger lifts
window.advance(to: 0.5)  // time is an argument: any display rate shows the same curve
print(scrollView.contentOffset, scrollView.phase)
