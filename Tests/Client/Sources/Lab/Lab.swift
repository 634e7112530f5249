/// A type of the program, in a module of its own that has the name of a folder of Overscroll.
public enum LabModule {}
