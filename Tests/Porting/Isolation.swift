import UIKit

// Compiled in four modules: in the Swift 5 and Swift 6 modes, each with and without default isolation to the main actor.

/// A scroll view with what subclasses override, and with state of its own.
class CardsView: UIScrollView {
  private var cards: [UIView] = []
  var onTurn: ((Int) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isPagingEnabled = true
    delegate = self
    let tap = UITapGestureRecognizer(target: self, action: #selector(tapped(_:)))
    addGestureRecognizer(tap)
    for _ in 0..<3 { addCard() }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var contentSize: CGSize {
    didSet { setNeedsLayout() }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (index, card) in cards.enumerated() {
      card.frame = bounds.offsetBy(dx: CGFloat(index) * bounds.width - bounds.minX, dy: 0)
    }
    contentSize = CGSize(width: bounds.width * CGFloat(cards.count), height: bounds.height)
  }

  override func touchesShouldCancel(in view: UIView) -> Bool { true }

  func addCard() {
    let card = UIView()
    cards.append(card)
    addSubview(card)
  }

  @objc private func tapped(_ recognizer: UITapGestureRecognizer) {
    UIView.animate(withDuration: 0.2) {
      self.cards.first?.alpha = 0.5
    } completion: { _ in
      self.addCard()
    }
  }
}

extension CardsView: UIScrollViewDelegate {
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    onTurn?(Int(scrollView.contentOffset.x / scrollView.bounds.width))
  }
}

/// A delegate that is no view.
final class TurnCounter: NSObject, UIScrollViewDelegate, UITableViewDataSource {
  private(set) var turns = 0
  private var observation: NSKeyValueObservation?

  func follow(_ view: CardsView) {
    view.onTurn = { [weak self] _ in self?.turns += 1 }
    observation = view.observe(\.contentOffset, options: .new) { [weak self] _, change in
      if change.newValue == .zero { self?.turns = 0 }
    }
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { turns += 1 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { turns }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    tableView.dequeueReusableCell(withIdentifier: "turn", for: indexPath)
  }
}
