/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of LANES numbers of type REAL, and the operations of a softmax, for the bodies of
 * loops that are compiled per instruction set and precision. No include guard: such a body
 * includes it once, with REAL, BITS (the unsigned integer of its size), MANTISSA (its bits),
 * EXP_TERMS, LANES and BODY(name) defined, and undefines INLINE, AT and CONST_AT at its end. */

typedef REAL BODY (V)
    __attribute__ ((vector_size (LANES * sizeof (REAL)), aligned (sizeof (REAL)), may_alias));
typedef BITS BODY (U)
    __attribute__ ((vector_size (LANES * sizeof (REAL)), aligned (sizeof (REAL)), may_alias));

#define INLINE static inline __attribute__ ((always_inline))
#define AT(p) (*(BODY (V) *)(p))
#define CONST_AT(p) (*(const BODY (V) *)(p))

INLINE
BODY (V) BODY (splat) (REAL a)
{
  return (BODY (V)){ 0 } + a;
}

INLINE
BODY (V) BODY (max) (BODY (V) a, BODY (V) b)
{
  BODY (U) larger = (BODY (U)) (a > b);

  return (BODY (V)) (((BODY (U))a & larger) | ((BODY (U))b & ~larger));
}

/* 2^y for y <= 0, to the rounding of REAL; exactly 0 below 2^-80, which is invisible in a
 * softmax and avoids products with slow subnormal numbers. */
INLINE
BODY (V) BODY (exp2) (BODY (V) y)
{
  /* ln(2)^k / k! */
  static const double taylor[] = {
    1,
    0.69314718055994530942,
    0.24022650695910071233,
    0.055504108664821579953,
    0.0096181291076284771619,
    0.0013333558146428443423,
    0.00015403530393381609954,
    1.5252733804059840280e-05,
    1.3215486790144309488e-06,
    1.0178086009239699728e-07,
    7.0549116208011233299e-09,
    4.4455382718708114976e-10,
    2.5678435993488205142e-11,
    1.3691488853904128881e-12,
  };
  const REAL shift = (REAL)(3 * ((BITS)1 << (MANTISSA - 1))); /* adding it rounds to an integer */
  BODY (U) there = (BODY (U)) (y > -80);
  BODY (V) shifted = y + shift;
  BODY (V) f = y - (shifted - shift);
  BODY (V) p = BODY (splat) ((REAL)taylor[EXP_TERMS - 1]);

  for (int k = EXP_TERMS - 2; k >= 0; k--)
    p = p * f + (REAL)taylor[k];
  return (BODY (V)) (((BODY (U))p + ((BODY (U))shifted << MANTISSA)) & there);
}
