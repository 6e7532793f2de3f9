/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/command.h"

typedef struct _IplWindow IplWindow;

/* One concern of the window. The window is put together from a list of these; a part calls those
 * below it and what this header declares, never the window itself. */
typedef struct
{
  const IplCommand *commands; /* [n_commands] the commands of this part */
  guint n_commands;           /* how many */
  /* (nullable): follows what it is to react to, once the window is there */
  void (*set_up) (IplWindow *self);
  /* (nullable): enables what can be done now and shows what is so */
  void (*update) (IplWindow *self);
  /* (nullable): adds the shortcuts that do not come from @commands */
  void (*add_shortcuts) (GPtrArray *shortcuts);
} IplWindowPart;

/* One file each. */
extern const IplWindowPart ipl_window_open_part;    /* cases, networks and images that are read */
extern const IplWindowPart ipl_window_pages_part;   /* which page is shown */
extern const IplWindowPart ipl_window_panels_part;  /* enlarging, copying, exporting panels */
extern const IplWindowPart ipl_window_python_part;  /* figures as Python */
extern const IplWindowPart ipl_window_session_part; /* the session as a file */
extern const IplWindowPart ipl_window_compare_part; /* another case beside the one that is open */
extern const IplWindowPart ipl_window_import_part;  /* files whose arrays have other names */
extern const IplWindowPart ipl_window_save_part; /* cases, results and networks that are written */
extern const IplWindowPart ipl_window_widths_part;   /* solving, the scrubber */
extern const IplWindowPart ipl_window_samples_part;  /* the sampled posterior */
extern const IplWindowPart ipl_window_curves_part;   /* what figures show, and of what */
extern const IplWindowPart ipl_window_find_part;     /* paths by their heads */
extern const IplWindowPart ipl_window_progress_part; /* the progress bar, stopping */
extern const IplWindowPart ipl_window_training_part; /* trained networks, heads, pruning */
extern const IplWindowPart ipl_window_present_part;  /* the story, and telling it */
extern const IplWindowPart ipl_window_files_part;    /* web pages, and the story as files */
extern const IplWindowPart ipl_window_sweep_part;    /* sweeps that are planned for a cluster */
extern const IplWindowPart ipl_window_exported_part; /* files that have been written */
extern const IplWindowPart ipl_window_recovery_part; /* what is kept, and brought back */
extern const IplWindowPart ipl_window_room_part;     /* what gives way, and the way about */
extern const IplWindowPart ipl_window_help_part;     /* help, and the tour */
extern const IplWindowPart ipl_window_edit_part;     /* parameters, undo, what is shown */
