// The parts of the C library that the engine uses.
#pragma once

double cos(double), sin(double), exp(double), log(double), pow(double, double), atan2(double, double), hypot(double, double);
float expf(float), logf(float), log2f(float), powf(float, float);
