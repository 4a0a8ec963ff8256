/* Tells which build of the core this processor can run. A module of its own, since it must load everywhere. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject* has_x86_64_v3(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
#if defined(__x86_64__)
    __builtin_cpu_init();
    return PyBool_FromLong(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                           __builtin_cpu_supports("popcnt"));
#else
    Py_RETURN_FALSE;
#endif
}

static PyMethodDef methods[] = {
    {"has_x86_64_v3", has_x86_64_v3, METH_NOARGS, "True when the processor has AVX2, BMI2 and FMA."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "processor", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_processor(void) { return PyModule_Create(&definition); }
