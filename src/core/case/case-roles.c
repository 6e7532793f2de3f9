/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roles assigned by the user: "x_train=embeddings,y_train=targets,xi_train=". Left
 * is the name in the data format, right the array's name in the file, empty for none. A backslash
 * escapes a comma or a backslash in it. */
#include "core/case/case-roles.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"

/* Most roles that can be assigned by hand. */
#define MAX_ROLES 2000

static const IplCaseRole roles[] = {
  { "x_train", "[P, T, N0]", "tokens" },
  { "y_train", "[P] or [P, K]", "labels" },
  { "xi_train", "[P, Pi, N0]", "path features" },
  { "attn_train_#", "[P, H, T query, T key]", "attention of a layer" },
  { "x_test", "[P', T, N0]", "tokens of the test set" },
  { "y_test", "[P'] or [P', K]", "labels of the test set" },
  { "xi_test", "[P', Pi, N0]", "path features of the test set" },
  { "attn_test_#", "[P', H, T query, T key]", "attention of a layer, test set" },
  { "w_#", "[H, N0, N0]", "combined attention weights of a layer" },
  { "wq_#", "[H, G, N0]", "query weights of a layer" },
  { "wk_#", "[H, G, N0]", "key weights of a layer" },
  { "classes", "a number", "other than 0 where labels are classes by number" },
  { "class_names", "[K] texts", "names of the classes that labels number" },
  { "output_names", "[K] texts", "names of outputs" },
  { "tokens_train", "[P, T] texts", "texts of the tokens" },
  { "tokens_test", "[P', T] texts", "texts of the tokens of the test set" },
  { "mask_train", "[P, T]", "0 for padding, else a token" },
  { "mask_test", "[P', T]", "0 for padding of the test set" },
  { "heads", "[L]", "heads of each layer" },
  { "residual", "[L]", "weights of residual connections, 0 for none" },
  { "readout", "text", "last, first or mean" },
  { "temperature", "a number", "temperature" },
  { "variances", "[L + 2]", "prior variances" },
  { "path_names", "[Pi] texts", "names of paths" },
  { "head_names", "[sum of H] texts", "names of heads" },
  { "name", "text", "name of the case" },
  { "warnings", "[n] texts", "what of the model lies outside the theory" },
};

/* The roles that an array can have. */
const IplCaseRole *
ipl_case_roles (guint *n)
{
  *n = G_N_ELEMENTS (roles);
  return roles;
}

/* A layer's number, from 1 and without zeros before it. */
static gboolean
is_layer (const char *text)
{
  gsize length = strspn (text, "0123456789");

  return length >= 1 && length <= 3 && text[length] == '\0' && text[0] != '0';
}

static gboolean
matches (const IplCaseRole *role, const char *name)
{
  gsize length = strcspn (role->name, "#");
  gboolean layered = role->name[length] == '#', is_test = strstr (role->name, "_test") != NULL;
  const char *rest, *layer;

  if (!layered && strcmp (role->name, name) == 0)
    return TRUE;
  if (strncmp (role->name, name, length) != 0)
    return FALSE;
  rest = name + length;
  if (layered && is_layer (rest))
    return TRUE;
  if (!is_test)
    return FALSE;
  /* A further test set: "x_test_mnist", "attn_test_mnist_1". */
  if (!layered)
    return rest[0] == '_' && rest[1] != '\0';
  layer = strrchr (rest, '_');
  return layer != NULL && layer > rest && is_layer (layer + 1);
}

/* The role of that name; NULL if the data format has none. */
const IplCaseRole *
ipl_case_role_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    if (matches (&roles[i], name))
      return &roles[i];
  return NULL;
}

static void
assignment_free (gpointer data)
{
  IplRoleAssignment *self = data;

  g_free (self->role);
  g_free (self->name);
  g_free (self);
}

/* Gives @role to the array @name. A former role of the array, and a former array of the role, go.
 * @role: (nullable): NULL only removes the role of the array */
void
ipl_case_roles_set (GPtrArray *assignments, const char *role, const char *name)
{
  IplRoleAssignment *added;

  for (guint i = assignments->len; i-- > 0;)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      if (g_strcmp0 (at->role, role) == 0 || (name[0] != '\0' && strcmp (at->name, name) == 0))
        g_ptr_array_remove_index (assignments, i);
    }
  if (role == NULL)
    return;
  added = g_new0 (IplRoleAssignment, 1);
  added->role = g_strdup (role);
  added->name = g_strdup (name);
  g_ptr_array_add (assignments, added);
}

/* Returns: (nullable): the role of the array @name. */
const char *
ipl_case_roles_find_role (const GPtrArray *assignments, const char *name)
{
  for (guint i = 0; i < assignments->len; i++)
    if (strcmp (((const IplRoleAssignment *)assignments->pdata[i])->name, name) == 0)
      return ((const IplRoleAssignment *)assignments->pdata[i])->role;
  return NULL;
}

