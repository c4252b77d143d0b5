"""JaxMARL's Hanabi compiled for the CPU: 1,024 games in step, auto-reset, its public `env.step`."""

import jax
import jax.numpy as jnp
from jaxmarl import make
from timing import main, rates

GAMES, STEPS = 1024, 16


def measure(players: int, mode: str, seconds: float, runs: int) -> list[float]:
    env = make("hanabi", num_agents=players)
    agents, actions = env.agents, env.action_space(env.agents[0]).n

    def step_one(key, state):  # type: ignore[no-untyped-def]
        choose, step = jax.random.split(key)
        legal = env.get_legal_moves(state)
        keys = jax.random.split(choose, len(agents))
        chosen = {
            agent: jax.random.categorical(keys[n], jnp.where(legal[agent] > 0, 0.0, -1e9))
            for n, agent in enumerate(agents)
        }
        observed, state, reward, done, _ = env.step(step, state, chosen)
        kept = sum(observed[agent].sum() for agent in agents) if mode == "observed" else reward[agents[0]]
        return state, kept + done["__all__"]

    @jax.jit
    def play_some(key, state):  # type: ignore[no-untyped-def]
        def body(carry, key):  # type: ignore[no-untyped-def]
            state, kept = jax.vmap(step_one)(jax.random.split(key, GAMES), carry)
            return state, kept.sum()

        return jax.lax.scan(body, state, jax.random.split(key, STEPS))

    key = jax.random.PRNGKey(0)
    _, state = jax.jit(jax.vmap(env.reset))(jax.random.split(key, GAMES))
    # Plain types from the start, or the first step's result would have others and compile everything again.
    held = [key, jax.tree.map(lambda leaf: jax.lax.convert_element_type(leaf, leaf.dtype), state)]

    def play() -> int:
        held[0], use = jax.random.split(held[0])
        held[1], kept = play_some(use, held[1])
        kept.block_until_ready()
        return GAMES * STEPS

    assert actions > 0
    return rates(play, seconds, runs)


main(measure)
