/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes films with ffmpeg, without a shell. ffmpeg reads frames from standard input and writes
 * a temporary file, which replaces the old one at the end. */
#define _GNU_SOURCE
#include "figures/animation/film.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/text-escape.h"
#include "figures/kit/text.h"

#define PROGRAM "ffmpeg"
/* File descriptor of the output in ffmpeg. */
#define FILE_FD 3
/* Maximum delay of a cancellation, in ms. */
#define WAIT_MS 50
/* Maximum number of bytes read from the end of ffmpeg's messages. */
#define MOST_COMPLAINT 4096

/* A request to write a file. Borrowed strings; valid until the file is written. */
typedef struct
{
  const char *path;          /* replaced atomically once the file is complete */
  guint width;               /* of each frame in pixels; a multiple of that of the format */
  guint height;              /* the same */
  double fps;                /* frames per second; unit of time of frames */
  const char *comment;       /* (nullable): provenance for the metadata, plain text */
  GCancellable *cancellable; /* (nullable): takes effect within 0.3 s */
} Target;

/* ffmpeg while it writes a file. */
typedef struct
{
  const IplAnimationFormat *format;
  Target target;
  IplFileSave *save; /* temporary file */
  GSubprocess *process;
  int input;      /* write end of its standard input, or -1 */
  int complaints; /* file descriptor of its standard error */
} Ffmpeg;

/* Returns: TRUE if ffmpeg is installed */
gboolean
ipl_ffmpeg_check (GError **error)
{
  g_autofree char *program = g_find_program_in_path (PROGRAM);

  if (program == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "Videos need the program “" PROGRAM "”, which is not installed: install it "
                 "(on Debian: apt install ffmpeg).");
  return program != NULL;
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* Stops ffmpeg. The old file stays unless the new one is complete. */
static void
ffmpeg_free (Ffmpeg *self)
{
  close_fd (&self->input);
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  close_fd (&self->complaints);
  g_clear_pointer (&self->save, ipl_file_save_abandon);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ffmpeg, ffmpeg_free)

/* Returns: (transfer full): the end of ffmpeg's standard error, which contains errors only */
static char *
read_complaint (const Ffmpeg *self)
{
  char text[MOST_COMPLAINT + 1];
  off_t end = lseek (self->complaints, 0, SEEK_END);
  gssize n = pread (self->complaints, text, MOST_COMPLAINT, MAX (0, end - MOST_COMPLAINT));

  text[MAX (n, 0)] = '\0';
  return g_strdup (g_strchomp (text));
}

/* Sets an error with the last line of ffmpeg's messages. Returns: FALSE */
static gboolean
fail (const Ffmpeg *self, GError **error)
{
  g_autofree char *complaint = NULL, *shown = NULL;
  const char *line;

  g_subprocess_wait (self->process, self->target.cancellable, NULL);
  if (g_cancellable_set_error_if_cancelled (self->target.cancellable, error))
    return FALSE;
  complaint = read_complaint (self);
  line = strrchr (complaint, '\n');
  shown = ipl_text_shown (line != NULL ? line + 1 : complaint);
  if (strstr (complaint, "No space left on device") != NULL)
    {
      ipl_set_io_error (error, "written", self->target.path, ENOSPC);
      return FALSE;
    }
  if (shown[0] == '\0')
    return ipl_fail (error, IPL_ERROR_IO,
                     PROGRAM " ended without writing the animation, and without a reason.");
  return ipl_fail (error, IPL_ERROR_IO, PROGRAM " could not write the animation: “%s”.", shown);
}

/* Returns: (transfer full): command line of ffmpeg, for raw frames as input */
static GPtrArray *
list_arguments (const IplAnimationFormat *format, const Target *target)
{
  char rate[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *size = g_strdup_printf ("%ux%u", target->width, target->height);
  const char *const input[]
      = { PROGRAM, "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo",
          "-pixel_format", G_BYTE_ORDER == G_LITTLE_ENDIAN ? "bgr0" : "0rgb", "-video_size", size,
          "-framerate", g_ascii_dtostr (rate, sizeof rate, target->fps), "-i", "pipe:0",
          /* Equal films give equal files. */
          "-bitexact", NULL };
  const char *const *parts[] = { input, format->options };
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    for (guint i = 0; parts[p][i] != NULL; i++)
      g_ptr_array_add (list, g_strdup (parts[p][i]));
  if (target->comment != NULL && format->add_comment == NULL)
    {
      g_ptr_array_add (list, g_strdup ("-metadata"));
      g_ptr_array_add (list, g_strconcat ("comment=", target->comment, NULL));
    }
  g_ptr_array_add (list, g_strdup_printf ("/dev/fd/%d", FILE_FD));
  g_ptr_array_add (list, NULL);
  return list;
}

/* @input: standard input of ffmpeg; closed here */
static GSubprocess *
spawn (const Ffmpeg *self, int input, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GPtrArray) arguments = list_arguments (self->format, &self->target);
  g_autoptr (GError) reason = NULL;
  GSubprocess *process;

  g_subprocess_launcher_take_stdin_fd (launcher, input);
  g_subprocess_launcher_take_stderr_fd (launcher, fcntl (self->complaints, F_DUPFD_CLOEXEC, 0));
  g_subprocess_launcher_take_fd (
      launcher, fcntl (ipl_file_save_get_fd (self->save), F_DUPFD_CLOEXEC, 0), FILE_FD);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)arguments->pdata, &reason);
  if (process == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, PROGRAM " could not be started: %s.",
                 reason->message);
  return process;
}

