// musl hides what is its own.
#pragma once

#define hidden __attribute__((__visibility__("hidden")))
