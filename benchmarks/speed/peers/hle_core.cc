// Moves a CPU-second of the Hanabi Learning Environment's C++ core, with no Python in between.
// hle_core PLAYERS SECONDS RUNS MODE prints one rate a run; MODE is raw, observed or cloned.
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>
#include <string>

#include "canonical_encoders.h"
#include "hanabi_game.h"
#include "hanabi_observation.h"
#include "hanabi_state.h"

namespace hle = hanabi_learning_env;

namespace {

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void Deal(hle::HanabiState& state) {
  while (state.CurPlayer() == hle::kChancePlayerId) state.ApplyRandomChance();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: hle_core PLAYERS SECONDS RUNS raw|observed|cloned\n";
    return 2;
  }
  const std::string mode = argv[4];
  const double seconds = std::atof(argv[2]);
  hle::HanabiGame game({{"players", argv[1]}, {"seed", "1"}});
  hle::CanonicalObservationEncoder encoder(&game);
  std::mt19937 rng(7);
  long sink = 0;
  for (int run = -1; run < std::atoi(argv[3]); ++run) {  // the first run warms up
    const double start = CpuSeconds();
    double spent = 0;
    long moves = 0;
    while (spent < (run < 0 ? 0.2 * seconds : seconds)) {
      hle::HanabiState state(&game, -1);
      Deal(state);
      while (!state.IsTerminal()) {
        const auto legal = state.LegalMoves(state.CurPlayer());
        const auto& move = legal[rng() % legal.size()];
        if (mode == "observed") {
          for (int bit : encoder.Encode(hle::HanabiObservation(state, state.CurPlayer()))) sink += bit;
        }
        if (mode == "cloned") {
          hle::HanabiState copy(state);
          copy.ApplyMove(move);
          sink += copy.LifeTokens();
        }
        state.ApplyMove(move);
        ++moves;
        if (!state.IsTerminal()) Deal(state);
      }
      spent = CpuSeconds() - start;
    }
    if (run >= 0) std::cout << moves / spent << "\n";
  }
  return sink == -1;
}
