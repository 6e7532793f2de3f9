/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Safetensors files: the header, checked against the size of the file, and the numbers of
 * tensors. */
#include "core/files/safetensors.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "core/base/text-escape.h"
#include "core/files/npy-private.h"
#include "core/files/pickle-file.h"

/* Numbers that are converted at a time. */
#define BLOCK 65536

typedef struct _IplTensorFormat
{
  const char *name;
  gboolean wide; /* become doubles rather than floats */
  IplNpyKind kind;
  gsize item_size;
} IplTensorFormat;

static const IplTensorFormat formats[] = {
  { "F32", FALSE, IPL_NPY_FLOAT, 4 },   { "F16", FALSE, IPL_NPY_FLOAT, 2 },
  { "BF16", FALSE, IPL_NPY_BFLOAT, 2 }, { "F64", TRUE, IPL_NPY_FLOAT, 8 },
  { "I64", TRUE, IPL_NPY_INT, 8 },      { "I32", TRUE, IPL_NPY_INT, 4 },
  { "U8", TRUE, IPL_NPY_UINT, 1 },
};

static gboolean
set_damaged (const IplSafetensors *self, const char *why, GError **error)
{
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is not a safetensors file, or is damaged: %s.",
                   self->shown, why);
}

static gboolean
set_tensor_error (const IplSafetensors *self, const char *name, const char *why, GError **error)
{
  g_autofree char *tensor = ipl_text_shown (name);

  return ipl_fail (error, IPL_ERROR_FORMAT, "Tensor “%s” in “%s” %s.", tensor, self->shown, why);
}

static gboolean
read_bytes (const IplSafetensors *self, guint64 offset, gpointer bytes, gsize n,
            GCancellable *cancellable, GError **error)
{
  guint8 *at = bytes;

  while (n > 0)
    {
      gssize got = pread (self->fd, at, MIN (n, (gsize)1 << 24), (off_t)offset);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return ipl_set_io_error (error, "read", self->shown, errno);
      if (got == 0)
        return set_damaged (self, "it is cut short", error);
      at += got;
      offset += (guint64)got;
      n -= (gsize)got;
    }
  return TRUE;
}

/* The length of the header, in the first eight bytes of the file. */
static guint64
header_length (const guint8 bytes[8])
{
  guint64 length;

  memcpy (&length, bytes, sizeof length);
  return GUINT64_FROM_LE (length);
}

/* Reads a JSON number that is a count; FALSE for other values. */
static gboolean
get_count (JsonNode *node, guint64 *count)
{
  gint64 value;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *count = (guint64)value;
  return value >= 0;
}

static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL ? ipl_json_node_text (node) : NULL;
}

static JsonArray *
get_array (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
parse_shape (const IplSafetensors *self, JsonObject *entry, IplTensor *tensor, GError **error)
{
  JsonArray *shape = get_array (entry, "shape");
  guint64 length;

  if (shape == NULL || json_array_get_length (shape) > IPL_TENSOR_MAX_DIM)
    return set_tensor_error (self, tensor->name, "has no shape of at most 6 dimensions", error);
  tensor->ndim = json_array_get_length (shape);
  tensor->size = 1;
  for (guint i = 0; i < tensor->ndim; i++)
    {
      if (!get_count (json_array_get_element (shape, i), &length)
          || (length > 0 && tensor->size > (gsize)G_MAXINT64 / 8 / length))
        return set_tensor_error (self, tensor->name, "has an impossible shape", error);
      tensor->shape[i] = length;
      tensor->size *= length;
    }
  return TRUE;
}

static gboolean
parse_extent (const IplSafetensors *self, JsonObject *entry, IplTensor *tensor, GError **error)
{
  JsonArray *offsets = get_array (entry, "data_offsets");

  if (offsets == NULL || json_array_get_length (offsets) != 2
      || !get_count (json_array_get_element (offsets, 0), &tensor->begin)
      || !get_count (json_array_get_element (offsets, 1), &tensor->end)
      || tensor->begin > tensor->end)
    return set_tensor_error (self, tensor->name, "has no valid data offsets", error);
  if (tensor->end > self->size)
    return set_tensor_error (self, tensor->name,
                             "reaches beyond the end of the file, which is cut short", error);
  if (tensor->format != NULL
      && tensor->end - tensor->begin != (guint64)tensor->size * tensor->format->item_size)
    return set_tensor_error (self, tensor->name,
                             "has a shape that does not fit its number of bytes", error);
  return TRUE;
}

static void
tensor_free (gpointer data)
{
  IplTensor *self = data;

  g_free (self->name);
  g_free (self->floats);
  g_free (self->doubles);
  g_free (self);
}

static gboolean
parse_tensor (IplSafetensors *self, const char *name, JsonNode *node, GError **error)
{
  JsonObject *entry = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *type = entry != NULL ? get_text (entry, "dtype") : NULL;
  IplTensor *tensor;

  if (type == NULL)
    return set_tensor_error (self, name, "has no dtype", error);
  tensor = g_new0 (IplTensor, 1);
  tensor->name = g_strdup (name);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].name, type) == 0)
      tensor->format = &formats[i];
  tensor->type = tensor->format != NULL ? tensor->format->name : "other";
  g_ptr_array_add (self->tensors, tensor);
  g_hash_table_insert (self->lookup, tensor->name, tensor);
  return parse_shape (self, entry, tensor, error) && parse_extent (self, entry, tensor, error);
}

