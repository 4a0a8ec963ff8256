// What the search bindings of every kind share: the game, state and view of a family, and how searchers see it.
#pragma once

#include "bindings/climbing_objects.hpp"
#include "bindings/trick_objects.hpp"
#include "search/games/climbing.hpp"
#include "search/games/trick.hpp"

namespace paiyou::bindings {

struct ClimbingFamily {
    using GameObject = climbing_objects::GameObject;
    using StateObject = climbing_objects::StateObject;
    using ViewObject = climbing_objects::ViewObject;
    using Sampler = climbing::Sampler;
    using SearchGame = search::Climbing;
};

struct TrickFamily {
    using GameObject = trick_objects::GameObject;
    using StateObject = trick_objects::StateObject;
    using ViewObject = trick_objects::ViewObject;
    using Sampler = trick::Sampler;
    using SearchGame = search::Trick;
};

}  // namespace paiyou::bindings
