/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are meant to break a reader, made by tests/data/hostile/make-hostile.py: each ends
 * soon in a sentence, or in the right answer, without taking memory for what the file claims. */
#include "core/base/text-escape.h"
#include "cli-run.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a file may take beyond one that is as it should be. */
#define MORE_KB 100000
#define MAX_SECONDS 60.0

typedef struct
{
  int code;
  long peak_kb;
  double seconds;
  char *out, *err;
} Result;

static void
result_clear (Result *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

static void
redirect (const char *name, int to)
{
  g_autofree char *path = cli_path (name);
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  dup2 (fd, to);
  close (fd);
}

/* Runs interplay-cli and measures what it took at its height. */
static Result
run (char **argv)
{
  Result result = { 0 };
  gint64 start = g_get_monotonic_time ();
  struct rusage usage;
  int status;
  pid_t pid = fork ();

  if (pid == 0)
    {
      redirect ("out", STDOUT_FILENO);
      redirect ("err", STDERR_FILENO);
      alarm (2 * (guint)MAX_SECONDS);
      execv (argv[0], argv);
      _exit (127);
    }
  g_assert_cmpint (pid, >, 0);
  while (wait4 (pid, &status, 0, &usage) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  result.seconds = (double)(g_get_monotonic_time () - start) / 1e6;
  result.code = WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status);
  result.peak_kb = usage.ru_maxrss;
  result.out = cli_read ("out", NULL);
  result.err = cli_read ("err", NULL);
  return result;
}

static Result
run_sweep (const char *kind, const char *name)
{
  g_autofree char *path = cli_path (name);
  gboolean images = strcmp (kind, "images") == 0, inspects = strcmp (kind, "roles") == 0;
  char *argv[] = { (char *)CLI_DIR "/interplay-cli",
                   inspects ? (char *)"inspect" : (char *)"sweep",
                   images ? (char *)"--omniglot" : path,
                   images     ? path
                   : inspects ? NULL
                              : (char *)"--widths=10,50",
                   (char *)"--threads=1",
                   NULL };

  return run (argv);
}

/* Every line is text that can be shown on a terminal. */
static gboolean
is_shown (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!ipl_text_is_plain (lines[i]))
      return FALSE;
  return TRUE;
}

/* The last line of standard error: what the command says where it cannot go on. */
static gboolean
ends_in_a_sentence (const char *err)
{
  g_auto (GStrv) lines = g_strsplit (err, "\n", -1);
  guint n = g_strv_length (lines);

  return n >= 2 && lines[n - 1][0] == '\0' && g_str_has_prefix (lines[n - 2], "interplay-cli")
         && g_str_has_suffix (lines[n - 2], ".");
}

static void
check_file (const char *kind, const char *name, char **codes, long most_kb)
{
  g_auto (Result) result = run_sweep (kind, name);
  g_autofree char *code = g_strdup_printf ("%d", result.code);
  g_autofree char *said = ipl_text_escape (result.err);

  g_test_message ("%s: %d, %.2f s, %ld kB, %.200s", name, result.code, result.seconds,
                  result.peak_kb, said);
  if (!g_strv_contains ((const char *const *)codes, code))
    g_error ("%s: exit %s", name, code);
  g_assert_true (is_shown (result.err));
  g_assert_true (is_shown (result.out));
  g_assert_true (result.code == 0 || ends_in_a_sentence (result.err));
  g_assert_cmpfloat (result.seconds, <, MAX_SECONDS);
  g_assert_cmpint (result.peak_kb, <, most_kb);
}

TEST (test_files, "/hostile/files")
{
  char *argv[] = { (char *)PYTHON,
                   g_test_build_filename (G_TEST_DIST, "data", "hostile", "make-hostile.py", NULL),
                   (char *)cli_folder (), NULL };
  g_autofree char *list = NULL, *err = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  long base;
  int status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &list, &err, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
  {
    g_auto (Result) good = run_sweep ("case", "case-good.npz");

    g_assert_cmpint (good.code, ==, 0);
    base = good.peak_kb;
  }
  g_test_message ("a case that is as it should be: %ld kB", base);
  lines = g_strsplit (list, "\n", -1);
  for (; lines[n][0] != '\0'; n++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[n], "\t", 3);
      g_auto (GStrv) codes = g_strsplit (parts[2], " ", -1);

      check_file (parts[0], parts[1], codes, base + MORE_KB);
    }
  g_assert_cmpuint (n, >=, 70);
  g_free (argv[1]);
}

/* Names of files and values of options that move the cursor, break lines or are no UTF-8: done as
 * with other names, or refused, and shown escaped in either case. */
