/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognizes PyTorch and pickle files, to explain how to convert them. Their contents are never
 * unpickled, because a pickle can run arbitrary code. */
#include "core/files/pickle-file.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/installed-data.h"
#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/text-escape.h"
#include "core/files/zip-read.h"

/* First bytes of files of torch.save before version 1.6: a pickled number. */
static const guint8 torch_magic[]
    = { 0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19, 0x2e };

#define PROTO 0x80
#define STOP '.'

/* Endings of PyTorch files. */
static const char *const endings[] = { ".pt", ".pth", ".ckpt", ".bin", ".pkl", ".pickle", NULL };

/* torch.save writes "data.pkl" as the first entry. */
static int
look_for_pickle (const char *name)
{
  if (strcmp (name, "data.pkl") == 0 || g_str_has_suffix (name, "/data.pkl"))
    return 1;
  return g_str_has_suffix (name, ".npy") ? -1 : 0;
}

/* A pickle of protocol 2 or later begins with the protocol and ends with STOP. The header of a
 * safetensors file may begin with the same two bytes, as the low bytes of a small length. */
static gboolean
is_pickle (int fd, const guint8 *start, gsize n, goffset size)
{
  static const guint8 zeros[6] = { 0 };
  guint8 last = 0;

  if (n < 8 || start[0] != PROTO || start[1] < 2 || start[1] > 9
      || memcmp (start + 2, zeros, sizeof zeros) == 0)
    return FALSE;
  return pread (fd, &last, 1, (off_t)(size - 1)) == 1 && last == STOP;
}

static IplPickle
look (int fd, goffset size)
{
  guint8 start[sizeof torch_magic] = { 0 };
  gssize n = pread (fd, start, sizeof start, 0);

  if (n >= (gssize)sizeof torch_magic && memcmp (start, torch_magic, sizeof torch_magic) == 0)
    return IPL_PICKLE_TORCH;
  if (n >= 2 && memcmp (start, "PK", 2) == 0)
    return ipl_zip_is (fd, look_for_pickle) ? IPL_PICKLE_TORCH : IPL_PICKLE_NONE;
  return n > 0 && is_pickle (fd, start, (gsize)n, size) ? IPL_PICKLE_PYTHON : IPL_PICKLE_NONE;
}

/* Recognizes a file by its contents, without unpickling. Returns: its kind; IPL_PICKLE_NONE if
 * it cannot be read */
IplPickle
ipl_pickle_file_kind (const char *path)
{
  struct stat status;
  IplPickle kind = IPL_PICKLE_NONE;
  int fd = ipl_file_open (path, &status, NULL);

  if (fd < 0)
    return kind;
  if (status.st_size > 0)
    kind = look (fd, status.st_size);
  close (fd);
  return kind;
}

/* Returns: TRUE if the suffix of the name is usual for such files */
gboolean
ipl_pickle_file_is_called (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  return FALSE;
}

/* TRUE for a file of another known format, whose reader has a better message. */
static gboolean
is_readable_format (const char *path)
{
  guint8 start[10] = { 0 };
  gssize n = 0;
  int fd = ipl_file_open (path, NULL, NULL);

  if (fd < 0)
    return TRUE;
  n = pread (fd, start, sizeof start, 0);
  close (fd);
  return n <= 0 || memcmp (start, "\x93NUMPY", 6) == 0 || (n >= 9 && start[8] == '{')
         || (start[0] == 0 && start[1] == 0 && start[2] == 0x08);
}

/* The command that converts a PyTorch file, for copying. */
static char *
conversion (const char *path, IplPickleInto into)
{
  g_autofree char *found = ipl_data_file ("export-attention.py");
  g_autofree char *script = ipl_text_shell_quote (found != NULL ? found : "export-attention.py");
  g_autofree char *file = ipl_text_shell_quote (path);

  if (into == IPL_PICKLE_INTO_TENSORS)
    return g_strdup (
        "save its weights as safetensors: python3 -c \"import torch; from safetensors.torch "
        "import save_file; save_file(torch.load('FILE', 'cpu', weights_only=True), "
        "'FILE.safetensors')\"");
  return g_strdup_printf ("make a case of its arrays by python3 %s %s --out case.npz (its --help "
                          "explains how to export a model)",
                          script, file);
}

/* Replaces the error by an explanation with a conversion command, if the file is a PyTorch or
 * pickle file by its contents or, if these are inconclusive, by its name.
 * @path: a file that could not be read */
void
ipl_pickle_file_explain (const char *path, IplPickleInto into, GError **error)
{
  IplPickle kind;
  gboolean called;
  g_autofree char *shown = NULL;
  g_autofree char *line = NULL;

  if (error == NULL || *error == NULL || (*error)->domain != IPL_ERROR)
    return;
  kind = ipl_pickle_file_kind (path);
  called = kind == IPL_PICKLE_NONE && g_error_matches (*error, IPL_ERROR, IPL_ERROR_FORMAT)
           && ipl_pickle_file_is_called (path) && !is_readable_format (path);
  if (kind == IPL_PICKLE_NONE && !called)
    return;
  shown = ipl_file_shown (path);
  line = conversion (path, into);
  g_clear_error (error);
  if (kind == IPL_PICKLE_PYTHON)
    g_set_error (
        error, IPL_ERROR, IPL_ERROR_FORMAT,
        "“%s” is a pickle of Python, which can run code when it is read, so that Interplay "
        "does not read it; where you trust it, save its arrays as .npz: python3 -c "
        "\"import pickle, numpy; numpy.savez('FILE.npz', "
        "**pickle.load(open('FILE', 'rb')))\".",
        shown);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is %s PyTorch file, which can run code when it is read, so that Interplay "
                 "does not read it; %s.",
                 shown, called ? "called like a" : "a", line);
}
