"""The processors that a batch uses."""

import os

import pytest

from recto import _processors


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no affinity")
def test_the_processors_are_those_that_the_process_may_run_on():
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(own)})
    try:
        assert _processors.count() == 1
    finally:
        os.sched_setaffinity(0, own)


@pytest.mark.parametrize("limits, expected", [
    ({}, []), ({"a/b": "max 100000"}, []), ({"a/b": "150000 100000"}, [1.5]),
    ({"a/b": "400000 100000", "a": "200000 100000", "": "max 100000"}, [4, 2]), ({"a": "nonsense"}, []),
])
def test_the_limits_of_a_container(tmp_path, limits, expected):
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("1:cpu:/x\n0::/a/b\n")
    for place, limit in limits.items():
        folder = tmp_path / "sys/fs/cgroup" / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "cpu.max").write_text(f"{limit}\n")
    assert list(_processors._limits(str(tmp_path))) == expected
    assert list(_processors._limits(str(tmp_path / "none"))) == []