/* @target: its strings and its cancellable are borrowed
 * Returns: (transfer full) (nullable): ffmpeg, ready for frames */
static Ffmpeg *
ffmpeg_start (const IplAnimationFormat *format, const Target *target, GError **error)
{
  g_autoptr (Ffmpeg) self = g_new0 (Ffmpeg, 1);
  int ends[2];

  self->format = format;
  self->target = *target;
  self->input = self->complaints = -1;
  self->save = ipl_file_save_begin (target->path, error);
  if (self->save == NULL)
    return NULL;
  self->complaints = memfd_create ("ffmpeg", MFD_CLOEXEC);
  /* Writing to a closed pipe raises SIGPIPE; a socket can suppress that. */
  if (self->complaints < 0 || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    {
      ipl_set_io_error (error, "written", target->path, errno);
      return NULL;
    }
  self->input = ends[0];
  self->process = spawn (self, ends[1], error);
  return self->process != NULL ? g_steal_pointer (&self) : NULL;
}

/* Writes until completion, cancellation or the end of ffmpeg. */
static gboolean
send_all (int input, GCancellable *cancellable, const guint8 *at, gsize n)
{
  while (n > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      gssize sent = send (input, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);

      if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        {
          poll (&(struct pollfd){ .fd = input, .events = POLLOUT }, 1, WAIT_MS);
          continue;
        }
      if (sent < 0)
        return FALSE;
      at += sent;
      n -= (gsize)sent;
    }
  return n == 0;
}

/* Repeats a frame, because ffmpeg's input has a fixed rate.
 * @frame: an image surface of %CAIRO_FORMAT_RGB24
 * @times: number of repetitions */
static gboolean
ffmpeg_add (Ffmpeg *self, cairo_surface_t *frame, guint times, GError **error)
{
  gsize bytes = (gsize)self->target.width * self->target.height * sizeof (guint32);

  for (guint i = 0; i < times; i++)
    if (!send_all (self->input, self->target.cancellable, cairo_image_surface_get_data (frame),
                   bytes))
      return fail (self, error);
  return TRUE;
}

/* TRUE if the file is complete. ffmpeg may exit successfully after a failed write at the end, so
 * any message is an error. */
static gboolean
is_written (const Ffmpeg *self)
{
  g_autofree char *complaint = NULL;

  if (!g_subprocess_wait (self->process, self->target.cancellable, NULL)
      || !g_subprocess_get_successful (self->process))
    return FALSE;
  complaint = read_complaint (self);
  return complaint[0] == '\0' && lseek (ipl_file_save_get_fd (self->save), 0, SEEK_END) > 0;
}

/* Waits for ffmpeg, and replaces the file.
 * Returns: TRUE if the file is complete */
static gboolean
ffmpeg_finish (Ffmpeg *self, GError **error)
{
  int code = 0;

  close_fd (&self->input);
  if (!is_written (self))
    return fail (self, error);
  if (self->target.comment != NULL && self->format->add_comment != NULL)
    code = self->format->add_comment (ipl_file_save_get_fd (self->save), self->target.comment);
  return ipl_file_save_end (g_steal_pointer (&self->save), code, error);
}

/* TRUE if the format supports frames of this size at this rate. */
static gboolean
check (const IplAnimationFormat *format, const Target *target, GError **error)
{
  guint longest = MAX (target->width, target->height);

  if (longest > format->largest)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "Frames of %u by %u pixels are too large for a %s, whose sides have at most %u "
        "pixels; ask for fewer dpi.",
        target->width, target->height, format->title, format->largest);
  if (!(target->fps > 0 && target->fps <= format->fastest))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%g frames a second cannot be shown by a %s; at most %g can.", target->fps,
                     format->title, format->fastest);
  return ipl_ffmpeg_check (error);
}

