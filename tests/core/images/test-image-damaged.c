/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrong, damaged and mismatched image files: each a sentence. Changed bytes: tests/fuzz. */
#include <malloc.h>
#include <png.h>
#include <string.h>
#include <time.h>

#include "images/image-support.h"
#include "files/npz-support.h"

#include "core/images/image-set.h"
#include "core/images/image-set-private.h"
#include "support.h"

/* Files, as a loader takes them. */
#define PATHS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static guint8 noise[4000];

__attribute__ ((constructor)) static void
fill_noise (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (gsize i = 0; i < sizeof noise; i++)
    noise[i] = (guint8)g_rand_int_range (rand, 0, 256);
}

static GBytes *
small_images (void)
{
  const guint32 shape[] = { 6, 5, 4 };

  return test_idx (0x08, 3, shape, noise, 6 * 5 * 4);
}

static GBytes *
small_labels (void)
{
  const guint32 shape[] = { 6 };

  return test_idx (0x08, 1, shape, "\3\1\3\0\1\3", 6);
}

static GBytes *
gzipped (GBytes *bytes)
{
  GBytes *packed = test_gzip (bytes);

  g_bytes_unref (bytes);
  return packed;
}

/* Packed or not, found beside or given, and in the order of the classes. */
TEST (test_idx_ways, "/image-damaged/idx-ways")
{
  for (guint packed = 0; packed < 4; packed++)
    {
      const char *folder = test_folder ();
      g_autofree char *images
          = test_put_bytes (folder, packed & 1 ? "a-images-idx3-ubyte.gz" : "a-images.idx3-ubyte",
                            packed & 1 ? gzipped (small_images ()) : small_images ());
      const char *labels = packed == 0   ? "a-labels.idx1-ubyte"
                           : packed == 2 ? "a-labels.idx1-ubyte.gz"
                           : packed == 1 ? "a-labels-idx1-ubyte"
                                         : "a-labels-idx1-ubyte.gz";
      g_autoptr (IplImageSet) set = NULL;
      static const guint order[] = { 3, 1, 4, 0, 2, 5 };
      double sum = 0;

      g_free (test_put_bytes (folder, labels,
                              packed & 2 ? gzipped (small_labels ()) : small_labels ()));
      set = TEST_OK (ipl_image_set_load_idx (images, NULL, NULL, &error));
      g_assert_cmpuint (set->count, ==, 6);
      g_assert_cmpuint (set->height, ==, 5);
      g_assert_cmpuint (set->width, ==, 4);
      g_assert_cmpuint (set->n_classes, ==, 3);
      g_assert_cmpstr (set->class_names[2], ==, "3");
      for (guint i = 0; i < 6; i++)
        g_assert_cmpmem (ipl_image_set_pixels (set, i), 20, noise + 20 * order[i], 20);
      for (guint i = 0; i < 120; i++)
        sum += noise[i] / 255.0;
      test_assert_close (set->mean, sum / 120, 1e-12);
      test_remove_folder ();
    }
}

static void
refused (GBytes *images, GBytes *labels, gint code, const char *word, const char *other)
{
  const char *folder = test_folder ();
  g_autofree char *one = test_put_bytes (folder, "x-images-idx3-ubyte", images);
  g_autofree char *two = test_put_bytes (folder, "x-labels-idx1-ubyte", labels);

  TEST_REFUSED (ipl_image_set_load_idx (one, two, NULL, &error), code, word, other);
}

TEST (test_idx_refused, "/image-damaged/idx-refused")
{
  const guint32 seven = 7, zero = 0, four_shape[] = { 6, 5, 4, 1 };
  const guint32 huge[] = { 0xffffffff, 0xffffffff, 0xffffffff }, wide[] = { 1, 1, 2000 };
  const guint32 one[] = { 1 };

  refused (small_images (), test_idx (0x08, 1, &seven, "\0\0\0\0\0\0\0", 7), IPL_ERROR_SHAPE, "6",
           "7");
  refused (small_labels (), small_labels (), IPL_ERROR_FORMAT, "x-images-idx3-ubyte", "3");
  refused (small_images (), small_images (), IPL_ERROR_FORMAT, "x-labels-idx1-ubyte", "3");
  refused (test_idx (0x0d, 3, four_shape, noise, 480), small_labels (), IPL_ERROR_FORMAT, "0x0d",
           NULL);
  refused (test_idx (0x08, 4, four_shape, noise, 120), small_labels (), IPL_ERROR_FORMAT, "4", "3");
  refused (test_idx (0x08, 3, huge, noise, 120), small_labels (), IPL_ERROR_FORMAT,
           "x-images-idx3-ubyte", NULL);
  refused (gzipped (test_idx (0x08, 3, huge, noise, 120)), small_labels (), IPL_ERROR_FORMAT,
           "x-images-idx3-ubyte", NULL);
  refused (test_idx (0x08, 3, wide, noise, 2000), test_idx (0x08, 1, one, "", 1), IPL_ERROR_SHAPE,
           "2000 × 1", "1024");
  refused (test_idx (0x08, 1, &zero, "", 0), small_labels (), IPL_ERROR_FORMAT,
           "x-images-idx3-ubyte", "1");
  refused (small_images (), test_idx (0x08, 1, &zero, "", 0), IPL_ERROR_FORMAT, NULL, NULL);
  refused (g_bytes_new_static ("hello, world", 12), small_labels (), IPL_ERROR_FORMAT, "IDX", NULL);
  refused (g_bytes_new_static ("", 0), small_labels (), IPL_ERROR_FORMAT, "x-images-idx3-ubyte",
           NULL);
}

