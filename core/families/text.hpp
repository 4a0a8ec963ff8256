// Sentences for people, and strings read from them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "families/reason.hpp"

namespace paiyou {

// The answer to a string: a value, or the sentence that says why there is none.
template <typename Value>
struct Parsed {
    Value value{};
    std::string error;
    std::string_view code = codes::kNotAllowed;  // of the error, where the string was meant for a move

    bool fine() const { return error.empty(); }
};

// A string of unknown origin, made fit for one line of an error message.
inline std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::string result = "'";
    for (const char c : text.substr(0, kMost)) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte < 0x20 || byte == 0x7F ? '?' : c;
    }
    // Do not cut a UTF-8 character in two.
    if (text.size() > kMost) {
        while (result.size() > 1 && (static_cast<unsigned char>(result.back()) & 0xC0) == 0x80) result.pop_back();
        if (static_cast<unsigned char>(result.back()) >= 0xC0) result.pop_back();
        result += "...";
    }
    return result + "'";
}

inline std::string join(const std::vector<std::string>& words, std::string_view between = ", ") {
    std::string result;
    for (const std::string& word : words) {
        if (!result.empty()) result += between;
        result += word;
    }
    return result;
}

inline std::string no_such_seat(int seats, int seat) {
    return "there is no seat " + std::to_string(seat) + "; seats are 0 to " + std::to_string(seats - 1);
}

inline void require(bool fine, const std::string& sentence) {
    if (!fine) throw std::invalid_argument(sentence);
}

inline void require_seat(int seats, int seat) { require(seat >= 0 && seat < seats, no_such_seat(seats, seat)); }

inline void require_hands(int seats, std::size_t hands) {
    require(hands == static_cast<std::size_t>(seats), "hands must be a list of " + std::to_string(seats) +
                                                          ", one for each seat, not of " + std::to_string(hands));
}

}  // namespace paiyou
