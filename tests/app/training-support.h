/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "window-fixture.h"

/* The smallest glyph task, two layers of two heads, solved at two widths. */
void make_tiny (IplParameters *parameters);
void open_tiny (IplWindow *window);
void set_steps (IplWindow *window, guint steps);
void train_tiny (IplWindow *window, guint steps);
void change_seed (IplWindow *window);
void save_pruned_files (IplWindow *window);
void save_heads (IplWindow *window);
void wait_until_saved (IplWindow *window);

gboolean is_shown (IplWindow *window);
/* ... until they are shown from that one on. */
void wait_for_sequences (IplWindow *window, guint first);
gboolean has_points (IplWindow *window);
gboolean has_stopped_training (IplWindow *window);
gboolean has_resolved_heads (IplWindow *window);
gboolean has_pruned (IplWindow *window);
