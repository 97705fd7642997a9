// Sine and cosine of angles below a million, computed with twice the digits and rounded; NaN for others.
typedef struct {
  double high, low;
} twofold;

static twofold normalized(double high, double low) {
  double sum = high + low;
  return (twofold){sum, low - (sum - high)};
}

static twofold add(twofold a, twofold b) {
  double sum = a.high + b.high, part = sum - a.high;
  double error = (a.high - (sum - part)) + (b.high - part);
  return normalized(sum, error + a.low + b.low);
}

static twofold multiply(twofold a, twofold b) {
  // Veltkamp splitting gives the product's error without a fused operation.
  double p = 134217729.0 * a.high, q = 134217729.0 * b.high;
  double a1 = p - (p - a.high), a2 = a.high - a1, b1 = q - (q - b.high), b2 = b.high - b1;
  double product = a.high * b.high;
  double error = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
  return normalized(product, error + a.high * b.low + a.low * b.high);
}

static twofold divide(twofold a, double b) {
  double first = a.high / b;
  twofold rest = add(a, multiply((twofold){-first, 0}, (twofold){b, 0}));
  return normalized(first, (rest.high + rest.low) / b);
}

// The series x - x^3/3! + ..., or 1 - x^2/2! + ..., for an angle of at most an eighth of a turn.
static double series(twofold x, int is_cosine) {
  twofold term = is_cosine ? (twofold){1, 0} : x, sum = term;
  twofold square = multiply(x, x);
  for (int n = is_cosine ? 2 : 3; n < 30; n += 2) {
    term = divide(multiply(term, (twofold){-square.high, -square.low}), (double)((n - 1) * n));
    sum = add(sum, term);
  }
  return sum.high;
}

// The sine of an angle plus a number of quarter turns.
static double shifted_sin(double angle, int quarters) {
  if (!(__builtin_fabs(angle) < 1e6)) return __builtin_nan("");
  double n = __builtin_rint(angle * 0.63661977236758134308);
  // A quarter turn in three parts, whose products with n are exact.
  twofold rest = add((twofold){angle, 0}, (twofold){-n * 0x1.921fb544p+0, 0});
  rest = add(rest, (twofold){-n * 0x1.0b4611a6p-34, 0});
  rest = add(rest, multiply((twofold){-n, 0}, (twofold){0x1.3198a2e037073p-69, 0x1.129024e088a68p-123}));
  int quarter = (int)((long long)n + quarters) & 3;
  double value = series(rest, quarter & 1);
  return quarter & 2 ? -value : value;
}

double sin(double angle) { return shifted_sin(angle, 0); }
double cos(double angle) { return shifted_sin(angle, 1); }
