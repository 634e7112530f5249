// Written as for UIKit, not in the style of this project.
// swift-format-ignore-file
import UIKit

/// A form that makes room for the keyboard.
class FormViewController: UIViewController {
  let scrollView = UIScrollView()
  private(set) var activeField: UIView?
  private var fields: [UIView] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.frame = view.bounds
    scrollView.contentSize = CGSize(width: view.bounds.width, height: 900)
    view.addSubview(scrollView)
    for row in 0..<18 {
      let field = UIView(frame: CGRect(x: 20, y: row * 50, width: 280, height: 40))
      field.tag = row + 1
      scrollView.addSubview(field)
      fields.append(field)
    }
    NotificationCenter.default.addObserver(
      self, selector: #selector(keyboardWillShow(_:)),
      name: UIResponder.keyboardWillShowNotification, object: view)
    NotificationCenter.default.addObserver(
      self, selector: #selector(keyboardWillHide(_:)),
      name: UIResponder.keyboardWillHideNotification, object: view)
  }

  deinit {
    NotificationCenter.default.removeObserver(self)
  }

  func edit(_ tag: Int) {
    activeField = scrollView.viewWithTag(tag)
  }

  @objc private func keyboardWillShow(_ notification: Notification) {
    guard let info = notification.userInfo,
      let frame = info[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect
    else { return }
    let duration = info[UIResponder.keyboardAnimationDurationUserInfoKey] as? Double ?? 0.25
    let curve = info[UIResponder.keyboardAnimationCurveUserInfoKey] as? UInt ?? 0
    let keyboardFrame = view.convert(frame, from: nil)
    let overlap = max(0, view.bounds.maxY - keyboardFrame.minY)
    let insets = UIEdgeInsets(top: 0, left: 0, bottom: overlap, right: 0)
    UIView.animate(
      withDuration: duration, delay: 0, options: UIView.AnimationOptions(rawValue: curve << 16),
      animations: {
        self.scrollView.contentInset = insets
        self.scrollView.scrollIndicatorInsets = insets
        self.view.layoutIfNeeded()
      }, completion: nil)
    if let field = activeField {
      scrollView.scrollRectToVisible(field.frame.insetBy(dx: 0, dy: -10), animated: true)
    }
  }

  @objc private func keyboardWillHide(_ notification: Notification) {
    UIView.animate(withDuration: 0.25) {
      self.scrollView.contentInset = .zero
      self.scrollView.verticalScrollIndicatorInsets = .zero
    }
  }
}
