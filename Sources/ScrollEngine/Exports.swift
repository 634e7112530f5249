// Whoever imports the engine can name its points, sizes and rectangles without a second import.
@_exported public import Geometry
