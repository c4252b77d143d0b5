// The limit that our rates are compared with: the standard game, and nothing else, as one flat loop.
// It has the numbers of players and cards as constants, no switches, and no Python. Chance is drawn as in
// `hanabi/kernels/counter_rng.py`, so the same seed gives the same games, which tests/benchmarks compares bit by bit.
#include <cstdint>
#include <cstring>
#if defined(__AVX512BW__) || defined(__BMI2__)
#include <immintrin.h>
#endif

namespace {

constexpr int kColors = 5, kRanks = 5, kFaces = 25, kCards = 50, kTokens = 8, kLives = 3;
constexpr int kCopies[kRanks] = {3, 2, 2, 2, 1};
constexpr int kFirstCopy[kRanks] = {0, 3, 5, 7, 9};
constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;
constexpr int64_t kChoices = int64_t{1} << 32;  // the place of the first random action
enum Outcome : uint8_t { kRunning, kWon, kFinished, kLost };
enum Move : uint8_t { kNothing, kPlayed, kDiscarded, kClued };

uint64_t Mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

int Below(uint64_t key, int64_t place, int n) {
  return static_cast<int>((Mixed(key + static_cast<uint64_t>(place + 1) * kGolden) >> 32) * n >> 32);
}

int NthBit(uint64_t mask, int n) {
#ifdef __BMI2__
  return __builtin_ctzll(_pdep_u64(uint64_t{1} << n, mask));
#else
  while (n--) mask &= mask - 1;
  return __builtin_ctzll(mask);
#endif
}

struct Tables {
  uint32_t touch[kColors + kRanks] = {};  // clue -> faces
  uint16_t clues[kFaces] = {};            // face -> clues
  uint8_t deck[kCards] = {};
  Tables() {
    int card = 0;
    for (int face = 0; face < kFaces; ++face) {
      clues[face] = static_cast<uint16_t>(1 << face / kRanks | 1 << (kColors + face % kRanks));
      for (int copy = 0; copy < kCopies[face % kRanks]; ++copy) deck[card++] = static_cast<uint8_t>(face);
      for (int clue = 0; clue < kColors + kRanks; ++clue) touch[clue] |= (clues[face] >> clue & 1u) << face;
    }
  }
};
const Tables kTables;

// Collects bits and writes them as bytes, 64 at a time.
class Row {
 public:
  explicit Row(uint8_t* out) : out_(out) {}
  void Add(uint64_t bits, int count) {
    word_ |= bits << filled_;
    filled_ += count;
    if (filled_ >= 64) {
      Expand(word_, out_);
      out_ += 64;
      filled_ -= 64;
      word_ = filled_ ? bits >> (count - filled_) : 0;
    }
  }
  void Finish() {
    for (int bit = 0; bit < filled_; ++bit) out_[bit] = word_ >> bit & 1;
  }
  static void Expand(uint64_t word, uint8_t* out) {
#ifdef __AVX512BW__
    _mm512_storeu_si512(out, _mm512_maskz_set1_epi8(word, 1));
#else
    for (int bit = 0; bit < 64; ++bit) out[bit] = word >> bit & 1;
#endif
  }

 private:
  uint8_t* out_;
  uint64_t word_ = 0;
  int filled_ = 0;
};

uint64_t Low(int count) { return (uint64_t{1} << count) - 1; }

template <int kPlayers>
struct Game {
  static constexpr int kHand = kPlayers < 4 ? 5 : 4;
  static constexpr int kActions = 2 * kHand + (kPlayers - 1) * (kColors + kRanks);
  static constexpr int kFirstColor = 2 * kHand, kFirstRank = kFirstColor + (kPlayers - 1) * kColors;
  static constexpr int kBits = (kPlayers - 1) * kHand * kFaces + kPlayers + (kCards - kPlayers * kHand) + kFaces +
                               kTokens + kLives + kCards + 2 * kPlayers + 4 + kColors + kRanks + 2 * kHand + kFaces +
                               2 + kPlayers * kHand * (kFaces + kColors + kRanks);

