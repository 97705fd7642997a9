internal import CMemory

/// Gives memory that was freed back to the system. Else it stays with the program as long as blocks in use lie behind it, and what
/// comes next takes more.
package func giveMemoryBack() { recto_give_memory_back() }
