/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No include guard: included once per instruction set, with BODY(name) defined. */

/* Elementwise, so that the compiler can vectorize it. */
static void
BODY (adam) (const IplAdamNumbers *shared, gsize n, const float *restrict gradient,
             float *restrict first, float *restrict second, float *restrict w)
{
  const IplAdamNumbers numbers = *shared;

  for (gsize i = 0; i < n; i++)
    {
      float g = numbers.decay_gradient * w[i] + numbers.scale * gradient[i];
      float m = numbers.beta1 * first[i] + (1 - numbers.beta1) * g;
      float v = numbers.beta2 * second[i] + (1 - numbers.beta2) * g * g;

      first[i] = m;
      second[i] = v;
      w[i] = numbers.decay * w[i]
             - numbers.step * m / (sqrtf (v) * numbers.unbias + numbers.epsilon);
    }
}