  uint64_t key = 0;
  uint32_t deals = 0;
  uint16_t moves = 0;
  uint8_t player, tokens, strikes, next, turns_left, outcome, score;
  uint8_t last_player, last_move, last_target, last_clue, last_touched, last_slot, last_face, last_scored, last_token;
  uint8_t fireworks[kColors];
  uint8_t sizes[kPlayers];
  uint8_t hands[kPlayers][kHand];
  uint16_t clued[kPlayers][kHand];
  uint32_t possible[kPlayers][kHand];
  uint8_t lost[kFaces];
  uint8_t deck[kCards];

  void Shuffle(int place) {
    const int other = place + Below(key, place, kCards - place);
    const uint8_t face = deck[place];
    deck[place] = deck[other];
    deck[other] = face;
  }

  void Take(int seat) {
    const int slot = sizes[seat]++;
    hands[seat][slot] = deck[next++];
    possible[seat][slot] = static_cast<uint32_t>(Low(kFaces));
    clued[seat][slot] = 0;
    if (next < kCards) Shuffle(next);
  }

  void Deal(uint64_t seed, int game) {
    const uint64_t stream = Mixed(Mixed(seed + kGolden) + static_cast<uint64_t>(game + 1) * kGolden);
    key = Mixed(stream + static_cast<uint64_t>(deals + 1) * kGolden);
    ++deals;
    moves = 0;
    player = strikes = next = turns_left = outcome = score = 0;
    tokens = kTokens;
    last_player = last_move = last_target = last_clue = last_touched = last_slot = last_face = 0;
    last_scored = last_token = 0;
    std::memset(fireworks, 0, sizeof fireworks);
    std::memset(sizes, 0, sizeof sizes);
    std::memset(lost, 0, sizeof lost);
    std::memcpy(deck, kTables.deck, sizeof deck);
    Shuffle(0);
    for (int seat = 0; seat < kPlayers; ++seat)
      for (int slot = 0; slot < kHand; ++slot) Take(seat);
  }

  uint64_t Legal() const {
    const uint64_t cards = Low(sizes[player]);
    uint64_t mask = cards << kHand;
    if (tokens < kTokens) mask |= cards;
    if (tokens > 0) {
      int owner = player;
      for (int offset = 0; offset < kPlayers - 1; ++offset) {
        owner = owner + 1 == kPlayers ? 0 : owner + 1;
        uint64_t clues = 0;
        for (int slot = 0; slot < sizes[owner]; ++slot) clues |= kTables.clues[hands[owner][slot]];
        mask |= (clues & Low(kColors)) << (kFirstColor + offset * kColors);
        mask |= clues >> kColors << (kFirstRank + offset * kRanks);
      }
    }
    return mask;
  }

  int Choice(uint64_t mask) const { return NthBit(mask, Below(key, kChoices + moves, __builtin_popcountll(mask))); }

  int Points() const {
    int points = 0;
    for (const uint8_t cards : fireworks) points += cards;
    return points;
  }

