/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regular language: classifies whether an automaton, given by a table of transitions, accepts
 * the sequence. */
#include "core/token-tasks/token-experiment.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/text-escape.h"

#define MAX_STATES 16

typedef struct
{
  guint n_states;
  guint next[MAX_STATES][IPL_TOKEN_TASK_MAX_SYMBOLS]; /* by state and symbol */
  gboolean accepts[MAX_STATES];
  /* share of all sequences of so many symbols that lead from a state to an accepting one, and to
   * another */
  double accepted[IPL_TOKEN_TASK_MAX_TOKENS + 1][MAX_STATES];
  double rejected[IPL_TOKEN_TASK_MAX_TOKENS + 1][MAX_STATES];
} Automaton;

/* A state by its number, below the automaton's. */
static gboolean
read_state (const char *text, guint n_states, guint *state)
{
  guint64 number;

  if (!ipl_number_parse_integer (text, &number) || number >= n_states)
    return FALSE;
  *state = (guint)number;
  return TRUE;
}

static gboolean
read_transitions (Automaton *self, const IplTokenTask *task, GError **error)
{
  g_auto (GStrv) rows = g_strsplit (task->transitions, ";", -1);
  guint n = g_strv_length (rows);

  if (n < 1 || n > MAX_STATES)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Transitions are of 1 to %d states: for each the next state after every "
                     "symbol, as in \"1,0;1,2;1,0\".",
                     MAX_STATES);
  self->n_states = n;
  for (guint q = 0; q < n; q++)
    {
      g_auto (GStrv) states = g_strsplit (rows[q], ",", -1);
      guint V = g_strv_length (states);

      if (V != task->n_symbols)
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "Transitions from state %u are %u, but there are %u symbols: give the next "
            "state after each, separated by commas.",
            q, V, task->n_symbols);
      for (guint v = 0; v < V; v++)
        if (!read_state (g_strstrip (states[v]), n, &self->next[q][v]))
          {
            g_autofree char *shown = ipl_text_shown (states[v]);

            return ipl_fail (error, IPL_ERROR_VALUE,
                             "The transition from state %u after symbol %u is “%s”: give a state "
                             "from 0 to %u.",
                             q, v, shown, n - 1);
          }
    }
  return TRUE;
}

static gboolean
read_accepting (Automaton *self, const IplTokenTask *task, GError **error)
{
  g_auto (GStrv) states = g_strsplit (task->accepting, ",", -1);

  for (guint i = 0; states[i] != NULL; i++)
    {
      guint q;

      if (!read_state (g_strstrip (states[i]), self->n_states, &q))
        {
          g_autofree char *shown = ipl_text_shown (states[i]);

          return ipl_fail (
              error, IPL_ERROR_VALUE,
              "The accepting state “%s” is none: give states from 0 to %u, separated by commas.",
              shown, self->n_states - 1);
        }
      self->accepts[q] = TRUE;
    }
  return TRUE;
}

/* Computes both shares separately, so that a small one is accurate. */
static void
fill_shares (Automaton *self, const IplTokenTask *task)
{
  for (guint q = 0; q < self->n_states; q++)
    {
      self->accepted[0][q] = self->accepts[q];
      self->rejected[0][q] = !self->accepts[q];
    }
  for (guint t = 1; t <= task->n_tokens; t++)
    for (guint q = 0; q < self->n_states; q++)
      for (guint v = 0; v < task->n_symbols; v++)
        {
          self->accepted[t][q] += self->accepted[t - 1][self->next[q][v]] / task->n_symbols;
          self->rejected[t][q] += self->rejected[t - 1][self->next[q][v]] / task->n_symbols;
        }
}

static gpointer
prepare (const IplTokenTask *task, GError **error)
{
  g_autofree Automaton *self = g_new0 (Automaton, 1);

  if (!read_transitions (self, task, error) || !read_accepting (self, task, error))
    return NULL;
  fill_shares (self, task);
  if (!(self->accepted[task->n_tokens][0] > 0))
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "No sequence of %u symbols is in the language: choose other transitions, "
                          "accepting states or another length.",
                          task->n_tokens);
  if (!(self->rejected[task->n_tokens][0] > 0))
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "Every sequence of %u symbols is in the language: choose other "
                          "transitions, accepting states or another length.",
                          task->n_tokens);
  return g_steal_pointer (&self);
}

/* Uniformly from the sequences of the class: each symbol by the share of its continuations. */
static void
draw (const IplTokenTask *task, gconstpointer prepared, guint class, gsl_rng *rng, guint8 *symbols)
{
  const Automaton *self = prepared;
  guint q = 0;

  for (guint t = 0; t < task->n_tokens; t++)
    {
      guint left = task->n_tokens - t - 1;
      const double *share = class == 0 ? self->accepted[left] : self->rejected[left];
      double sum = 0, u;
      guint chosen = 0;

      for (guint v = 0; v < task->n_symbols; v++)
        sum += share[self->next[q][v]];
      u = gsl_rng_uniform (rng) * sum;
      for (guint v = 0; v < task->n_symbols; v++)
        {
          double one = share[self->next[q][v]];

          if (one > 0)
            chosen = v;
          if (u < one)
            break;
          u -= one;
        }
      symbols[t] = (guint8)chosen;
      q = self->next[q][chosen];
    }
}

/* Forward over the states, with all sequences alike; then each class by its share of them. */
static double
infer (const IplTokenTask *task, gconstpointer prepared, const double *p)
{
  const Automaton *self = prepared;
  double at[MAX_STATES] = { 1 }, plus = 0, minus = 0;

  for (guint t = 0; t < task->n_tokens; t++, p += task->n_symbols)
    {
      double then[MAX_STATES] = { 0 };

      for (guint q = 0; q < self->n_states; q++)
        for (guint v = 0; v < task->n_symbols; v++)
          then[self->next[q][v]] += at[q] * p[v];
      memcpy (at, then, sizeof at);
    }
  for (guint q = 0; q < self->n_states; q++)
    *(self->accepts[q] ? &plus : &minus) += at[q];
  plus /= self->accepted[task->n_tokens][0];
  minus /= self->rejected[task->n_tokens][0];
  return plus / (plus + minus);
}

static const IplTokenTaskKind kind = { .prepare = prepare, .draw = draw, .infer = infer };

static const IplField fields[] = {
  IPL_TOKENS_FIELD (1, "Length of a sequence"),
  IPL_SYMBOLS_FIELD (1, "Symbols",
                     "Different symbols, as many as next states in each row of the "
                     "transitions"),
  { "transitions", .label = "Transitions", .kind = IPL_FIELD_TEXT, AT (transitions),
    .sentence
    = "For each state of the automaton, separated by semicolons, the next state after each symbol, "
      "separated by commas; it begins in state 0" },
  { "accepting", .label = "Accepting states", .kind = IPL_FIELD_TEXT, AT (accepting),
    .sentence
    = "States separated by commas: the class is +1 where the automaton ends in one of them" },
  IPL_SYMBOL_TASK_FIELDS,
};

/* The sequences that end in 0 1. */
static void
init (IplParameters *parameters)
{
  IplTokenTask *own = ipl_token_task_init (parameters, &kind, "previous,self,uniform,random");

  own->n_symbols = 2;
  own->transitions = g_intern_static_string ("1,0;1,2;1,0");
  own->accepting = g_intern_static_string ("2");
}

const IplExperiment ipl_experiment_regular_language = {
  .id = "regular-language",
  .title = "Regular language",
  .about = "Does an automaton accept the sequence? A pair of paths solves it",
  IPL_TOKEN_EXPERIMENT,
};
