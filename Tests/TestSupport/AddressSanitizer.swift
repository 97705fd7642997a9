import Glibc

/// Whether AddressSanitizer watches this process: it keeps memory that was freed, so what is used says nothing then.
public let isAddressSanitized = dlsym(nil, "__asan_init") != nil