  void Apply(int action) {
    ++moves;
    last_player = player;
    last_scored = last_token = 0;
    if (action >= kFirstColor) {
      const bool by_color = action < kFirstRank;
      const int place = action - (by_color ? kFirstColor : kFirstRank), wide = by_color ? kColors : kRanks;
      int to = player + place / wide + 1;
      if (to >= kPlayers) to -= kPlayers;
      const int clue = place % wide + (by_color ? 0 : kColors);
      const uint32_t touch = kTables.touch[clue];
      int touched = 0;
      for (int slot = 0; slot < sizes[to]; ++slot) {
        const uint32_t touches = touch >> hands[to][slot] & 1;
        possible[to][slot] &= touches ? touch : ~touch;
        clued[to][slot] |= static_cast<uint16_t>(touches << clue);
        touched |= static_cast<int>(touches) << slot;
      }
      last_move = kClued;
      last_target = static_cast<uint8_t>(to);
      last_clue = static_cast<uint8_t>(clue);
      last_touched = static_cast<uint8_t>(touched);
      --tokens;
    } else {
      const bool is_play = action >= kHand;
      const int slot = is_play ? action - kHand : action;
      const int face = hands[player][slot];
      --sizes[player];
      for (int place = slot; place < sizes[player]; ++place) {
        hands[player][place] = hands[player][place + 1];
        clued[player][place] = clued[player][place + 1];
        possible[player][place] = possible[player][place + 1];
      }
      last_move = is_play ? kPlayed : kDiscarded;
      last_slot = static_cast<uint8_t>(slot);
      last_face = static_cast<uint8_t>(face);
      if (!is_play) {
        ++lost[face];
        ++tokens;
      } else if (fireworks[face / kRanks] == face % kRanks) {
        last_scored = 1;
        if (++fireworks[face / kRanks] == kRanks) {
          if (tokens < kTokens) {
            ++tokens;
            last_token = 1;
          }
          if (Points() == kFaces) outcome = kWon;
        }
      } else {
        ++lost[face];
        if (++strikes == kLives) outcome = kLost;
      }
      if (outcome != kRunning) {
        score = outcome == kWon ? kFaces : 0;
        return;
      }
      if (next < kCards) {
        Take(player);
        if (next == kCards) turns_left = kPlayers + 1;
      }
    }
    if (turns_left > 0 && --turns_left == 0) {
      outcome = kFinished;
      score = static_cast<uint8_t>(Points());
      return;
    }
    if (++player == kPlayers) player = 0;
    if (sizes[player] == 0 && (Legal() == 0)) outcome = kLost;
  }

  int Offset(int seat) const { return seat >= player ? seat - player : seat - player + kPlayers; }

  // What the player to act may know, as the Hanabi Learning Environment encodes it.
  void Observe(uint8_t* out) const {
    Row row(out);
    uint64_t is_short = sizes[player] < kHand;
    int owner = player;
    for (int offset = 1; offset < kPlayers; ++offset) {
      owner = owner + 1 == kPlayers ? 0 : owner + 1;
      for (int slot = 0; slot < kHand; ++slot)
        row.Add(slot < sizes[owner] ? uint64_t{1} << hands[owner][slot] : 0, kFaces);
      is_short |= uint64_t{sizes[owner] < kHand} << offset;
    }
    row.Add(is_short, kPlayers);
    row.Add(Low(kCards - next), kCards - kPlayers * kHand);
    uint64_t tops = 0;
    for (int color = 0; color < kColors; ++color) tops |= (uint64_t{1} << fireworks[color] >> 1) << kRanks * color;
    row.Add(tops, kFaces);
    row.Add(Low(tokens) | Low(kLives - strikes) << kTokens, kTokens + kLives);
    uint64_t gone = 0;
    for (int face = 0; face < kFaces; ++face)
      gone |= Low(lost[face]) << (face / kRanks * 10 + kFirstCopy[face % kRanks]);
    row.Add(gone, kCards);
    const bool is_clue = last_move == kClued, is_card = last_move == kPlayed || last_move == kDiscarded;
    uint64_t last = last_move == kNothing ? 0 : uint64_t{1} << Offset(last_player);
    int at = kPlayers;
    if (is_card) last |= uint64_t{1} << (at + last_move - kPlayed);
    if (is_clue) last |= uint64_t{1} << (at + (last_clue < kColors ? 2 : 3));
    at += 4;
    if (is_clue) {
      last |= uint64_t{1} << (at + Offset(last_target)) | uint64_t{1} << (at + kPlayers + last_clue);
      last |= uint64_t{last_touched} << (at + kPlayers + kColors + kRanks);
    }
    at += kPlayers + kColors + kRanks + kHand;
    if (is_card) last |= uint64_t{1} << (at + last_slot) | uint64_t{1} << (at + kHand + last_face);
    at += kHand + kFaces;
    last |= uint64_t{last_scored} << at | uint64_t{last_token} << (at + 1);
    row.Add(last, at + 2);
    owner = player;
    for (int offset = 0; offset < kPlayers; ++offset) {
      for (int slot = 0; slot < kHand; ++slot)
        row.Add(slot < sizes[owner] ? possible[owner][slot] | uint64_t{clued[owner][slot]} << kFaces : 0,
                kFaces + kColors + kRanks);
      owner = owner + 1 == kPlayers ? 0 : owner + 1;
    }
    row.Finish();
  }
};

// The arrays of a batch, in the order and of the types of `hanabi.simulation.Batch`.
struct Arrays {
  float* rewards;
  uint8_t* ends;
  uint8_t* legal;
  int8_t* seats;
  int32_t* scores;
  uint8_t* observations;  // null: not wanted
  uint64_t* masks;
};

template <int kPlayers>
struct Batch {
  using One = Game<kPlayers>;

