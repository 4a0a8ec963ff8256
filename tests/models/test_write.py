"""Compressed weights: small files, the same network but for rounding, unpacked once when it is loaded."""

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from networks import FactsNet, card_for, export, facts_example, facts_model
from paiyou.models import ModelCard
from paiyou.models.write import compress, quantize, write_model


def session(model, into=None):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    if into is not None:
        options.optimized_model_filepath = str(into)
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(1)
    return export(FactsNet(15, 40, 9, width=64).eval(), facts_example(15, 9))


def facts():
    rng = np.random.default_rng(1)
    return {
        name: rng.integers(0, 3, value.shape, dtype=np.int64) for name, value in facts_example(15, 9, moves=50).items()
    }


@pytest.mark.parametrize(("weights", "share", "off"), [("int8", 0.35, 0.03), ("float16", 0.6, 0.003)])
def test_it_is_smaller_and_nearly_the_same(network, weights, share, off):
    small = compress(network, weights)
    assert len(small.SerializeToString()) < share * len(network.SerializeToString())
    before, after = (session(model).run(["value"], facts())[0] for model in (network, small))
    assert before.std() > 0.1
    assert 0 < np.abs(before - after).max() < off


@pytest.mark.parametrize("weights", ["int8", "float16"])
def test_it_is_unpacked_when_the_session_is_made(network, weights, tmp_path):
    """What ONNX Runtime really runs has the nodes of the plain network, with weights of float32."""
    ran = []
    for number, model in enumerate((network, compress(network, weights))):
        session(model, tmp_path / f"{number}.onnx")
        ran.append(onnx.load(tmp_path / f"{number}.onnx").graph)
    plain, unpacked = (sorted(node.op_type for node in graph.node) for graph in ran)
    assert plain == unpacked
    assert all(
        weight.data_type not in (onnx.TensorProto.INT8, onnx.TensorProto.FLOAT16) for weight in ran[1].initializer
    )


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_rounding_is_at_most_half_a_step_of_its_own_output(axis):
    rng = np.random.default_rng(2)
    values = rng.normal(size=(30, 50)).astype(np.float32) * np.exp(rng.normal(size=(30, 1)) * 3).astype(np.float32)
    values[3] = 0
    rounded, scale = quantize(values, axis)
    assert rounded.dtype == np.int8
    assert scale.shape == ((30, 1) if axis == 0 else (1, 50))
    assert (np.abs(values - rounded * scale) <= scale * 0.5001).all()
    assert np.abs(rounded).max() == 127


def test_weights_that_do_not_fit_into_16_bits_stay(network):
    large = onnx.ModelProto()
    large.CopyFrom(network)
    weight = max(large.graph.initializer, key=lambda one: len(one.raw_data))
    values = onnx.numpy_helper.to_array(weight).copy()
    values.flat[0] = 1e6
    weight.CopyFrom(onnx.numpy_helper.from_array(values, weight.name))
    assert np.isfinite(session(compress(large, "float16")).run(["value"], facts())[0]).all()


def test_a_folder_has_the_card_and_a_network_for_each_position(tmp_path):
    folder, _ = facts_model(tmp_path / "deep" / "m", weights="int8")
    assert sorted(file.name for file in folder.iterdir()) == ["0.onnx", "1.onnx", "2.onnx", "card.json"]
    assert ModelCard.load(folder) == card_for("doudizhu")


def test_wrong_input_is_refused(tmp_path, network):
    with pytest.raises(ValueError, match="one of int8, float16, float32"):
        write_model(tmp_path / "m", card_for("doudizhu"), [network], "int4")
    with pytest.raises(ValueError, match="one network for each position"):
        write_model(tmp_path / "m", card_for("doudizhu"), [])
    with pytest.raises(ValueError, match=r"take .* bytes with weights of int8; 1,000 is the most"):
        write_model(tmp_path / "m", card_for("doudizhu"), [network], most_bytes=1000)
    assert not (tmp_path / "m").exists()
