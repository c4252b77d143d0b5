"""A client that reads slowly: answers are queued, states do not pile up."""

from hanabi.server.actor import Actor
from hanabi.server.live.clients import MAX_WAITING, Client
from hanabi.server.wire.close_codes import CloseCode


class Narrow:
    def __init__(self) -> None:
        self.is_full = False
        self.written: list[str] = []
        self.closed_with: int | None = None

    def write(self, message: bytes) -> None:
        assert not self.is_full
        self.written.append(message.decode())

    write_padded = write_uncompressed = write

    def close(self, code: int) -> None:
        self.closed_with = code


class Counting:
    def __init__(self) -> None:
        self.n = 0

    def message_for(self, client: Client) -> bytes:
        self.n += 1
        return f"state {self.n}".encode()


def test_a_slow_client_skips_to_the_newest_state_and_misses_no_answer() -> None:
    transport, source = Narrow(), Counting()
    client = Client(Actor("k"), None, transport)
    client.send_state(source)
    transport.is_full = True
    for number in range(5):
        client.send_state(source)
        client.answer(f"answer {number}".encode())
    assert transport.written == ["state 1"]
    transport.is_full = False
    client.drained()
    assert transport.written == ["state 1", *(f"answer {number}" for number in range(5)), "state 2"]
    client.answer(b"answer 5")
    assert transport.written[-1] == "answer 5"


def test_a_transport_that_fills_up_again_keeps_the_order() -> None:
    class Filling(Narrow):
        def write(self, message: bytes) -> None:
            super().write(message)
            self.is_full = len(self.written) % 2 == 0

    transport, source = Filling(), Counting()
    client = Client(Actor("k"), None, transport)
    transport.is_full = True
    client.send_state(source)
    for number in range(3):
        client.answer(f"answer {number}".encode())
    for expected in (["answer 0", "answer 1"], ["answer 0", "answer 1", "answer 2", "state 1"]):
        transport.is_full = False
        client.drained()
        assert transport.written == expected


def test_a_client_with_too_many_waiting_answers_is_dropped() -> None:
    transport = Narrow()
    client = Client(Actor("k"), None, transport)
    transport.is_full = True
    for number in range(MAX_WAITING):
        client.answer(str(number).encode())
    assert transport.closed_with is None
    client.answer(b"one too many")
    assert transport.closed_with == CloseCode.TOO_SLOW
    transport.is_full = False
    client.drained()
    client.send_state(Counting())
    assert transport.written == []


def test_a_client_that_is_behind_gets_a_chat_once_as_a_whole() -> None:
    transport, chat, state = Narrow(), Counting(), Counting()
    client = Client(Actor("k"), None, transport)
    client.send_addition(chat, b"more 1")
    transport.is_full = True
    for number in range(2 * MAX_WAITING):
        client.send_addition(chat, b"more %d" % number)
        client.send_state(state)
    assert transport.written == ["more 1"]
    assert transport.closed_with is None
    transport.is_full = False
    client.send_addition(chat, b"part of the whole chat")
    client.drained()
    assert transport.written == ["more 1", "state 1", "state 1"], "one of each"
    client.send_addition(chat, b"more 2")
    assert transport.written[-1] == "more 2"