  static void Show(const One& one, int game, const Arrays& to) {
    to.seats[game] = static_cast<int8_t>(one.player);
    const uint64_t mask = one.Legal();
    to.masks[game] = mask;
    uint8_t* row = to.legal + game * One::kActions;
    for (int action = 0; action < One::kActions; ++action) row[action] = mask >> action & 1;
    if (to.observations) one.Observe(to.observations + static_cast<int64_t>(game) * One::kBits);
  }

  static int64_t Size() { return sizeof(One); }

  static void Reset(void* all, int count, uint64_t seed, const Arrays& to) {
    One* games = static_cast<One*>(all);
    for (int game = 0; game < count; ++game) {
      games[game].deals = 0;
      games[game].Deal(seed, game);
      to.rewards[game] = 0;
      to.ends[game] = 0;
      to.scores[game] = 0;
      Show(games[game], game, to);
    }
  }

  static void Step(void* all, int count, uint64_t seed, const Arrays& to) {
    One* games = static_cast<One*>(all);
    for (int game = 0; game < count; ++game) {
      One& one = games[game];
      one.Apply(one.Choice(to.masks[game]));
      const int points = one.Points();
      to.rewards[game] = static_cast<float>(one.outcome == kLost ? one.last_scored - points : one.last_scored);
      to.scores[game] = one.outcome == kRunning ? points : one.score;
      to.ends[game] = one.outcome;
      if (one.outcome != kRunning) one.Deal(seed, game);
      Show(one, game, to);
    }
  }

  __attribute__((noinline)) static int64_t Play(uint64_t seed, int64_t moves) {
    One one;
    one.Deal(seed, 0);
    int64_t ended = 0;
    for (int64_t move = 0; move < moves; ++move) {
      one.Apply(one.Choice(one.Legal()));
      if (one.outcome != kRunning) {
        ++ended;
        one.Deal(seed, 0);
      }
    }
    return ended;
  }
};

}  // namespace

// Calls a function of Batch<players>.
#define WITH_PLAYERS(call)         \
  switch (players) {               \
    case 2: return Batch<2>::call; \
    case 3: return Batch<3>::call; \
    case 4: return Batch<4>::call; \
    default: return Batch<5>::call; \
  }

extern "C" {

int64_t flat_play(int players, uint64_t seed, int64_t moves) { WITH_PLAYERS(Play(seed, moves)) }

int64_t flat_size(int players) { WITH_PLAYERS(Size()) }

void flat_reset(int players, void* games, int count, uint64_t seed, const Arrays* to) {
  WITH_PLAYERS(Reset(games, count, seed, *to))
}

void flat_step(int players, void* games, int count, uint64_t seed, const Arrays* to) {
  WITH_PLAYERS(Step(games, count, seed, *to))
}
}
