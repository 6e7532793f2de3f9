/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"
#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "core/results/results-load.h"

typedef struct _IplOpened IplOpened;

/* The result of opening a file. */
typedef enum
{
  IPL_OPENS_CASE,   /* parameters, for which the theory is solved */
  IPL_OPENS_STORED, /* results that are shown with nothing computed */
  /* left to whoever hears "opened": */
  IPL_OPENS_SESSION, /* a session, as it was saved */
  IPL_OPENS_STORY,   /* a story to be told */
  IPL_OPENS_STYLE,   /* how figures look */
} IplFileOpens;

/* A kind of file that can be opened: an entry of the table in file-kind.c.
 * names: patterns for file choosers, separated by spaces
 * page: of the window on which it is shown, or NULL
 * is_single: only where no other file is opened with it
 * is_part: belongs to the other files that are opened with it
 * image: images that it holds, in the place of @is
 * read: (nullable): finds what it is opened as
 * lacks: (nullable): why another file is none of them */
typedef struct
{
  const char *id;
  const char *names;
  const char *page;
  IplFileOpens opens;
  gboolean is_single;
  gboolean is_part;
  gboolean (*is) (const char *path);
  gboolean (*read) (IplOpened *opened, GCancellable *cancellable, GError **error);
  const char *lacks;
  IplImageFileKind image;
} IplFileKind;

/* Files that were opened together. */
struct _IplOpened
{
  const IplFileKind *kind;
  char **paths;
  const char *path;     /* of @paths, the file that the others belong to */
  GPtrArray *drawings;  /* NULL-terminated: of @paths, archives of drawings */
  GPtrArray *test_sets; /* NULL-terminated: of @paths, IDX files */
  gboolean is_solved;   /* whether there is a case that test sets can be added to */
  IplFileOpens opens;
  gboolean adds;            /* it only adds to the case that there is */
  IplParameters parameters; /* those that there were, then those it is opened as */
  const char *network;      /* (nullable), interned: a trained network to take them from */
  IplResults *results;      /* (nullable): rows of a file of results */
  IplMap *map;              /* (nullable): of a file that the command map wrote */
  GError *error;            /* (nullable): why it cannot be opened */
};

const IplFileKind *ipl_file_kind_find (const char *path);
gboolean ipl_file_kind_is (const IplFileKind *self, const char *id);
gboolean ipl_file_kind_has_name (const char *id, const char *path);

IplOpened *ipl_opened_new (const char *const *paths, const IplParameters *now, gboolean is_solved,
                           const char *wanted, GCancellable *cancellable);
void ipl_opened_free (IplOpened *self);
gboolean ipl_opened_read_images (const char *const *drawings, const char *const *test_sets,
                                 gboolean adds, IplParameters *parameters, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplOpened, ipl_opened_free)
