// Programs written for UIKit find Foundation and the engine behind one import, as they find Foundation behind UIKit's.
@_exported public import Foundation
@_exported public import ScrollGeometry
@_exported public import ScrollEngine
@_exported public import ScrollLists
