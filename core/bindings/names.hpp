// Signatures as help() and the stub show them, for what is bound once for every family.
#pragma once

#include <string>
#include <string_view>

namespace paiyou::bindings {

// How Python names the classes of a family and types a hand of cards.
struct FamilyNames {
    std::string_view family;  // "Climbing"
    std::string_view hand;    // "str"
    std::string_view spec;    // "paiyou.games.climbing_spec.ClimbingSpec"

    // A signature in which {family}, {hand} and {spec} are filled in.
    std::string operator()(std::string_view text) const {
        std::string result;
        while (!text.empty()) {
            if (take(text, "{family}")) {
                result += family;
            } else if (take(text, "{hand}")) {
                result += hand;
            } else if (take(text, "{spec}")) {
                result += spec;
            } else {
                result += text.front();
                text.remove_prefix(1);
            }
        }
        return result;
    }

 private:
    static bool take(std::string_view& text, std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    }
};

inline constexpr FamilyNames kClimbingNames{"Climbing", "str", "paiyou.games.climbing_spec.ClimbingSpec"};
inline constexpr FamilyNames kTrickNames{"Trick", "list[str]", "paiyou.games.trick_spec.TrickSpec"};

}  // namespace paiyou::bindings
