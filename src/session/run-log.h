/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * IplRunLogEntry:
 * @what: "theory", "samples", "dynamics", "training", "pruning" or "seeds"
 * @when: when it was done, ISO 8601 with the time zone
 * @title: what was computed, in words
 * @command: the command line that computes it again
 * @is_whole: whether the command tells all of it
 * @seed: of the case, or of the network, as text; empty where there is none
 * @note: what is to be known of it, a sentence; empty for nothing
 * @version: of the program
 * @machine: on which machine
 * @seconds: how long it took
 *
 * Something that was computed.
 */
typedef struct
{
  char *what;
  char *when;
  char *title;
  char *command;
  gboolean is_whole;
  char *seed;
  char *note;
  char *version;
  char *machine;
  double seconds;
} IplRunLogEntry;

#define IPL_RUN_LOG_MOST 1000

GPtrArray *ipl_run_log_new (void);
void ipl_run_log_add (GPtrArray *log, IplRunLogEntry *entry);
void ipl_run_log_add_json (const GPtrArray *log, JsonBuilder *builder);
void ipl_run_log_read_json (GPtrArray *log, JsonObject *object);
char *ipl_run_log_to_text (const GPtrArray *log);

G_END_DECLS
