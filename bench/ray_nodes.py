"""A batch on one Ray node and on two, each with a processor of its own.

usage: ray_nodes.py FOLDER [ROUNDS]

Has the pages of all PDFs of FOLDER drawn at 144 dpi with their text, by a cluster of one node and of two, in turns (ROUNDS times, 3), and
prints the seconds of each and the ratio of the medians. The processes of a node run on one core; Ray's head and the driver run where there is
room, as on a machine of their own there would be more. Needs what `ray_batch.py` needs.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("RAY_DEDUP_LOGS", "1")

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

import recto.ray  # noqa: E402


def seconds(paths, nodes):
    """Of a batch on so many nodes; what the cluster needs to start is left out."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "memory": 4 << 30})
    try:
        cores = sorted(os.sched_getaffinity(0))
        for core in cores[:nodes]:
            # Children have the affinity of their parent.
            os.sched_setaffinity(0, {core})
            cluster.add_node(num_cpus=1, memory=4 << 30)
        os.sched_setaffinity(0, cores)
        cluster.wait_for_nodes()
        ray.init(cluster.address, log_to_driver=False, logging_level="error")
        # Starts the processes of both.
        warm = ray.remote(lambda: __import__("recto.ray") and None).options(num_cpus=1, scheduling_strategy="SPREAD")
        ray.get([warm.remote() for _ in range(4 * nodes)])
        with tempfile.TemporaryDirectory() as output:
            report = recto.ray.write(recto.ray.read_pages(paths, dpi=144, text=True), output)
        print(f"{nodes} nodes: {report.rendered} pages in {report.seconds:.1f} s, {report.tasks} tasks, "
              f"{sum(report.errors.values())} failures", flush=True)
        return report.seconds
    finally:
        ray.shutdown()
        cluster.shutdown()


def main(folder, rounds=3):
    paths = sorted(str(path) for path in Path(folder).glob("*.pdf"))
    found = {1: [], 2: []}
    for _ in range(int(rounds)):
        for nodes, spent in found.items():
            spent.append(seconds(paths, nodes))
    one, two = (statistics.median(spent) for spent in found.values())
    print(f"{len(paths)} documents: one node {one:.1f} s, two nodes {two:.1f} s, {one / two:.2f}x")


if __name__ == "__main__":
    main(*sys.argv[1:])
