#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "load_on_demand.h"

enum { not_installed = 69 }; /* EX_UNAVAILABLE of sysexits.h */

static void *found(void *result, const struct on_demand_library *library) {
  if (result) return result;
  const char *reason = dlerror();
  dprintf(STDERR_FILENO, "recto: %s cannot be loaded (%s): install the package %s\n",
          library->file, reason ? reason : "unknown reason", library->package);
  _exit(not_installed);
}

/* The address of a function, which later calls jump to. Threads may meet here: the dynamic linker
 * counts how often a library is opened, and all find the same. */
__attribute__((used, visibility("hidden"))) void *on_demand_find(
    struct on_demand_function *function) {
  struct on_demand_library *library = function->library;
#ifdef RECTO_LIBRARIES_ARE_LINKED
  void *address = dlsym(RTLD_DEFAULT, function->name);
#else
  void *address = 0;
#endif
  if (!address) {
    void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
    if (!handle) {
      handle = found(dlopen(library->file, RTLD_LAZY | RTLD_LOCAL), library);
      __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    }
    address = found(dlsym(handle, function->name), library);
  }
  __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
  return address;
}

/* Finds the function, with every register that may hold an argument as it was, and jumps to it. */
#if defined(__x86_64__)
__asm__(".text\n"
        ".globl on_demand_first_call\n"
        ".hidden on_demand_first_call\n"
        ".type on_demand_first_call, @function\n"
        "on_demand_first_call:\n"
        "  .cfi_startproc\n"
        "  pushq %rbp\n"
        "  .cfi_def_cfa_offset 16\n"
        "  .cfi_offset %rbp, -16\n"
        "  movq %rsp, %rbp\n"
        "  .cfi_def_cfa_register %rbp\n"
        "  subq $192, %rsp\n"
        "  movq %rdi, 0(%rsp)\n"
        "  movq %rsi, 8(%rsp)\n"
        "  movq %rdx, 16(%rsp)\n"
        "  movq %rcx, 24(%rsp)\n"
        "  movq %r8, 32(%rsp)\n"
        "  movq %r9, 40(%rsp)\n"
        "  movq %rax, 48(%rsp)\n"
        "  movaps %xmm0, 64(%rsp)\n"
        "  movaps %xmm1, 80(%rsp)\n"
        "  movaps %xmm2, 96(%rsp)\n"
        "  movaps %xmm3, 112(%rsp)\n"
        "  movaps %xmm4, 128(%rsp)\n"
        "  movaps %xmm5, 144(%rsp)\n"
        "  movaps %xmm6, 160(%rsp)\n"
        "  movaps %xmm7, 176(%rsp)\n"
        "  movq %r11, %rdi\n"
        "  call on_demand_find\n"
        "  movq %rax, %r11\n"
        "  movq 0(%rsp), %rdi\n"
        "  movq 8(%rsp), %rsi\n"
        "  movq 16(%rsp), %rdx\n"
        "  movq 24(%rsp), %rcx\n"
        "  movq 32(%rsp), %r8\n"
        "  movq 40(%rsp), %r9\n"
        "  movq 48(%rsp), %rax\n"
        "  movaps 64(%rsp), %xmm0\n"
        "  movaps 80(%rsp), %xmm1\n"
        "  movaps 96(%rsp), %xmm2\n"
        "  movaps 112(%rsp), %xmm3\n"
        "  movaps 128(%rsp), %xmm4\n"
        "  movaps 144(%rsp), %xmm5\n"
        "  movaps 160(%rsp), %xmm6\n"
        "  movaps 176(%rsp), %xmm7\n"
        "  leave\n"
        "  .cfi_def_cfa %rsp, 8\n"
        "  jmp *%r11\n"
        "  .cfi_endproc\n"
        ".size on_demand_first_call, . - on_demand_first_call\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".p2align 2\n"
        ".globl on_demand_first_call\n"
        ".hidden on_demand_first_call\n"
        ".type on_demand_first_call, %function\n"
        "on_demand_first_call:\n"
        "  .cfi_startproc\n"
        "  stp x29, x30, [sp, #-224]!\n"
        "  .cfi_def_cfa_offset 224\n"
        "  .cfi_offset x29, -224\n"
        "  .cfi_offset x30, -216\n"
        "  mov x29, sp\n"
        "  stp x0, x1, [sp, #16]\n"
        "  stp x2, x3, [sp, #32]\n"
        "  stp x4, x5, [sp, #48]\n"
        "  stp x6, x7, [sp, #64]\n"
        "  str x8, [sp, #80]\n"
        "  stp q0, q1, [sp, #96]\n"
        "  stp q2, q3, [sp, #128]\n"
        "  stp q4, q5, [sp, #160]\n"
        "  stp q6, q7, [sp, #192]\n"
        "  mov x0, x16\n"
        "  bl on_demand_find\n"
        "  mov x16, x0\n"
        "  ldp x0, x1, [sp, #16]\n"
        "  ldp x2, x3, [sp, #32]\n"
        "  ldp x4, x5, [sp, #48]\n"
        "  ldp x6, x7, [sp, #64]\n"
        "  ldr x8, [sp, #80]\n"
        "  ldp q0, q1, [sp, #96]\n"
        "  ldp q2, q3, [sp, #128]\n"
        "  ldp q4, q5, [sp, #160]\n"
        "  ldp q6, q7, [sp, #192]\n"
        "  ldp x29, x30, [sp], #224\n"
        "  .cfi_restore x29\n"
        "  .cfi_restore x30\n"
        "  .cfi_def_cfa_offset 0\n"
        "  br x16\n"
        "  .cfi_endproc\n"
        ".size on_demand_first_call, . - on_demand_first_call\n");
#endif
