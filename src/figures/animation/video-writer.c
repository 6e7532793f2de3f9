/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MP4 and WebM by the program ffmpeg, which is given the frames on its standard input and writes
 * into the file that is on its way. There is no shell between. */
#define _GNU_SOURCE
#include "figures/animation/animation-format.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "figures/animation/video-check.h"

#define PROGRAM "ffmpeg"
/* The file's number in ffmpeg. */
#define FILE_FD 3
/* A cancel is felt within this. */
#define WAIT_MS 50
/* Bytes of ffmpeg's messages that are kept. */
#define MOST_COMPLAINT 4096

typedef struct
{
  IplVideoCheck is_whole;
  GSubprocess *process;
  int input;      /* our end of its standard input, or -1 */
  int complaints; /* what it writes to standard error */
} VideoWriter;

static gboolean
check (GError **error)
{
  g_autofree char *program = g_find_program_in_path (PROGRAM);

  if (program == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "Videos are made by the program “" PROGRAM "”, which is not installed; install it "
                 "(on Debian: apt install ffmpeg), or choose GIF or WebP.");
  return program != NULL;
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void
video_free (IplAnimationWriter *writer)
{
  VideoWriter *self = writer->own;

  close_fd (&self->input);
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  close_fd (&self->complaints);
  g_free (self);
}

/* (transfer full): the end of what it wrote to standard error, where it writes errors only. */
static char *
read_complaint (const VideoWriter *self)
{
  char text[MOST_COMPLAINT + 1];
  off_t end = lseek (self->complaints, 0, SEEK_END);
  gssize n = pread (self->complaints, text, MOST_COMPLAINT, MAX (0, end - MOST_COMPLAINT));

  text[MAX (n, 0)] = '\0';
  return g_strdup (g_strchomp (text));
}

/* Says why there is no video: by ffmpeg's last line, or that its file is cut. */
static void
explain (const char *written, const char *complaint, gboolean is_cut, GError **error)
{
  const char *line = strrchr (complaint, '\n');
  g_autofree char *shown = ipl_text_shown (line != NULL ? line + 1 : complaint);
  g_autofree char *path = ipl_path_shown (written);

  if (strstr (complaint, "No space left on device") != NULL)
    ipl_set_io_error (error, "written", written, ENOSPC);
  else if (shown[0] != '\0')
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, PROGRAM " could not write the video: “%s”.",
                 shown);
  else if (is_cut)
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                 "“%s” cannot be written: the video that " PROGRAM
                 " made is cut, of which it said nothing; see that there is room on the disk.",
                 path);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO,
                 PROGRAM " ended without writing the video, and did not say why.");
}

/* It has ended before its time. */
static gboolean
fail (const IplAnimationWriter *writer, GError **error)
{
  const VideoWriter *self = writer->own;
  g_autofree char *complaint = NULL;

  g_subprocess_wait (self->process, writer->target.cancellable, NULL);
  if (g_cancellable_set_error_if_cancelled (writer->target.cancellable, error))
    return FALSE;
  complaint = read_complaint (self);
  explain (writer->target.path, complaint, FALSE, error);
  return FALSE;
}

/* TRUE if there is a video now. ffmpeg may end with success where it could not write the end of the
 * file, so that every error that it writes counts, and the file is looked at. */
static gboolean
check_video (const IplAnimationWriter *writer, GError **error)
{
  const VideoWriter *self = writer->own;
  g_autoptr (GMappedFile) file
      = g_mapped_file_new_from_fd (ipl_file_save_get_fd (writer->save), FALSE, NULL);
  gsize size = file != NULL ? g_mapped_file_get_length (file) : 0;
  g_autofree char *complaint = read_complaint (self);

  if (complaint[0] == '\0' && size > 0
      && self->is_whole ((const guint8 *)g_mapped_file_get_contents (file), size, writer->shown))
    return TRUE;
  explain (writer->target.path, complaint, size > 0, error);
  return FALSE;
}