static int
compare_extents (gconstpointer a, gconstpointer b)
{
  const IplTensor *first = *(IplTensor *const *)a, *second = *(IplTensor *const *)b;

  if (first->begin != second->begin)
    return first->begin < second->begin ? -1 : 1;
  return first->end < second->end ? -1 : first->end > second->end;
}

/* Tensors must be contiguous: without holes or overlaps, up to the end of the file. */
static gboolean
check_extents (const IplSafetensors *self, GError **error)
{
  guint64 at = 0;

  g_ptr_array_sort (self->tensors, compare_extents);
  for (guint i = 0; i < self->tensors->len; i++)
    {
      const IplTensor *tensor = self->tensors->pdata[i];

      if (tensor->begin != at)
        return set_tensor_error (self, tensor->name,
                                 tensor->begin < at ? "overlaps another" : "has a hole before it",
                                 error);
      at = tensor->end;
    }
  return at == self->size || set_damaged (self, "there is more in it than its tensors", error);
}

static gboolean
read_metadata (IplSafetensors *self, JsonNode *node, GError **error)
{
  g_autoptr (GList) keys = NULL;
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return set_damaged (self, "its metadata is not a list of texts", error);
  object = json_node_get_object (node);
  keys = json_object_get_members (object);
  for (GList *l = keys; l != NULL; l = l->next)
    {
      const char *text = get_text (object, l->data);

      if (text == NULL)
        return set_damaged (self, "its metadata holds something other than text", error);
      g_hash_table_insert (self->metadata, g_strdup (l->data), g_strdup (text));
    }
  return TRUE;
}

static gboolean
read_tensors (IplSafetensors *self, JsonObject *root, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (root);

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (root, l->data);

      if (strcmp (l->data, "__metadata__") == 0 ? !read_metadata (self, node, error)
                                                : !parse_tensor (self, l->data, node, error))
        return FALSE;
    }
  return check_extents (self, error);
}

/* @self->size is the size of the file here. */
static gboolean
read_header (IplSafetensors *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (JsonObject) root = NULL;
  g_autofree char *header = NULL, *why = NULL, *sentence = NULL;
  guint8 prefix[8];
  guint64 length;

  if (self->size < sizeof prefix)
    return set_damaged (self, "it is too short", error);
  if (!read_bytes (self, 0, prefix, sizeof prefix, cancellable, error))
    return FALSE;
  length = header_length (prefix);
  if (length > IPL_JSON_MAX_SIZE || length > self->size - sizeof prefix)
    return set_damaged (self, "its header is damaged, or it is cut short", error);
  header = g_malloc (length + 1);
  if (!read_bytes (self, sizeof prefix, header, length, cancellable, error))
    return FALSE;
  header[length] = '\0';
  self->begin = sizeof prefix + length;
  self->size -= self->begin;
  if (length > 0 && header[0] == '{')
    root = ipl_json_parse_object (header, length, &why);
  if (root != NULL)
    return read_tensors (self, root, error);
  sentence = g_strconcat ("its header ", why != NULL ? why : "is not a list of tensors", NULL);
  return set_damaged (self, sentence, error);
}

