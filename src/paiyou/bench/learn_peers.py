"""The actor of another project at the same work: DouZero's, as installed from PyPI."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from paiyou.bench.figures import Work
from paiyou.bench.learn import EPSILON, on_one_core


@on_one_core
def douzero_actor() -> Work:
    """A game in the loop of `act` in `douzero.dmc.utils`, without its queues, with our networks; counts decisions."""
    import torch
    from douzero.dmc.env_utils import Environment
    from douzero.dmc.models import Model, model_dict
    from douzero.dmc.utils import _cards2tensor
    from douzero.env import Env

    model = Model("cpu")
    for seed, position in enumerate(("landlord", "landlord_down", "landlord_up")):
        torch.manual_seed(seed)
        model.models[position] = model_dict[position]()
    model.eval()
    env = Environment(Env("wp"), "cpu")
    flags = SimpleNamespace(exp_epsilon=EPSILON)
    position, observed, output = env.initial()

    def work() -> int:
        nonlocal position, observed, output
        kept = []
        while True:
            with torch.no_grad():
                chosen = model.forward(position, observed["z_batch"], observed["x_batch"], flags=flags)
            action = observed["legal_actions"][int(chosen["action"].cpu().detach().numpy())]
            kept.append((output["obs_x_no_action"], output["obs_z"], _cards2tensor(action)))
            position, observed, output = env.step(action)
            if output["done"]:
                return len(kept)

    return work


PEERS: dict[str, dict[str, Callable[[], Work]]] = {
    "selfplay_decisions_per_s_paper_cpu/doudizhu": {"douzero": douzero_actor},
}
"""Who is measured beside us, and at what."""