/* Raw frames come in; colours are those of HDTV, which the file says too. */
static GPtrArray *
list_arguments (const IplAnimationTarget *target, const char *const *codec)
{
  static const char *const before[]
      = { PROGRAM, "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", NULL };
  static const char *const colors[] = { "-vf",
                                        "scale=out_color_matrix=bt709:out_range=tv",
                                        "-pix_fmt",
                                        "yuv420p",
                                        "-colorspace",
                                        "bt709",
                                        "-color_primaries",
                                        "bt709",
                                        "-color_trc",
                                        "bt709",
                                        "-color_range",
                                        "tv",
                                        NULL };
  char rate[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *size = g_strdup_printf ("%ux%u", target->width, target->height);
  const char *const input[] = { "-pixel_format",
                                G_BYTE_ORDER == G_LITTLE_ENDIAN ? "bgr0" : "0rgb",
                                "-video_size",
                                size,
                                "-framerate",
                                g_ascii_dtostr (rate, sizeof rate, target->fps),
                                "-i",
                                "pipe:0",
                                NULL };
  const char *const *parts[] = { before, input, colors, codec };
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    for (guint i = 0; parts[p][i] != NULL; i++)
      g_ptr_array_add (list, g_strdup (parts[p][i]));
  if (target->comment != NULL)
    {
      g_ptr_array_add (list, g_strdup ("-metadata"));
      g_ptr_array_add (list, g_strconcat ("comment=", target->comment, NULL));
    }
  g_ptr_array_add (list, g_strdup_printf ("/dev/fd/%d", FILE_FD));
  g_ptr_array_add (list, NULL);
  return list;
}

static GSubprocess *
start (const IplAnimationWriter *writer, const char *const *codec, int input, GError **error)
{
  const VideoWriter *self = writer->own;
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GPtrArray) arguments = list_arguments (&writer->target, codec);
  g_autoptr (GError) reason = NULL;
  GSubprocess *process;

  g_subprocess_launcher_take_stdin_fd (launcher, input);
  g_subprocess_launcher_take_stderr_fd (launcher, fcntl (self->complaints, F_DUPFD_CLOEXEC, 0));
  g_subprocess_launcher_take_fd (
      launcher, fcntl (ipl_file_save_get_fd (writer->save), F_DUPFD_CLOEXEC, 0), FILE_FD);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)arguments->pdata, &reason);
  if (process == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, PROGRAM " could not be started: %s.",
                 reason->message);
  return process;
}

static gboolean
open_with (IplAnimationWriter *writer, const char *const *codec, IplVideoCheck is_whole,
           GError **error)
{
  VideoWriter *self = writer->own = g_new0 (VideoWriter, 1);
  int ends[2];

  self->is_whole = is_whole;
  self->input = -1;
  self->complaints = memfd_create ("ffmpeg", MFD_CLOEXEC);
  /* A socket, which can be written to without a signal where the other end is closed. */
  if (self->complaints < 0 || socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    ipl_set_io_error (error, "written", writer->target.path, errno);
  else
    {
      self->input = ends[0];
      self->process = start (writer, codec, ends[1], error);
    }
  return self->process != NULL;
}

/* Until it is cancelled, or ffmpeg is at its end. */
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

/* One rate for all of it: what is shown for longer is sent more often. */
static gboolean
video_add (IplAnimationWriter *writer, cairo_surface_t *frame, guint frames, GError **error)
{
  const VideoWriter *self = writer->own;
  gsize bytes = (gsize)writer->target.width * writer->target.height * sizeof (guint32);

  for (guint i = 0; i < frames; i++)
    if (!send_all (self->input, writer->target.cancellable, cairo_image_surface_get_data (frame),
                   bytes))
      return fail (writer, error);
  return TRUE;
}

static gboolean
video_finish (IplAnimationWriter *writer, GError **error)
{
  VideoWriter *self = writer->own;

  close_fd (&self->input);
  return g_subprocess_wait (self->process, writer->target.cancellable, NULL)
                 && g_subprocess_get_successful (self->process)
             ? check_video (writer, error)
             : fail (writer, error);
}

static gboolean
open_mp4 (IplAnimationWriter *writer, GError **error)
{
  static const char *const codec[]
      = { "-c:v", "libx264",   "-preset",    "medium", "-tune", "animation", "-crf",
          "18",   "-movflags", "+faststart", "-f",     "mp4",   NULL };

  return open_with (writer, codec, ipl_video_is_whole_mp4, error);
}

static gboolean
open_webm (IplAnimationWriter *writer, GError **error)
{
  static const char *const codec[]
      = { "-c:v",      "libvpx-vp9", "-crf",      "18", "-b:v", "0",    "-row-mt", "1",
          "-deadline", "good",       "-cpu-used", "4",  "-f",   "webm", NULL };

  return open_with (writer, codec, ipl_video_is_whole_webm, error);
}

/* Colours have half the resolution, so that sizes are even. */
const IplAnimationFormat ipl_animation_mp4 = {
  .id = "mp4",
  .title = "MP4 video",
  .multiple = 2,
  .largest = 4096,
  .fastest = 60,
  .check = check,
  .open = open_mp4,
  .add = video_add,
  .finish = video_finish,
  .free = video_free,
};

const IplAnimationFormat ipl_animation_webm = {
  .id = "webm",
  .title = "WebM video",
  .multiple = 2,
  .largest = 8192,
  .fastest = 60,
  .check = check,
  .open = open_webm,
  .add = video_add,
  .finish = video_finish,
  .free = video_free,
};
