/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "../test.h"
#include "core/files/npz.h"

G_BEGIN_DECLS

/* Glyphs that are invented in a moment: the default ones take seconds. */
#define SMALL_GLYPHS "glyph-alphabets=6 glyph-characters=6 glyph-drawings=4"

/* interplay-cli as a user runs it: what it printed and how it ended. */
typedef struct
{
  int status;
  char *out;
  char *err;
} CliRun;

void cli_run_clear (CliRun *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRun, cli_run_clear)

/* The folder of all tests of a program. */
const char *cli_folder (void);
/* A link to a file by a path that needs no quotes in a shell, wherever the file is. */
char *cli_link (const char *path);
/* Files of that folder. */
char *cli_path (const char *name);
gboolean cli_exists (const char *name);
char *cli_read (const char *name, gsize *length);
void cli_write (const char *name, const char *text);
IplNpz *cli_read_npz (const char *name);
/* As it is, into another file. */
void cli_copy_array (IplNpzWriter *npz, const IplArray *array);
/* Asserts that a file has these bytes somewhere. */
void cli_assert_holds (const char *name, const char *word);

/* Runs a command line in which CLI and DIR stand for the program and that folder. */
CliRun cli_run (const char *line);
CliRun cli_runf (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Runs one that ends with 0.
 * Returns: (transfer full): what it printed on standard output; as JSON */
char *cli_succeed (const char *line);
JsonNode *cli_json (const char *line);
/* A number of a JSON object. */
double cli_number (JsonNode *node, const char *name);
/* Runs one that ends so and prints names, which are separated by bars, on either stream. */
void cli_expect (const char *line, int status, const char *names);
void cli_expectf (int status, const char *names, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Begins to, with a checkpoint every twentieth of a second, and throws away what it prints. */
GSubprocess *cli_start (const char *line);
/* One sentence on standard error that has each of the names, which are those of options, files,
 * values or limits and separated by bars; nothing on standard output. The wording is left to the
 * sentence. */
void cli_assert_refused (const char *line, int status, const char *names);

typedef struct
{
  const char *line;
  int status;
  const char *names;
} CliRefusal;

void cli_assert_all_refused (const CliRefusal *refusals, guint n);

G_END_DECLS