/* Opens a file and reads its header. The extents must fit the file: tensors follow each other
 * without holes or overlaps.
 * Returns: (transfer full) (nullable): its tensors, without numbers */
IplSafetensors *
ipl_safetensors_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) self = g_new0 (IplSafetensors, 1);
  struct stat status;

  self->shown = ipl_file_shown (path);
  self->tensors = g_ptr_array_new_with_free_func (tensor_free);
  self->lookup = g_hash_table_new (g_str_hash, g_str_equal);
  self->metadata = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->fd = ipl_file_open (path, &status, error);
  if (self->fd < 0)
    return NULL;
  self->size = (guint64)status.st_size;
  if (read_header (self, cancellable, error))
    return g_steal_pointer (&self);
  ipl_pickle_file_explain (path, IPL_PICKLE_INTO_TENSORS, error);
  return NULL;
}

void
ipl_safetensors_free (IplSafetensors *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_hash_table_unref (self->lookup);
  g_hash_table_unref (self->metadata);
  g_ptr_array_unref (self->tensors);
  g_free (self->shown);
  g_free (self);
}

/* Destination of the numbers of a tensor: @floats, divided by 2^@exponent, or @doubles. Without
 * either, only the largest finite number, @largest, is computed. */
typedef struct
{
  float *floats;
  double *doubles;
  int exponent;
  double largest;
} Numbers;

static gboolean
read_numbers (const IplSafetensors *self, const IplTensor *tensor, Numbers *to,
              GCancellable *cancellable, GError **error)
{
  gsize size = tensor->format->item_size, block = CLAMP (tensor->size, 1, BLOCK);
  IplNpyHeader format = { .kind = tensor->format->kind,
                          .item_size = size,
                          .swapped = G_BYTE_ORDER == G_BIG_ENDIAN };
  g_autofree guint8 *bytes = ipl_memory_try ((double)block, size, "A block of a tensor", error);
  g_autofree double *numbers = bytes != NULL ? ipl_memory_try ((double)block, sizeof *numbers,
                                                               "A block of a tensor", error)
                                             : NULL;

  if (numbers == NULL)
    return FALSE;
  for (gsize at = 0; at < tensor->size; at += BLOCK)
    {
      gsize n = MIN (BLOCK, tensor->size - at);

      if (!read_bytes (self, self->begin + tensor->begin + at * size, bytes, n * size, cancellable,
                       error))
        return FALSE;
      ipl_npy_convert (&format, bytes, n, to->doubles != NULL ? to->doubles + at : numbers);
      if (to->floats != NULL)
        for (gsize k = 0; k < n; k++)
          to->floats[at + k]
              = (float)(to->exponent != 0 ? ldexp (numbers[k], -to->exponent) : numbers[k]);
      else if (to->doubles == NULL)
        for (gsize k = 0; k < n; k++)
          to->largest = MAX (to->largest, isfinite (numbers[k]) ? fabs (numbers[k]) : 0);
    }
  return TRUE;
}

/* Allocates memory for the numbers of a readable tensor. */
static gpointer
allocate (const IplSafetensors *self, const IplTensor *tensor, gsize item_size, GError **error)
{
  g_autofree char *name = ipl_text_shown (tensor->name);
  g_autofree char *what = g_strdup_printf ("Tensor “%s”", name);

  if (tensor->format != NULL)
    return ipl_memory_try (MAX ((double)tensor->size, 1), item_size, what, error);
  set_tensor_error (self, tensor->name,
                    "has a dtype other than F64, F32, F16, BF16, I64, I32 and U8: convert it",
                    error);
  return NULL;
}

/* @tensor: a tensor of F64, F32, F16, BF16 or integers
 * Returns: (transfer full) (nullable): its numbers in C order */