TEST (test_names, "/hostile/names")
{
  static const char *const names[]
      = { "\x1b]0;pwn\x07\x1b[31m", "broken\xff\xfe", "line\nbreak", "\u202etxt",
          ("\x9b"
           "31m") };
  static const char *const lines[][6] = {
    { "sweep", "NAME.npz", "--widths=10" },
    { "figure", "NAME.npz", "--widths=10", "--panel=u", "--format=svg", "--out=NAME" },
    { "export-case", "NAME.npz", "--out=NAME-copy.npz" },
    { "sweep", "NAME.npz", "--widths=10", "--out=NAME-sweep.csv" },
    { "sweep", "none-NAME.npz" },
    { "sweep", "NAME" },
    { "sweep", "hmc2", "NAME" },
    { "sweep", "hmc2", "--NAME" },
    { "sweep", "hmc2", "--widths=NAME" },
    { "sweep", "--omniglot=NAME.zip" },
    { "sweep", "glyphs", "glyph-alphabets=2", "glyph-characters=2", "--holdout=NAME" },
    { "sweep", "NAME.npz", "--extra=NAME" },
    { "prune", "NAME.npz", "--test=NAME" },
    { "prune", "NAME.safetensors" },
    { "figure", "NAME.npz", "--widths=10", "--pair=NAME,1" },
    { "train", "--resume=NAME", "--out=NAME" },
    { "NAME" },
  };
  g_autofree char *bytes = NULL;
  gsize n;

  cli_expect ("CLI export-case hmc2 --out DIR/good.npz", 0, "");
  bytes = cli_read ("good.npz", &n);
  g_assert_cmpint (chdir (cli_folder ()), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_strconcat (names[i], ".npz", NULL);

      g_assert_true (g_file_set_contents (file, bytes, (gssize)n, NULL));
      for (guint k = 0; k < G_N_ELEMENTS (lines); k++)
        {
          g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
          g_autofree char *said = NULL;

          /* The first lines take every name, the others one each. */
          if (k >= 3 && k % G_N_ELEMENTS (names) != i)
            continue;
          g_ptr_array_add (argv, g_strdup (CLI_DIR "/interplay-cli"));
          for (guint a = 0; a < 6 && lines[k][a] != NULL; a++)
            {
              GString *word = g_string_new (lines[k][a]);

              g_string_replace (word, "NAME", names[i], 0);
              g_ptr_array_add (argv, g_string_free (word, FALSE));
            }
          g_ptr_array_add (argv, NULL);
          {
            g_auto (Result) result = run ((char **)argv->pdata);

            said = ipl_text_escape (result.err);
            g_test_message ("%s: %d, %s", lines[k][0], result.code, said);
            g_assert_true (is_shown (result.err));
            g_assert_true (is_shown (result.out));
            g_assert_cmpint (result.code, >=, k < 4 ? 0 : 1);
            g_assert_cmpint (result.code, <=, k < 4 ? 0 : 2);
          }
        }
    }
}

/* No font at all: Pango would crash, GTK too, or draw nothing. */
TEST (test_no_font, "/hostile/no-font")
{
  g_autofree char *path = cli_path ("fonts.conf");
  g_autofree char *cache = cli_path ("cache");
  static const char *const formats[] = { "--format=png", "--format=svg", "--format=pdf" };

  cli_write ("fonts.conf", "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM "
                           "\"fonts.dtd\"><fontconfig></fontconfig>");
  g_setenv ("FONTCONFIG_FILE", path, TRUE);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  for (guint i = 0; i <= G_N_ELEMENTS (formats); i++)
    {
      gboolean window = i == G_N_ELEMENTS (formats);
      char *argv[] = { (char *)(window ? CLI_DIR "/interplay" : CLI_DIR "/interplay-cli"),
                       window ? NULL : (char *)"figure",
                       (char *)"hmc2",
                       (char *)"--widths=10",
                       (char *)"--panel=u",
                       window ? NULL : (char *)formats[i],
                       (char *)"--out",
                       (char *)cli_folder (),
                       NULL };
      g_auto (Result) result = run (argv);

      g_test_message ("%d, %s", result.code, result.err);
      g_assert_cmpint (result.code, ==, 1);
      g_assert_cmpstr (result.out, ==, "");
      g_assert_nonnull (strstr (result.err, "No font was found"));
      g_assert_true (strchr (result.err, '\n')[1] == '\0');
      g_assert_false (cli_exists ("hmc2-u.svg"));
    }
  g_unsetenv ("FONTCONFIG_FILE");
  g_unsetenv ("XDG_CACHE_HOME");
}

/* AddressSanitizer keeps what was freed. */
BEFORE_TESTS (save_space)
{
  g_setenv ("ASAN_OPTIONS", "quarantine_size_mb=4:detect_leaks=0", FALSE);
}