TEST (test_single_idx, "/image-damaged/idx-alone")
{
  const char *folder = test_folder ();
  g_autofree char *images = test_put_bytes (folder, "t-images-idx3-ubyte", small_images ());
  g_autofree char *odd = test_put_bytes (folder, "pictures", small_images ());

  TEST_REFUSED (ipl_image_set_load_idx (images, NULL, NULL, &error), IPL_ERROR_MISSING,
                "t-labels-idx1-ubyte", "t-images-idx3-ubyte");
  TEST_REFUSED (ipl_image_set_load_idx (odd, NULL, NULL, &error), IPL_ERROR_MISSING, "labels",
                "pictures");
  TEST_REFUSED (ipl_image_set_load (PATHS (images, odd), NULL, &error), IPL_ERROR_FORMAT);
  TEST_REFUSED (ipl_image_set_load (PATHS ("/tmp/no-such-file.gz"), NULL, &error), IPL_ERROR_IO,
                "no-such-file");
}

/* Every cut of an IDX file is refused, the packed ones too, down to the last byte of the checksum.
 */
TEST (test_idx_truncated, "/image-damaged/idx-truncated")
{
  const char *folder = test_folder ();

  g_free (test_put_bytes (folder, "a-labels-idx1-ubyte", small_labels ()));
  for (guint packed = 0; packed < 2; packed++)
    {
      g_autoptr (GBytes) whole = packed ? gzipped (small_images ()) : small_images ();
      gsize n;
      const guint8 *bytes = g_bytes_get_data (whole, &n);

      for (gsize cut = 0; cut <= n; cut++)
        {
          g_autofree char *images = test_put (folder, "a-images-idx3-ubyte", bytes, cut);
          g_autoptr (GError) error = NULL;
          g_autoptr (IplImageSet) set = ipl_image_set_load (PATHS (images), NULL, &error);

          g_assert_true ((set != NULL) == (cut == n));
          if (set == NULL)
            test_assert_error (&error, IPL_ERROR, error->code, NULL);
        }
    }
}

static void
add_drawing (NpzBuilder *builder, const char *name, guint size, guint8 first)
{
  g_autofree guint8 *pixels = g_memdup2 (noise, size * size);
  gsize n;

  pixels[0] = first;
  g_autofree guint8 *png = test_png (pixels, size, size, &n);
  npz_builder_member (builder, name, png, n);
}

/* Two alphabets, three characters, two drawings each, and what macOS leaves in zips. */
static char *
small_zip (void)
{
  NpzBuilder *builder = npz_builder_new ();

  add_drawing (builder, "top/Beta/c1/2.png", 9, 11);
  add_drawing (builder, "top/Beta/c1/1.png", 9, 12);
  add_drawing (builder, "top/Alpha/c2/1.PNG", 9, 13);
  add_drawing (builder, "top/Alpha/c2/2.png", 9, 14);
  add_drawing (builder, "top/Alpha/c1/1.png", 9, 15);
  add_drawing (builder, "top/Alpha/c1/2.png", 9, 16);
  npz_builder_member (builder, "__MACOSX/top/Alpha/c1/._2.png", "junk", 4);
  npz_builder_member (builder, "top/read me.txt", "junk", 4);
  return npz_builder_finish (builder);
}

