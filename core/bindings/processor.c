/* Tells which build of the core this processor can run. A module of its own, since it must load everywhere. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject* has_avx2_and_bmi2(PyObject* self, PyObject* none) {
    (void)self;
    (void)none;
#if defined(__x86_64__)
    __builtin_cpu_init();
    /* The same list as in CMakeLists.txt. */
    return PyBool_FromLong(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
                           __builtin_cpu_supports("popcnt"));
#else
    Py_RETURN_FALSE;
#endif
}

static PyMethodDef methods[] = {
    {"has_avx2_and_bmi2", has_avx2_and_bmi2, METH_NOARGS, "True when the processor can run the build `avx2`."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "processor", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_processor(void) { return PyModule_Create(&definition); }
