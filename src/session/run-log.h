/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

/* Something that was computed. */
typedef struct
{
  char *what;        /* "theory", "samples", "dynamics", "training", "pruning" or "seeds" */
  char *when;        /* when it was done, ISO 8601 with the time zone */
  char *title;       /* what was computed, in words */
  char *command;     /* the command line that computes it again */
  gboolean is_whole; /* whether the command tells all of it */
  char *seed;        /* of the case, or of the network, as text; empty where there is none */
  char *note;        /* what is to be known of it, a sentence; empty for nothing */
  char *version;     /* of the program */
  char *machine;     /* on which machine */
  double seconds;    /* how long it took */
} IplRunLogEntry;

#define IPL_RUN_LOG_MOST 1000

GPtrArray *ipl_run_log_new (void);
void ipl_run_log_add (GPtrArray *log, IplRunLogEntry *entry);
void ipl_run_log_add_json (const GPtrArray *log, JsonBuilder *builder);
void ipl_run_log_read_json (GPtrArray *log, JsonObject *object);
char *ipl_run_log_to_text (const GPtrArray *log);