TEST (test_zip_order, "/image-damaged/zip-order")
{
  static const guint8 firsts[] = { 15, 16, 13, 14, 12, 11 };
  g_autofree char *path = small_zip ();
  g_autoptr (IplImageSet) set = TEST_OK (ipl_image_set_load (PATHS (path, path), NULL, &error));

  g_assert_cmpint (ipl_image_file_kind (path), ==, IPL_IMAGE_FILE_ZIP);
  g_assert_cmpuint (set->count, ==, 6);
  g_assert_cmpuint (set->n_classes, ==, 3);
  g_assert_cmpuint (set->n_alphabets, ==, 2);
  g_assert_cmpstr (set->alphabet_names[0], ==, "Alpha");
  g_assert_cmpstr (set->class_names[1], ==, "c2");
  g_assert_cmpuint (set->class_alphabet[2], ==, 1);
  for (guint i = 0; i < 6; i++)
    {
      const guint8 *pixels = ipl_image_set_pixels (set, i);

      g_assert_cmpuint (pixels[0], ==, firsts[i]);
      g_assert_cmpmem (pixels + 1, 80, noise + 1, 80);
    }
}

/* The same name with another drawing: the first stays, and the set says so. */
TEST (test_zip_differs, "/image-damaged/zip-differs")
{
  NpzBuilder *builder = npz_builder_new ();
  g_autofree char *path = small_zip (), *other;
  g_autoptr (IplImageSet) set = NULL;

  add_drawing (builder, "else/Alpha/c1/1.png", 9, 99);
  add_drawing (builder, "else/Alpha/c1/3.png", 9, 98);
  other = npz_builder_finish (builder);
  set = TEST_OK (ipl_image_set_load (PATHS (path, other), NULL, &error));
  g_assert_cmpuint (set->count, ==, 7);
  g_assert_cmpuint (ipl_image_set_pixels (set, 0)[0], ==, 15);
  g_assert_cmpuint (ipl_image_set_pixels (set, 2)[0], ==, 98);
  g_assert_cmpuint (set->notes->len, ==, 2);
  g_assert_nonnull (strstr (g_ptr_array_index (set->notes, 1), "differ"));
}

static void
zip_refused (NpzBuilder *builder, gint code, const char *named)
{
  g_autofree char *path = npz_builder_finish (builder);

  TEST_REFUSED (ipl_image_set_load_zips (PATHS (path), NULL, &error), code, named);
}

TEST (test_zip_refused, "/image-damaged/zip-refused")
{
  gsize n_tall, n_cut;
  g_autofree guint8 *pixels = g_malloc0 (2000), *big = g_malloc0 (5 << 20);
  g_autofree guint8 *tall = test_png (pixels, 1, 2000, &n_tall);
  g_autofree guint8 *whole = test_png (noise, 30, 30, &n_cut);
  const struct
  {
    gconstpointer bytes;
    gsize n;
    const char *named;
  } drawings[] = {
    { "no image", 8, "a/b/1.png" },    { "", 0, "a/b/1.png" },
    { big, 5 << 20, "a/b/1.png" },     { tall, n_tall, "2000 × 1" },
    { whole, n_cut / 2, "a/b/1.png" }, /* the zip's own checksum is right */
  };
  NpzBuilder *builder = npz_builder_of ("y_train[2]");
  const char *folder = test_folder ();
  g_autofree char *text = test_put (folder, "x.zip", "hello, world", 12);
  g_autofree char *cut = test_put (folder, "y.zip", "PK\3\4 and so on", 14);

  zip_refused (builder, IPL_ERROR_MISSING, NULL);
  builder = npz_builder_new ();
  add_drawing (builder, "Korean/1.png", 9, 1);
  zip_refused (builder, IPL_ERROR_MISSING, NULL);
  builder = npz_builder_new ();
  add_drawing (builder, "a/b/1.png", 9, 1);
  add_drawing (builder, "a/b/2.png", 8, 1);
  zip_refused (builder, IPL_ERROR_FORMAT, "a/b/2.png");
  for (guint i = 0; i < G_N_ELEMENTS (drawings); i++)
    {
      builder = npz_builder_new ();
      npz_builder_member (builder, "a/b/1.png", drawings[i].bytes, drawings[i].n);
      zip_refused (builder, IPL_ERROR_FORMAT, drawings[i].named);
    }

  TEST_REFUSED (ipl_image_set_load (PATHS (text), NULL, &error), IPL_ERROR_FORMAT, "x.zip");
  TEST_REFUSED (ipl_image_set_load_zips (PATHS (text), NULL, &error), IPL_ERROR_FORMAT, "x.zip");
  TEST_REFUSED (ipl_image_set_load_zips (PATHS (cut), NULL, &error), IPL_ERROR_FORMAT, "y.zip");
  TEST_REFUSED (ipl_image_set_load (PATHS (folder), NULL, &error), IPL_ERROR_IO);
}

