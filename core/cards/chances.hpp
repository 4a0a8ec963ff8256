// Chances, or factors by which deals are weighed: a number for every class of cards, every slot that may hold them
// (`Sharing`) and every number of cards.
#pragma once

#include <cstddef>
#include <vector>

#include "cards/sharing.hpp"

namespace paiyou {

class Chances {
 public:
    Chances(int classes, int numbers, double value)
        : classes_(classes), numbers_(numbers), table_(place(classes, 0, 0), value) {}

    double& at(int number_of_class, int slot, int number) { return table_[place(number_of_class, slot, number)]; }
    double at(int number_of_class, int slot, int number) const { return table_[place(number_of_class, slot, number)]; }

    int classes() const { return classes_; }
    int numbers() const { return numbers_; }

 private:
    std::size_t place(int number_of_class, int slot, int number) const {
        return static_cast<std::size_t>((number_of_class * Sharing::kMaxSlots + slot) * numbers_ + number);
    }

    int classes_;
    int numbers_;
    std::vector<double> table_;
};

}  // namespace paiyou
