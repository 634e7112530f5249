#pragma once

// The arguments of the program, also where there is no /proc, from which Swift's CommandLine reads them: in some sandboxes.

// The number of arguments with the program's name.
int OverscrollArgumentCount(void);

// An argument; NULL beyond the last.
const char *_Nullable OverscrollArgument(int index);
