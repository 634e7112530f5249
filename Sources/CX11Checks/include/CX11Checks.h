#pragma once
// Nothing to import: the target's checks happen while it is compiled.
