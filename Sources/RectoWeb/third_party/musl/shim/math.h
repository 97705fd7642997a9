// What musl's files use of it.
#pragma once
#include <features.h>
#include <float.h>

typedef float float_t;
typedef double double_t;

#ifndef INFINITY
#define INFINITY __builtin_inff()
#endif

double fabs(double), exp(double), log(double), pow(double, double);
float expf(float), logf(float), log2f(float);
