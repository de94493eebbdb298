"""Test support: a Ray cluster of two nodes on this machine. It prints its address; each line of its input that says
`kill` kills the second node, without warning; at the end of its input it ends."""

import sys

from ray.cluster_utils import Cluster


def main() -> None:
    """Runs until its input ends."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    print(cluster.address, flush=True)
    try:
        for line in sys.stdin:
            if line.strip() == "kill":
                cluster.remove_node(second, allow_graceful=False)
                print("killed", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
