import os

import pytest

import recto


@pytest.fixture(scope="session")
def quay() -> str:
    folder = os.environ.get("RECTO_SAMPLES")
    if not folder:
        pytest.skip("RECTO_SAMPLES is not set to a folder made by samples/make.sh")
    return f"{folder}/quay.pdf"


@pytest.fixture
def issue(quay):
    with recto.open(quay) as issue:
        yield issue