double *
ipl_safetensors_read_doubles (const IplSafetensors *self, const IplTensor *tensor,
                              GCancellable *cancellable, GError **error)
{
  g_autofree double *values = allocate (self, tensor, sizeof *values, error);

  if (values == NULL
      || !read_numbers (self, tensor, &(Numbers){ .doubles = values }, cancellable, error))
    return NULL;
  return g_steal_pointer (&values);
}

/* @tensor: a tensor of F64, F32, F16, BF16 or integers
 * @exponent: (out): the numbers are those returned times 2^@exponent; 0 unless doubles exceed the
 *   range of floats
 * Returns: (transfer full) (nullable): its numbers in C order; needs no further memory */
float *
ipl_safetensors_read_floats (const IplSafetensors *self, const IplTensor *tensor, int *exponent,
                             GCancellable *cancellable, GError **error)
{
  g_autofree float *values = allocate (self, tensor, sizeof *values, error);
  Numbers to = { NULL };

  if (values == NULL
      || (tensor->format->wide && !read_numbers (self, tensor, &to, cancellable, error)))
    return NULL;
  to.floats = values;
  if (to.largest > 0x1p60 || (to.largest > 0 && to.largest < 0x1p-60))
    frexp (to.largest, &to.exponent);
  if (!read_numbers (self, tensor, &to, cancellable, error))
    return NULL;
  *exponent = to.exponent;
  return g_steal_pointer (&values);
}

/* Reads all tensors of a safetensors file. Sizes are checked against the file and the memory
 * before allocation; tensors must follow each other without holes or overlaps. */
IplSafetensors *
ipl_safetensors_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSafetensors) self = ipl_safetensors_open (path, cancellable, error);

  for (guint i = 0; self != NULL && i < self->tensors->len; i++)
    {
      IplTensor *tensor = self->tensors->pdata[i];
      int exponent;

      if (tensor->format != NULL && !tensor->format->wide)
        tensor->floats = ipl_safetensors_read_floats (self, tensor, &exponent, cancellable, error);
      else
        tensor->doubles = ipl_safetensors_read_doubles (self, tensor, cancellable, error);
      if (tensor->floats == NULL && tensor->doubles == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Returns: (nullable): the tensor, or NULL if the file has none of this name */
const IplTensor *
ipl_safetensors_lookup (const IplSafetensors *self, const char *name)
{
  return g_hash_table_lookup (self->lookup, name);
}

/* Returns: (nullable): its numbers, all finite; NULL if it is missing, more precise than single
 *   precision, of another shape, or has NaN or infinity */
const float *
ipl_safetensors_get_floats (const IplSafetensors *self, const char *name, guint ndim,
                            const gsize *shape, const char *shown, GError **error)
{
  const IplTensor *found = ipl_safetensors_lookup (self, name);

  if (found == NULL || found->floats == NULL || found->ndim != ndim
      || memcmp (found->shape, shape, ndim * sizeof *shape) != 0)
    return ipl_fail_null (
        error, found == NULL ? IPL_ERROR_MISSING : IPL_ERROR_SHAPE,
        "Tensor “%s” in “%s” is missing or not of the shape in the header of the file.", name,
        shown);
  for (gsize i = 0; i < found->size; i++)
    if (!isfinite (found->floats[i]))
      return ipl_fail_null (error, IPL_ERROR_VALUE, "Tensor “%s” in “%s” holds NaN or infinity.",
                            name, shown);
  return found->floats;
}

/* Returns: (nullable): the metadata value of @key */
const char *
ipl_safetensors_metadata (const IplSafetensors *self, const char *key)
{
  return g_hash_table_lookup (self->metadata, key);
}

/* Returns: TRUE if the file begins as a safetensors file does: the length of its header, and a
 *   brace */
gboolean
ipl_safetensors_is (const char *path)
{
  guint8 head[9];
  struct stat status;
  int fd = ipl_file_open (path, &status, NULL);
  gboolean is = FALSE;

  if (fd < 0)
    return FALSE;
  if (pread (fd, head, sizeof head, 0) == sizeof head)
    is = head[8] == '{' && header_length (head) + 8 <= (guint64)status.st_size
         && header_length (head) > 1;
  close (fd);
  return is;
}
