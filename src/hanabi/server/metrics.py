"""Metrics in the Prometheus text format. Every command is counted, so the counters are plain integers."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

from hanabi.server.live.registry import TableRegistry
from hanabi.server.live.review_rooms import ReviewRooms

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self, registry: TableRegistry, rooms: ReviewRooms) -> None:
        self._tables, self._rooms = registry, rooms
        self.sockets = 0
        self.answers: Counter[str] = Counter()
        self.requests: Counter[tuple[str, int]] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self._collectors = CollectorRegistry(auto_describe=False)
        self._collectors.register(self)

    def answered(self, code: str, seconds: float) -> None:
        """Count a command that was acknowledged (`ok`) or refused, with the seconds from arrival to answer."""
        self.answers[code] += 1
        self._seconds += seconds
        self._buckets[bisect_left(BOUNDS, seconds)] += 1

    def text(self) -> bytes:
        return generate_latest(self._collectors)

    def collect(self) -> Iterator[Any]:
        registry, store = self._tables, self._tables.store.facts()
        yield GaugeMetricFamily("hanabi_sockets", "Open sockets", self.sockets)
        yield GaugeMetricFamily("hanabi_tables", "Tables in memory", len(registry.live_tables))
        yield GaugeMetricFamily("hanabi_review_rooms", "Review rooms in memory", len(self._rooms))
        yield GaugeMetricFamily(
            "hanabi_tables_driven", "Tables driven here", sum(live.driving for live in registry.live_tables.values())
        )
        yield CounterMetricFamily("hanabi_moves", "Moves stored", registry.moves)
        yield CounterMetricFamily("hanabi_bot_failures", "Moves made for failed bots", registry.bot_workers.failures)
        yield CounterMetricFamily("hanabi_store_commits", "Commits with events", store.get("commits", 0))
        yield CounterMetricFamily("hanabi_store_rows", "Events stored", store.get("rows", 0))
        answers = CounterMetricFamily("hanabi_answers", "Commands answered", labels=["code"])
        for code, count in self.answers.items():
            answers.add_metric([code], count)
        yield answers
        requests = CounterMetricFamily("hanabi_http_requests", "HTTP requests", labels=["method", "status"])
        for (method, status), count in self.requests.items():
            requests.add_metric([method, str(status)], count)
        yield requests
        total, buckets = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            total += count
            buckets.append((bound, total))
        seconds = HistogramMetricFamily("hanabi_answer_seconds", "Seconds from a command to its answer")
        seconds.add_metric([], buckets=buckets, sum_value=self._seconds)
        yield seconds
