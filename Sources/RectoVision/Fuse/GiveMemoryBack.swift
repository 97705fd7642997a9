#if canImport(CMemory)
    internal import CMemory
#endif

/// Gives memory that was freed back to the system. Else it stays with the program as long as blocks in use lie behind it, and what
/// comes next takes more.
package func giveMemoryBack() {
    #if canImport(CMemory)
        recto_give_memory_back()
    #endif
}

/// Gives back the whole pages between two places in memory that is in use and is not read any more.
func givePagesBack(from start: UnsafeMutablePointer<Float>, to end: UnsafeMutablePointer<Float>) {
    #if canImport(CMemory)
        recto_give_pages_back(start, end)
    #endif
}
