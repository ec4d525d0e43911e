/* Libraries that are loaded at the first call of one of their functions, and not when the program
 * starts: most commands need few of them, and loading all took a third of the time of a start.
 *
 * A target of such a library has a file with the library and the functions that are called:
 *
 *     ON_DEMAND_LIBRARY("libcurl.so.4", "libcurl4")
 *     ON_DEMAND(curl_easy_init)
 *
 * and no linker flag. Each function is defined here as a jump to the library's own, with any
 * arguments. One that is not listed does not link. A library that is not installed ends the
 * process with a sentence and exit status 69, where it is needed first. A wheel carries its libraries under
 * other names, so its programs are linked with them: RECTO_LIBRARIES_ARE_LINKED is defined there, and
 * functions are first searched for in the linked libraries.
 *
 * Workers may load libraries too: their sandbox lets them read where those lie. */
#ifndef LOAD_ON_DEMAND_H
#define LOAD_ON_DEMAND_H

struct on_demand_library {
  const char *file, *package;
  void *handle;
};

struct on_demand_function {
  void *address; /* null before the first call; the jumps read it */
  const char *name;
  struct on_demand_library *library;
};

#define ON_DEMAND_LIBRARY(file, package) \
  static struct on_demand_library on_demand_library = {file, package, 0};

#define ON_DEMAND(function) \
  __attribute__((used, visibility("hidden"))) struct on_demand_function on_demand_##function = { \
      0, #function, &on_demand_library}; \
  ON_DEMAND_JUMP(function)

#if defined(__x86_64__)
#define ON_DEMAND_JUMP(function) \
  __asm__(".pushsection .text\n" \
          ".globl " #function "\n" \
          ".hidden " #function "\n" \
          ".type " #function ", @function\n" #function ":\n" \
          "  endbr64\n" \
          "  leaq on_demand_" #function "(%rip), %r11\n" \
          "  movq (%r11), %r10\n" \
          "  testq %r10, %r10\n" \
          "  jz on_demand_first_call\n" \
          "  jmp *%r10\n" \
          ".size " #function ", . - " #function "\n" \
          ".popsection\n");
#elif defined(__aarch64__)
#define ON_DEMAND_JUMP(function) \
  __asm__(".pushsection .text\n" \
          ".p2align 2\n" \
          ".globl " #function "\n" \
          ".hidden " #function "\n" \
          ".type " #function ", %function\n" #function ":\n" \
          "  hint #34\n" \
          "  adrp x16, on_demand_" #function "\n" \
          "  add x16, x16, :lo12:on_demand_" #function "\n" \
          "  ldar x17, [x16]\n" \
          "  cbz x17, 1f\n" \
          "  br x17\n" \
          "1:  b on_demand_first_call\n" \
          ".size " #function ", . - " #function "\n" \
          ".popsection\n");
#else
#error "add the jump of this architecture"
#endif

#endif
