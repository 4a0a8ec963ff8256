/* Tells which build of the core this processor can run. A module of its own, since it must load everywhere. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if defined(__x86_64__) || defined(_M_X64)

#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

enum { EAX, EBX, ECX, EDX };

static void cpuid(unsigned leaf, unsigned registers[4]) {
#if defined(_MSC_VER)
    __cpuidex((int*)registers, (int)leaf, 0);
#else
    __cpuid_count(leaf, 0, registers[EAX], registers[EBX], registers[ECX], registers[EDX]);
#endif
}

/* The registers that the operating system saves: bit 1 for SSE's, bit 2 for AVX's. */
static unsigned saved_registers(void) {
#if defined(_MSC_VER)
    return (unsigned)_xgetbv(0);
#else
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}

/* AVX2, BMI1, BMI2, LZCNT and POPCNT: the same list as in CMakeLists.txt. */
static int runs_avx2_build(void) {
    unsigned basic[4], first[4], seventh[4], extended[4];
    cpuid(0, basic);
    cpuid(0x80000000u, extended);
    if (basic[EAX] < 7 || extended[EAX] < 0x80000001u) return 0;
    cpuid(1, first);
    cpuid(7, seventh);
    cpuid(0x80000001u, extended);
    const unsigned popcnt = 1u << 23, osxsave = 1u << 27, avx = 1u << 28;
    const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;
    const unsigned lzcnt = 1u << 5;
    return (first[ECX] & (popcnt | osxsave | avx)) == (popcnt | osxsave | avx) && (saved_registers() & 6) == 6 &&
           (seventh[EBX] & (bmi1 | avx2 | bmi2)) == (bmi1 | avx2 | bmi2) && (extended[ECX] & lzcnt) != 0;
}

#else

static int runs_avx2_build(void) { return 0; }

#endif

static PyObject* has_avx2_and_bmi2(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
    return PyBool_FromLong(runs_avx2_build());
}

static PyMethodDef methods[] = {
    {"has_avx2_and_bmi2", has_avx2_and_bmi2, METH_NOARGS, "True when the processor can run the build `avx2`."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "processor", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_processor(void) { return PyModule_Create(&definition); }