/* Colour becomes grey, and what is transparent is paper. */
TEST (test_png_kinds, "/image-damaged/png-kinds")
{
  NpzBuilder *builder = npz_builder_new ();
  guint8 colour[3 * 36], alpha[2 * 36];
  gsize n;

  for (guint i = 0; i < 36; i++)
    {
      colour[3 * i] = colour[3 * i + 1] = colour[3 * i + 2] = noise[i];
      alpha[2 * i] = noise[i];
      alpha[2 * i + 1] = i % 2 ? 255 : 0;
    }
  g_autofree guint8 *one = test_png_of (PNG_FORMAT_RGB, colour, 6, 6, &n);
  npz_builder_member (builder, "a/b/1.png", one, n);
  g_autofree guint8 *two = test_png_of (PNG_FORMAT_GA, alpha, 6, 6, &n);
  npz_builder_member (builder, "a/b/2.png", two, n);
  g_autofree char *path = npz_builder_finish (builder);
  g_autoptr (IplImageSet) set = TEST_OK (ipl_image_set_load (PATHS (path), NULL, &error));
  for (guint i = 0; i < 36; i++)
    {
      /* libpng weighs the channels as linear light and rounds on the way back. */
      test_assert_close (set->pixels[i], noise[i], 1);
      g_assert_cmpuint (set->pixels[36 + i], ==, i % 2 ? noise[i] : 255);
    }
}

typedef struct
{
  GCancellable *cancellable;
  clock_t when;
} Canceller;

static gpointer
cancel_soon (gpointer data)
{
  Canceller *self = data;

  g_usleep (30000);
  self->when = clock ();
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

/* Whatever is being read, it is given up after 100 ms of work (ten times that under a sanitizer);
 * of this process's own time, because tests share the machine. */
TEST (test_cancelled_within, "/image-damaged/cancelled-within")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { .cancellable = cancellable };
  NpzBuilder *builder = npz_builder_new ();
  g_autofree guint8 *white = g_malloc0 (256 * 256);
  g_autoptr (GError) error = NULL;
  GThread *thread;
  double late;
  g_autofree char *path = NULL;
  gsize n;
  g_autofree guint8 *png = test_png (white, 256, 256, &n);

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("a/c%u/%u.png", i / 10, i);

      npz_builder_member (builder, name, png, n);
    }
  path = npz_builder_finish (builder);
  /* Meson has memory filled that is freed, which is no part of the time that cancelling takes. */
  mallopt (M_PERTURB, 0);
  thread = g_thread_new ("cancel", cancel_soon, &canceller);
  g_assert_null (ipl_image_set_load (PATHS (path), cancellable, &error));
  g_thread_join (thread);
  late = (double)(clock () - canceller.when) / CLOCKS_PER_SEC;
  g_test_message ("%.4f s after it was cancelled", late);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_assert_cmpfloat (late, <, 1);
#else
  g_assert_cmpfloat (late, <, 0.1);
#endif
}

/* What a PNG says beside its pixels is not looked at, however long it claims to be; what its pixels
 * need is. */
TEST (test_png_parts, "/image-damaged/png-parts")
{
  static const guint8 gamma[]
      = { 0, 0, 0, 4, 'g', 'A', 'M', 'A', 0, 1, 0x86, 0xa0, 0x31, 0xe8, 0x96, 0x5f };
  static const guint8 claim[] = { 0x7f, 0xff, 0xff, 0xf0, 'z', 'T', 'X', 't' };
  static const guint8 bare[] = { 0, 0, 0, 0, 'z', 'T', 'X', 't', 0, 0, 0, 0 };
  const struct
  {
    const guint8 *bytes;
    guint length;
  } parts[] = { { gamma, sizeof gamma }, { claim, sizeof claim }, { bare, sizeof bare } };
  const guint after_head = 8 + 25;
  gsize n;
  g_autofree guint8 *png = test_png (noise, 20, 20, &n);

  for (guint kind = 0; kind < 3; kind++)
    {
      g_autoptr (GByteArray) other = g_byte_array_new ();
      NpzBuilder *builder = npz_builder_new ();

      g_byte_array_append (other, png, after_head);
      g_byte_array_append (other, parts[kind].bytes, parts[kind].length);
      g_byte_array_append (other, png + after_head, (guint)(n - after_head));
      npz_builder_member (builder, "a/b/1.png", other->data, other->len);
      npz_builder_member (builder, "a/b/2.png", png, n);
      g_autofree char *path = npz_builder_finish (builder);
      if (kind == 1)
        {
          TEST_REFUSED (ipl_image_set_load (PATHS (path), NULL, &error), IPL_ERROR_FORMAT, "1.png");
          continue;
        }
      g_autoptr (IplImageSet) set = TEST_OK (ipl_image_set_load (PATHS (path), NULL, &error));
      if (kind == 2) /* a checksum that is wrong, where nobody looks */
        g_assert_cmpmem (set->pixels, 400, set->pixels + 400, 400);
    }
}
