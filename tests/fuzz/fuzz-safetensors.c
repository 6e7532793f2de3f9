/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A .safetensors file, read as tensors, as a trained network or transformer and as a training
 * run of either. See fuzz_build_safetensors(). */

#include "core/files/safetensors.h"
#include "core/network/trained-network.h"
#include "core/network/trainer.h"
#include "core/transformer/transformer-trainer.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) whole = fuzz_build_safetensors (bytes, n);
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplSafetensors) tensors = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (IplTransformerTrainer) transformer_trainer = NULL;

  fuzz_file_init (&file, whole->data, whole->len);
  tensors = FUZZ_TRY (ipl_safetensors_read (file.path, NULL, &error));
  network = FUZZ_TRY (ipl_trained_network_load (file.path, NULL, &error));
  trainer = FUZZ_TRY (ipl_trainer_load (file.path, NULL, NULL, NULL, &error));
  transformer_trainer
      = FUZZ_TRY (ipl_transformer_trainer_load (file.path, NULL, NULL, NULL, NULL, &error));
  /* What is a network is a file of tensors. */
  g_assert_true (tensors != NULL
                 || (network == NULL && trainer == NULL && transformer_trainer == NULL));
  return 0;
}
