#pragma once
#include <stdbool.h>

// The desktop's portal and its file manager, over sd-bus, which is loaded on first use.

typedef enum {
  // Files were chosen.
  OverscrollChooserDone,
  // The user chose none.
  OverscrollChooserCancelled,
  // There is no library for D-Bus, no bus or no portal, or it does not answer.
  OverscrollChooserUnavailable,
} OverscrollChooserResult;

// Shows the dialog and waits until it is closed; calls `add` with each URI. Not for the main thread: the user takes their time.
//
// `parent` is the window that the dialog belongs to, such as "x11:1a2b"; `filter` the name of a filter and `types` its MIME
// types, separated by spaces; `folder` the folder to begin in, or NULL for the portal's own choice; `token` a word that is
// unique in this process, of letters, digits and underscores; `name` the name that is proposed for a file to be written, or NULL to
// choose files that exist. `parts` are labels of what can be written, one per line, or NULL, and `part` becomes the number of the one
// that was chosen.
OverscrollChooserResult OverscrollChooseFiles(
    const char *_Nonnull parent, const char *_Nonnull title, const char *_Nonnull filter,
    const char *_Nonnull types, const char *_Nullable folder, const char *_Nonnull token,
    bool choosesFolders, const char *_Nullable name, const char *_Nullable parts,
    unsigned *_Nonnull part, void *_Nullable context,
    void (*_Nonnull add)(void *_Nullable context, const char *_Nullable uri));

// Has the desktop's file manager show a file in its folder, or else the portal open the folder; false where there is neither. Not for
// the main thread: programs may have to start. `path` and `uri` are the same, `parent` and `token` as above.
bool OverscrollShowInFolder(
    const char *_Nonnull parent, const char *_Nonnull path, const char *_Nonnull uri,
    const char *_Nonnull token);

// Has the user choose a program that opens a file, in the portal's dialog, and waits until that is done; false where there is none.
// Not for the main thread.
bool OverscrollOpenWith(
    const char *_Nonnull parent, const char *_Nonnull path, const char *_Nonnull token);

typedef enum {
  OverscrollTrashMoved,
  // The portal cannot move the file.
  OverscrollTrashRefused,
  // There is no library for D-Bus, no bus or no portal, or it does not answer.
  OverscrollTrashUnavailable,
} OverscrollTrashResult;

// Has the desktop's portal move a file to the trash. Not for the main thread.
OverscrollTrashResult OverscrollTrashFile(const char *_Nonnull path);

// Asks the desktop's portal not to take the user for idle; returns the connection that the request holds as long as, or NULL where
// there is no portal. Not for the main thread.
void *_Nullable OverscrollInhibitIdle(const char *_Nonnull parent, const char *_Nonnull reason);

// Ends the request.
void OverscrollEndInhibition(void *_Nullable bus);

// The settings of the desktop's portal for appearance: 0 where there is no preference.
typedef struct {
  unsigned reducedMotion, contrast;
} OverscrollAppearance;

// Calls `changed` with the settings, and again whenever they change; returns where there is no bus or no portal with settings.
// Not for the main thread: it waits as long as the bus exists.
void OverscrollFollowAppearance(
    void *_Nullable context,
    void (*_Nonnull changed)(void *_Nullable context, OverscrollAppearance appearance));
