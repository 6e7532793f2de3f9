/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"
#include "core/maps/map.h"
#include "core/parameters/parameters.h"
#include "core/results/results-load.h"

typedef struct _IplOpened IplOpened;

/* How a file is opened. */
typedef enum
{
  IPL_OPENS_CASE,   /* parameters, for which the theory is solved */
  IPL_OPENS_STORED, /* results, shown without computing */
  /* opened by the receiver of the signal "opened": */
  IPL_OPENS_SESSION, /* a saved session */
  IPL_OPENS_STORY,   /* a story to present */
  IPL_OPENS_STYLE,   /* a figure style */
} IplFileOpens;

/* A kind of file that can be opened: an entry of the table in file-kind.c.
 * names: patterns for file choosers, separated by spaces
 * page: (nullable): page of the window that shows it
 * is_single: TRUE if no other file can be opened with it
 * is_part: TRUE if it belongs to the other files that are opened with it
 * is: (nullable): TRUE if the file is of this kind
 * image: kind of images that it holds, in place of @is
 * read: (nullable): fills in the opened file
 * lacks: (nullable): sentence about a file that is not of this kind */
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

/* Files that are opened together. */
struct _IplOpened
{
  const IplFileKind *kind;
  char **paths;
  const char *path;     /* the one of @paths that the others belong to */
  GPtrArray *drawings;  /* NULL-terminated: archives of drawings among @paths */
  GPtrArray *test_sets; /* NULL-terminated: IDX files among @paths */
  gboolean is_solved;   /* TRUE if a case is open that test sets can be added to */
  IplFileOpens opens;
  gboolean adds;            /* TRUE if the files add to the present case */
  IplParameters parameters; /* present parameters at first, then those of the files */
  const char *network; /* (nullable), interned: trained network that the parameters come from */
  IplResults *results; /* (nullable): rows of a file of results */
  IplMap *map;         /* (nullable): map of a file from the command map */
  GError *error;       /* (nullable): reason why the files cannot be opened */
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
