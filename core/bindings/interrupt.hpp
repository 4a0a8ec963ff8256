// Lets Ctrl-C end a long search: the GIL is released while it runs, so Python cannot see the signal by itself.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <thread>

#include "search/limits.hpp"

namespace paiyou::bindings {

// Made before the GIL is released, on the thread that started the search. That thread asks Python now and then; the
// others only look whether it was told to stop. `check` turns the signal into Python's exception afterwards.
class SignalInterrupt final : public search::Interrupt {
 public:
    bool wanted() override {
        if (wanted_.load(std::memory_order_relaxed)) return true;
        if (std::this_thread::get_id() != starter_) return false;
        const auto now = search::Clock::now();
        if (now - asked_ < std::chrono::milliseconds(50)) return false;
        asked_ = now;
        const nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() == 0) return false;
        wanted_ = true;
        return true;
    }

    void check() const {
        if (wanted_) throw nanobind::python_error();
    }

 private:
    const std::thread::id starter_ = std::this_thread::get_id();
    search::Clock::time_point asked_ = search::Clock::now();
    std::atomic<bool> wanted_{false};
};

}  // namespace paiyou::bindings
