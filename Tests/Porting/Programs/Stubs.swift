// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

// What the programs use of UIKit beside scrolling: labels, buttons, view controllers and the keyboard's notifications.

class UILabel: UIView {
  var text: String?
  var textAlignment = NSTextAlignment.left
  var numberOfLines = 1
  var textColor: UIColor?
}

enum NSTextAlignment {
  case left
  case center
  case right
}

class UIButton: UIControl {
  enum ButtonType {
    case system
    case custom
  }

  private(set) var title: String?

  convenience init(type: ButtonType) {
    self.init(frame: .zero)
  }

  func setTitle(_ title: String?, for state: ButtonState) {
    self.title = title
  }

  enum ButtonState {
    case normal
    case selected
  }
}

class UIViewController: UIResponder {
  private var loadedView: UIView?

  init(nibName: String?, bundle: Bundle?) {
    super.init()
  }

  convenience override init() {
    self.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    super.init()
  }

  var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  func loadView() {
    loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  }

  func viewDidLoad() {}
  func viewWillAppear(_ animated: Bool) {}
  func viewDidAppear(_ animated: Bool) {}
  func viewDidLayoutSubviews() {}
}
