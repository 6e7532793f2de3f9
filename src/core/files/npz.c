/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/npz-private.h"

#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"

IplArray *
ipl_array_new (const char *name, const char *type, guint ndim, const gsize *shape)
{
  IplArray *self = g_new0 (IplArray, 1);

  self->name = g_strdup (name);
  self->type = type;
  self->is_text = strcmp (type, "text") == 0;
  self->ndim = ndim;
  self->size = 1;
  for (guint d = 0; d < ndim; d++)
    self->size *= self->shape[d] = shape[d];
  return self;
}

void
ipl_array_free (IplArray *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->role);
  g_free (self->values);
  g_strfreev (self->texts);
  g_free (self->why_not);
  g_free (self);
}

IplNpz *
ipl_npz_new (void)
{
  IplNpz *self = g_new0 (IplNpz, 1);

  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_array_free);
  self->lookup = g_hash_table_new (g_str_hash, g_str_equal);
  self->fd = -1;
  return self;
}

/* Adds an array; replaces one of the same name. */
void
ipl_npz_insert (IplNpz *self, IplArray *array)
{
  IplArray *old = g_hash_table_lookup (self->lookup, array->name);

  if (old != NULL)
    {
      g_hash_table_remove (self->lookup, array->name);
      g_ptr_array_remove (self->arrays, old);
    }
  g_ptr_array_add (self->arrays, array);
  g_hash_table_insert (self->lookup, array->name, array);
}

/* @shape: (nullable): [@ndim] */
void
ipl_npz_add_numbers (IplNpz *self, const char *name, const double *values, guint ndim,
                     const gsize *shape)
{
  IplArray *array;

  g_return_if_fail (ndim <= IPL_ARRAY_MAX_DIM);

  array = ipl_array_new (name, "double", ndim, shape);
  array->values = g_new (double, MAX (array->size, 1));
  memcpy (array->values, values, array->size * sizeof (double));
  ipl_npz_insert (self, array);
}

void
ipl_npz_add_text (IplNpz *self, const char *name, const char *text)
{
  IplArray *array = ipl_array_new (name, "text", 0, NULL);

  array->texts = g_strdupv ((char *[]){ (char *)text, NULL });
  ipl_npz_insert (self, array);
}

void
ipl_npz_add_texts (IplNpz *self, const char *name, const char *const *texts)
{
  gsize n = g_strv_length ((char **)texts);

  ipl_npz_add_text_array (self, name, texts, 1, &n);
}

/* @texts: in C order; @shape: [@ndim] */
void
ipl_npz_add_text_array (IplNpz *self, const char *name, const char *const *texts, guint ndim,
                        const gsize *shape)
{
  IplArray *array;

  g_return_if_fail (ndim <= IPL_ARRAY_MAX_DIM);

  array = ipl_array_new (name, "text", ndim, shape);
  array->texts = g_new0 (char *, array->size + 1);
  for (gsize i = 0; i < array->size; i++)
    array->texts[i] = g_strdup (texts[i]);
  ipl_npz_insert (self, array);
}

void
ipl_npz_free (IplNpz *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->lookup);
  g_ptr_array_unref (self->arrays);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->tensors, ipl_safetensors_free);
  g_free (self->shown);
  g_free (self);
}

/* Returns: (nullable): the array, or NULL if the file has none of this name */
IplArray *
ipl_npz_lookup (IplNpz *self, const char *name)
{
  return g_hash_table_lookup (self->lookup, name);
}

/* Takes ownership of an array's numbers, in C order; the array retains its shape. */
double *
ipl_npz_steal_values (IplNpz *self, const char *name)
{
  IplArray *array = ipl_npz_lookup (self, name);

  return array != NULL ? g_steal_pointer (&array->values) : NULL;
}

/* Returns: (transfer container): the lookup names of the arrays, in the file's order */
GList *
ipl_npz_names (IplNpz *self)
{
  GList *names = NULL;

  for (guint i = self->arrays->len; i-- > 0;)
    {
      const IplArray *array = g_ptr_array_index (self->arrays, i);

      if (g_hash_table_lookup (self->lookup, ipl_array_key (array)) == array)
        names = g_list_prepend (names, (gpointer)ipl_array_key (array));
    }
  return names;
}

/* Finds an array by its name in the file, independent of its role. */
static IplArray *
find_by_name (IplNpz *self, const char *name)
{
  for (guint i = 0; i < self->arrays->len; i++)
    if (strcmp (((IplArray *)self->arrays->pdata[i])->name, name) == 0)
      return self->arrays->pdata[i];
  return NULL;
}

/* Assigns roles to arrays: each is then found by its role and not by its name. An array whose name
 * equals an assigned role is not found, unless it has a role.
 * @self: arrays without roles
 * @roles: [@n] names of the data format, all different
 * @names: [@n] the array for each role, empty for none */
gboolean
ipl_npz_set_roles (IplNpz *self, guint n, const char *const *roles, const char *const *names,
                   GError **error)
{
  g_autofree IplArray **arrays = g_new0 (IplArray *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *shown = ipl_text_shown (names[i]);

      if (names[i][0] == '\0')
        continue;
      arrays[i] = find_by_name (self, names[i]);
      if (arrays[i] == NULL)
        return ipl_fail (error, IPL_ERROR_MISSING, "“%s” has no array “%s”, which is to be %s.",
                         self->shown != NULL ? self->shown : "The case", shown, roles[i]);
      if (arrays[i]->role != NULL)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "The array “%s” is to be both %s and %s: an array has one role.", shown,
                         arrays[i]->role, roles[i]);
      arrays[i]->role = g_strdup (roles[i]);
    }
  for (guint i = 0; i < n; i++)
    if (arrays[i] != NULL)
      g_hash_table_remove (self->lookup, arrays[i]->name);
  for (guint i = 0; i < n; i++)
    {
      g_hash_table_remove (self->lookup, roles[i]);
      if (arrays[i] != NULL)
        g_hash_table_insert (self->lookup, arrays[i]->role, arrays[i]);
    }
  return TRUE;
}

guint
ipl_npz_get_n (IplNpz *self)
{
  return self->arrays->len;
}

/* Returns: the array, also if it cannot be found by a name */
const IplArray *
ipl_npz_get (IplNpz *self, guint i)
{
  return self->arrays->pdata[i];
}

/* Returns: the lookup name: the role assigned by the user, else the name */
const char *
ipl_array_key (const IplArray *self)
{
  return self->role != NULL ? self->role : self->name;
}

/* Returns: (transfer full): "[100, 4, 231]", "[]" for a scalar */
char *
ipl_array_describe_shape (const IplArray *self)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; i < self->ndim; i++)
    g_string_append_printf (text, i == 0 ? "%" G_GSIZE_FORMAT : ", %" G_GSIZE_FORMAT,
                            self->shape[i]);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}