static guint
count_pixels (double points, double dpi, guint multiple)
{
  return MAX (multiple, (guint)lround (points / 72 * dpi / multiple) * multiple);
}

/* Computes the frame size: the page at its resolution, rounded to a multiple that the format
 * supports.
 * @format: output format
 * @width: (out): in pixels
 * @height: (out): in pixels */
void
ipl_film_get_size (const IplFilm *self, const IplAnimationFormat *format, guint *width,
                   guint *height)
{
  *width = count_pixels (self->page.width_pt, self->page.dpi, format->multiple);
  *height = count_pixels (self->page.height_pt, self->page.dpi, format->multiple);
}

/* Returns: (transfer full): the frame, in CAIRO_FORMAT_RGB24; in an error state if memory is
 * insufficient */
cairo_surface_t *
ipl_film_render (const IplFilm *self, guint frame, guint width, guint height)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)width, (int)height);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, width / self->page.width_pt, height / self->page.height_pt);
  self->draw (frame, cr, self->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint
count_times (const IplFilm *self, guint frame)
{
  if (self->times != NULL)
    return MAX (self->times[frame], 1);
  return frame == 0 || frame + 1 == self->n ? MAX (self->hold, 1) : 1;
}

static gboolean
add_frame (const IplFilm *self, Ffmpeg *ffmpeg, const Target *target, guint frame, guint times,
           GError **error)
{
  cairo_surface_t *surface = ipl_film_render (self, frame, target->width, target->height);
  cairo_status_t status = cairo_surface_status (surface);
  gboolean added = FALSE;

  if (status != CAIRO_STATUS_SUCCESS)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                 "A frame of %u by %u pixels could not be drawn (%s); ask for fewer dpi.",
                 target->width, target->height, cairo_status_to_string (status));
  else
    added = !g_cancellable_set_error_if_cancelled (target->cancellable, error)
            && ffmpeg_add (ffmpeg, surface, times, error);
  cairo_surface_destroy (surface);
  return added;
}

/* Adds @n frames spread over the film, from which ffmpeg derives the palette. */
static gboolean
add_samples (const IplFilm *self, Ffmpeg *ffmpeg, const Target *target, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    if (!add_frame (self, ffmpeg, target, i * (self->n - 1) / (n - 1), 1, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_frames (const IplFilm *self, Ffmpeg *ffmpeg, const Target *target, IplProgressFunc progress,
            gpointer progress_data, GError **error)
{
  gint64 begin_usec = g_get_monotonic_time ();

  for (guint i = 0; i < self->n; i++)
    {
      double seconds = 1e-6 * (double)(g_get_monotonic_time () - begin_usec);
      g_autofree char *sentence = g_strdup_printf ("Drawing frame %u of %u", i + 1, self->n);

      if (progress != NULL)
        progress ((double)i / self->n, i > 0 ? seconds / i * (self->n - i) : -1.0, sentence,
                  progress_data);
      if (!add_frame (self, ffmpeg, target, i, count_times (self, i), error))
        return FALSE;
    }
  if (progress != NULL)
    progress (1.0, -1.0, "Writing the file", progress_data);
  return TRUE;
}

/* Draws the frames and writes them.
 * @path: file to write; replaced atomically once complete, otherwise unchanged
 * @progress: (nullable): called with the progress
 * Returns: TRUE on success */
gboolean
ipl_film_write (const IplFilm *self, const IplAnimationFormat *format, const char *path,
                IplProgressFunc progress, gpointer progress_data, GCancellable *cancellable,
                GError **error)
{
  Target target
      = { .path = path, .fps = self->fps, .comment = self->comment, .cancellable = cancellable };
  g_autoptr (Ffmpeg) ffmpeg = NULL;

  ipl_film_get_size (self, format, &target.width, &target.height);
  if (!ipl_text_has_font (error) || !check (format, &target, error))
    return FALSE;
  ffmpeg = ffmpeg_start (format, &target, error);
  return ffmpeg != NULL && add_samples (self, ffmpeg, &target, format->samples, error)
         && add_frames (self, ffmpeg, &target, progress, progress_data, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && ffmpeg_finish (ffmpeg, error);
}