/* Adds a parsed assignment; roles and arrays must be different. */
static gboolean
add_read (GPtrArray *assignments, const char *role, const char *name, GError **error)
{
  g_autofree char *shown = ipl_text_shown (role);
  g_autofree char *array = ipl_text_shown (name);

  /* The name of a further test set cannot contain the separators of roles. */
  if (ipl_case_role_find (role) == NULL || !ipl_text_is_plain (role)
      || strpbrk (role, ",=\\ ") != NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "“%s” is not a role of an array: x_train, y_train, attn_train_1 and the like are.", shown);
  if (assignments->len == MAX_ROLES)
    return ipl_fail (error, IPL_ERROR_VALUE, "More than %d roles are given by hand.", MAX_ROLES);
  if (!ipl_text_is_plain (name))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The role %s is given to “%s”, which is not a plain text: rename that array.",
                     shown, array);
  for (guint i = 0; i < assignments->len; i++)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      if (strcmp (at->role, role) != 0 && (name[0] == '\0' || strcmp (at->name, name) != 0))
        continue;
      if (strcmp (at->role, role) == 0)
        return ipl_fail (error, IPL_ERROR_VALUE, "The role %s is given twice.", shown);
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The array “%s” is to be both %s and %s: an array has one role.", array,
                       at->role, shown);
    }
  ipl_case_roles_set (assignments, role, name);
  return TRUE;
}

/* The text before the next unescaped comma; @text moves after it, or to NULL. */
static char *
split_part (const char **text)
{
  GString *part = g_string_new (NULL);
  const char *at = *text;

  for (; *at != '\0' && *at != ','; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
      g_string_append_c (part, *at);
    }
  *text = *at == ',' ? at + 1 : NULL;
  return g_string_free (part, FALSE);
}

/* The assignments, each role and each array once. */
GPtrArray *
ipl_case_roles_parse (const char *text, GError **error)
{
  g_autoptr (GPtrArray) self = g_ptr_array_new_with_free_func (assignment_free);
  const char *rest = text[0] != '\0' ? text : NULL;

  while (rest != NULL)
    {
      g_autofree char *part = split_part (&rest);
      char *equals = strchr (part, '=');

      if (equals == NULL)
        {
          g_autofree char *shown = ipl_text_shown (part);

          return ipl_fail_null (
              error, IPL_ERROR_VALUE,
              "“%s” gives no array a role: write x_train=NAME, several separated by commas.",
              shown);
        }
      *equals = '\0';
      if (!add_read (self, g_strstrip (part), equals + 1, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Text that ipl_case_roles_parse() reads. */
char *
ipl_case_roles_format (const GPtrArray *assignments)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < assignments->len; i++)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      g_string_append_printf (text, "%s%s=", i > 0 ? "," : "", at->role);
      for (const char *c = at->name; *c != '\0'; c++)
        g_string_append_printf (text, "%s%c", *c == ',' || *c == '\\' ? "\\" : "", *c);
    }
  return g_string_free (text, FALSE);
}

/* @json: [@length] {"x_train": "embeddings", ..} */
GPtrArray *
ipl_case_roles_from_json (const char *json, gsize length, GError **error)
{
  g_autoptr (GPtrArray) self = g_ptr_array_new_with_free_func (assignment_free);
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, length, &why);
  g_autoptr (GList) members = NULL;

  if (root == NULL)
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "The roles are not a JSON object that can be read: their text %s.", why);
  members = json_object_get_members (root);
  for (GList *member = members; member != NULL; member = member->next)
    {
      const char *name = ipl_json_node_text (json_object_get_member (root, member->data));

      if (name == NULL)
        {
          g_autofree char *shown = ipl_text_shown (member->data);

          return ipl_fail_null (error, IPL_ERROR_FORMAT,
                                "The role “%s” must be the name of an array, a text.", shown);
        }
      if (!add_read (self, member->data, name, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Gives the arrays the roles in @text. Returns FALSE if a named array does not exist. */
gboolean
ipl_case_roles_apply (const char *text, IplNpz *arrays, GError **error)
{
  g_autoptr (GPtrArray) assignments = ipl_case_roles_parse (text, error);
  g_autofree const char **of = NULL, **names = NULL;

  if (assignments == NULL)
    return FALSE;
  of = g_new0 (const char *, assignments->len + 1);
  names = g_new0 (const char *, assignments->len + 1);
  for (guint i = 0; i < assignments->len; i++)
    {
      of[i] = ((IplRoleAssignment *)assignments->pdata[i])->role;
      names[i] = ((IplRoleAssignment *)assignments->pdata[i])->name;
    }
  return ipl_npz_set_roles (arrays, assignments->len, of, names, error);
}
