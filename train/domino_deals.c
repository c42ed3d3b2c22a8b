/* A compiled copy of how Domino Poker's experts bid and play a deal for four: thousands of deals for
   train/leaves.py. It follows core/tricks/tree.py, policy.py and kernel.py and core/games/domino_poker/bot.py,
   by the usual house rules, but counts no last tricks out. tests/bench/test_leaves.py compares it with them. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#define SEATS 4
#define TILES 28
#define NODES (1 << 16)

enum { ORDINARY_LEAD, TRUMP_LEAD, POKER_LEAD, NO_LEAD };

typedef uint32_t Mask;

typedef struct {
    Mask hands[SEATS];
    int turn, left, taken[SEATS], kind, best, winner, count;
} Tricks;

/* --- what a caller says once: tiles by number, and weights ------------------------------------- */

static int strength[TILES], lead[TILES];
static Mask beats[TILES], trumps;
static int policy[3489];

enum { HIDDEN = 16, FROM_BELOW = SEATS * TILES, NEED = 2 * FROM_BELOW, NEEDS = NEED + 7, LEFT = NEEDS + 15,
       LEADS = LEFT + 7, TRUMPS_HELD = LEADS + SEATS, ALL = TRUMPS_HELD + 8, WANTED = ALL + 3, SIZE = WANTED + 7 };
static int leaf[HIDDEN * (SIZE + 3) + 2];

void set_up(const int *strengths, const int *leads, Mask trump, const int *policy_weights, const int *leaf_weights) {
    memcpy(strength, strengths, sizeof strength);
    memcpy(lead, leads, sizeof lead);
    memcpy(policy, policy_weights, sizeof policy);
    memcpy(leaf, leaf_weights, sizeof leaf);
    trumps = trump;
    for (int tile = 0; tile < TILES; tile++) {
        beats[tile] = 0;
        for (int other = 0; other < TILES; other++)
            if (strength[other] > strength[tile]) beats[tile] |= 1u << other;
    }
}

/* --- chance (splitmix64) ----------------------------------------------------------------------- */

static uint64_t chance;

static uint64_t next(void) {
    uint64_t z = (chance += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static int below(int n) { return (int)(((next() >> 32) * (uint64_t)n) >> 32); }
static double uniform(void) { return (double)(next() >> 11) / 9007199254740992.0; }

/* --- tricks: core/tricks/kernel.py ------------------------------------------------------------- */

static int bits(Mask mask) { return __builtin_popcount(mask); }
static int highest(Mask mask) { return 31 - __builtin_clz(mask); }
static int lowest(Mask mask) { return __builtin_ctz(mask); }

static Mask legal(const Tricks *t) {
    Mask hand = t->hands[t->turn], must = hand & trumps;
    if ((t->kind == TRUMP_LEAD || t->kind == POKER_LEAD) && must)
        return t->kind == TRUMP_LEAD ? must : 1u << highest(must);
    return hand;
}

void apply(Tricks *t, int tile) {
    t->hands[t->turn] ^= 1u << tile;
    if (!t->count) {
        t->kind = lead[tile];
        t->best = strength[tile];
        t->winner = t->turn;
    } else if (strength[tile] > t->best) {
        t->best = strength[tile];
        t->winner = t->turn;
    }
    if (++t->count == SEATS) {
        t->count = 0;
        t->kind = NO_LEAD;
        t->turn = t->winner;
        t->taken[t->winner]++;
        t->left--;
    } else
        t->turn = (t->turn + 1) % SEATS;
}

/* --- the learnt policy: core/tricks/policy.py -------------------------------------------------- */

static int risk(int parts) {
    return parts <= 0 ? 0 : parts <= 4 ? 1 : parts <= 8 ? 2 : parts <= 16 ? 3 : parts <= 32 ? 4 : 5;
}

int choose(const Tricks *t, const int *bids, Mask unplayed) {
    Mask moves = legal(t), hand = t->hands[t->turn], unseen = unplayed & ~hand;
    if (!(moves & (moves - 1))) return lowest(moves);
    int left = t->left, total = 0, wanters = 0, behind = SEATS - 1 - t->count;
    int need = bids[t->turn] - t->taken[t->turn], wanted;
    if (need <= 0) wanted = need ? 0 : 1;
    else if (need >= left) wanted = need == left ? 2 : 6;
    else wanted = need == 1 ? 3 : need == 2 ? 4 : 5;
    for (int seat = 0; seat < SEATS; seat++) {
        int each = bids[seat] - t->taken[seat], step = (seat - t->turn + SEATS) % SEATS;
        if (each > 0) {
            total += each;
            wanters += 0 < step && step <= behind;
        }
    }
    if (wanters > 2) wanters = 2;
    int pressure = total < left ? 0 : total == left ? 1 : 2, late = (left < 5 ? left : 5) - 1, owner = 0;
    if (t->count) {
        int theirs = bids[t->winner] - t->taken[t->winner];
        owner = theirs > 0 ? 1 : theirs == 0 ? 2 : 3;
    }
    const int *pressed = policy + ((wanted * 3 + pressure) * 3 + wanters) * 13;
    const int *spent = policy + 819 + ((wanted * 2 + !owner) * 5 + late) * 13;
    const int *owned = policy + 1939 + (owner * 7 + wanted) * 13;
    const int *lately = policy + 2303 + (late * 7 + wanted) * 13;
    const int *paired = policy + 2982 + (wanted < 2 ? wanted : 2) * 169;
    int out = bits(unseen), front = 16 * behind * left, held = 8 * ((SEATS - 1) * left - t->count);
    if (!out) out = 1;
    int chosen = -1, most = 0;
    for (Mask rest = moves; rest; rest &= rest - 1) {
        int tile = lowest(rest), stronger = bits(unseen & beats[tile]), result;
        if (!t->count) result = 7 + risk(stronger * front / out);
        else if (strength[tile] <= t->best) result = 0;
        else result = 1 + risk(stronger * front / out);
        int piece = risk(stronger * held / out) + (trumps >> tile & 1 ? 6 : 0);
        int worth = pressed[result] + lately[result] + owned[result] + spent[piece] + paired[result * 13 + piece];
        if (chosen < 0 || worth > most) chosen = tile, most = worth;
    }
    return chosen;
}

void play_out(Tricks *t, const int *bids, Mask unplayed, double strays) {
    while (t->left) {
        int tile;
        if (strays > 0 && t->left > 2 && uniform() < strays) {
            Mask moves = legal(t);
            for (int skip = below(bits(moves)); skip; skip--) moves &= moves - 1;
            tile = lowest(moves);
        } else
            tile = choose(t, bids, unplayed);
        unplayed &= ~(1u << tile);
        apply(t, tile);
    }
}

static int score(int bid, int taken) {
    if (taken < bid) return -10 * (bid - taken);
    return taken > bid ? taken : bid ? 10 * bid : 5;
}

static void against_others(double *points) {
    double total = 0;
    for (int seat = 0; seat < SEATS; seat++) total += points[seat];
    for (int seat = 0; seat < SEATS; seat++) points[seat] -= (total - points[seat]) / (SEATS - 1);
}

/* --- the value at the leaves: train/leaf_value.py ---------------------------------------------- */

static int between(int least, int number, int most) { return number < least ? least : number > most ? most : number; }

void leaf_points(const Tricks *t, const int *bids, double *points) {
    int needs[SEATS], owners[TILES], count = 0, pressure = -t->left;
    Mask held = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        held |= t->hands[seat];
        needs[seat] = bids[seat] - t->taken[seat];
        if (needs[seat] > 0) pressure += needs[seat];
    }
    for (Mask rest = held; rest;) {
        Mask high = 1u << highest(rest);
        rest ^= high;
        for (int seat = 0; seat < SEATS; seat++)
            if (t->hands[seat] & high) owners[count] = seat;
        count++;
    }
    const int *alone = leaf + HIDDEN * SIZE, *kept = alone + HIDDEN, *missed = kept + HIDDEN, *ends = missed + HIDDEN;
    for (int seat = 0; seat < SEATS; seat++) {
        int seen[2 * TILES + 9], signs = 0, units[HIDDEN], need = needs[seat];
        seen[signs++] = LEFT + t->left - 1;
        seen[signs++] = TRUMPS_HELD + between(0, bits(held & trumps), 7);
        seen[signs++] = WANTED + between(-3, pressure, 3) + 3;
        seen[signs++] = NEED + between(-1, need, 5) + 1;
        seen[signs++] = LEADS + (t->turn - seat + SEATS) % SEATS;
        seen[signs++] = ALL + (need < t->left ? 0 : need == t->left ? 1 : 2);
        for (int step = 1; step < SEATS; step++)
            seen[signs++] = NEEDS + (step - 1) * 5 + between(-1, needs[(seat + step) % SEATS], 3) + 1;
        for (int rank = 0; rank < count; rank++) {
            int whose = (owners[rank] - seat + SEATS) % SEATS * TILES;
            seen[signs++] = whose + rank;
            seen[signs++] = FROM_BELOW + whose + count - 1 - rank;
        }
        memcpy(units, alone, sizeof units);
        for (int at = 0; at < signs; at++)
            for (int unit = 0; unit < HIDDEN; unit++) units[unit] += leaf[seen[at] * HIDDEN + unit];
        double keeps = ends[0] * 256.0, misses = ends[1] * 256.0;
        for (int unit = 0; unit < HIDDEN; unit++)
            if (units[unit] > 0) {
                keeps += (double)units[unit] * kept[unit];
                misses += (double)units[unit] * missed[unit];
            }
        points[seat] = (keeps * (bids[seat] ? 10 * bids[seat] : 5) + misses * 10) / 65536;
    }
}

/* --- one expert's imagination ------------------------------------------------------------------ */

typedef struct {
    int steps, bid_steps;
    double share; /* how much the value at the leaves counts; 0 as ever */
    double strays;
} Mind;

static void value(Tricks *t, const int *bids, Mask unplayed, const Mind *mind, double *points) {
    double said[SEATS];
    int asks = 0;
    if (mind->share > 0) {
        while (t->count) {
            int tile = choose(t, bids, unplayed);
            unplayed &= ~(1u << tile);
            apply(t, tile);
        }
        if ((asks = t->left > 2)) {
            leaf_points(t, bids, said);
            against_others(said);
            if (mind->share == 1) {
                memcpy(points, said, sizeof said);
                return;
            }
        }
    }
    play_out(t, bids, unplayed, mind->strays);
    for (int seat = 0; seat < SEATS; seat++) points[seat] = score(bids[seat], t->taken[seat]);
    against_others(points);
    if (asks)
        for (int seat = 0; seat < SEATS; seat++)
            points[seat] = mind->share * said[seat] + (1 - mind->share) * points[seat];
}

/* Deal what a seat does not see; a seat never gets what it is proven not to hold. */
static void imagine(Tricks *t, int seat, Mask unseen, const Mask *missing) {
    int owners[TILES], slots = 0, held[SEATS];
    for (int other = 0; other < SEATS; other++) {
        held[other] = other == seat ? 0 : bits(t->hands[other]);
        for (int n = 0; n < held[other]; n++) owners[slots++] = other;
    }
    for (int tries = 0;; tries++) {
        int tiles[TILES], count = 0, at;
        for (Mask rest = unseen; rest; rest &= rest - 1) tiles[count++] = lowest(rest);
        for (int n = count - 1; n > 0; n--) {
            int other = below(n + 1), tile = tiles[n];
            tiles[n] = tiles[other], tiles[other] = tile;
        }
        for (int n = slots - 1; n > 0; n--) {
            int other = below(n + 1), owner = owners[n];
            owners[n] = owners[other], owners[other] = owner;
        }
        for (int other = 0; other < SEATS; other++)
            if (other != seat) t->hands[other] = 0;
        Mask given = 0;
        for (at = 0; at < slots; at++) {
            int n = 0;
            while (n < count && (given >> tiles[n] & 1 || missing[owners[at]] >> tiles[n] & 1)) n++;
            if (n == count) break;
            given |= 1u << tiles[n];
            t->hands[owners[at]] |= 1u << tiles[n];
        }
        if (at == slots || tries == 10000) return;
    }
}

/* --- the tree: core/tricks/tree.py ------------------------------------------------------------- */

typedef struct {
    double sum;
    int could, done, after[TILES];
} Node;

static Node nodes[NODES];
static int used;

static int fresh(void) {
    memset(&nodes[used], 0, sizeof(Node));
    return used++;
}

static int pick(int node, Mask moves, int *action) {
    double most = -1e9, venture = 0.7 * 15;
    int untried = -1, best = -1;
    for (Mask rest = moves; rest; rest &= rest - 1) {
        int tile = lowest(rest), at = nodes[node].after[tile];
        if (!at) {
            if (untried < 0) untried = tile;
            continue;
        }
        Node *child = &nodes[at];
        child->could++;
        double worth = child->sum / child->done + venture * sqrt(log(child->could + 1) / child->done);
        if (worth > most) best = tile, most = worth;
    }
    if (untried >= 0) {
        int at = fresh();
        nodes[node].after[untried] = at;
        nodes[at].could = 1;
        *action = untried;
        return at;
    }
    *action = best;
    return nodes[node].after[best];
}

static void grow(int root, Tricks *t, const int *bids, Mask unplayed, const Mind *mind, int action, double *values) {
    int path[TILES], movers[TILES], length = 0, child;
    if (action < 0) child = pick(root, legal(t), &action);
    else {
        if (!nodes[root].after[action]) {
            int at = fresh();
            nodes[root].after[action] = at;
        }
        child = nodes[root].after[action];
    }
    for (;;) {
        movers[length] = t->turn;
        path[length++] = child;
        unplayed &= ~(1u << action);
        apply(t, action);
        if (!nodes[child].done || !t->left) break;
        child = pick(child, legal(t), &action);
    }
    value(t, bids, unplayed, mind, values);
    for (int at = 0; at < length; at++) {
        nodes[path[at]].done++;
        nodes[path[at]].sum += values[movers[at]];
    }
}

static int rounds(int count) { return count > 1 ? highest(count - 1) + 1 : 0; }

/* Sort choices, the best first; equal ones stay as they are. */
static void sort(int *choices, int count, const double *worth) {
    for (int n = 1; n < count; n++)
        for (int at = n; at && worth[choices[at]] > worth[choices[at - 1]]; at--) {
            int choice = choices[at];
            choices[at] = choices[at - 1], choices[at - 1] = choice;
        }
}

static int best_play(const Tricks *now, const int *bids, Mask unplayed, const Mask *missing, const Mind *mind) {
    int choices[TILES], count = 0, all;
    double worth[TILES], values[SEATS];
    for (Mask rest = legal(now); rest; rest &= rest - 1) choices[count++] = lowest(rest);
    all = rounds(count);
    used = 1;
    int root = fresh();
    Mask unseen = unplayed & ~now->hands[now->turn];
    while (count > 1) {
        int times = mind->steps / (all * count);
        for (int n = 0; n < (times ? times : 1); n++)
            for (int at = 0; at < count; at++) {
                Tricks t = *now;
                imagine(&t, now->turn, unseen, missing);
                grow(root, &t, bids, unplayed, mind, choices[at], values);
            }
        for (int at = 0; at < count; at++) {
            Node *node = &nodes[nodes[root].after[choices[at]]];
            worth[choices[at]] = node->sum / node->done;
        }
        sort(choices, count, worth);
        count -= count / 2;
    }
    return choices[0];
}

static double likely(Mask hand, int size, const int *bids) {
    Mask unseen = ((1u << TILES) - 1) & ~hand;
    double fade = -0.4 * (SEATS - 1) * size / bits(unseen), sum = 0;
    int made = 0, total = 0;
    for (Mask rest = hand; rest; rest &= rest - 1) sum += exp(fade * bits(unseen >> lowest(rest)));
    for (int seat = 0; seat < SEATS; seat++)
        if (bids[seat] >= 0) made++, total += bids[seat];
    return sum + 0.3 * (size * made / (double)SEATS - total);
}

static int best_bid(const Tricks *now, int seat, int first, const int *bids, const Mind *mind) {
    int size = now->left, choices[TILES], count = 0, roots[TILES], all;
    double worth[TILES], values[SEATS], guess = likely(now->hands[seat], size, bids);
    for (int bid = 0; bid <= size; bid++) choices[count++] = bid, worth[bid] = -fabs(bid - guess);
    sort(choices, count, worth);
    if (count > 4) count = 4;
    all = rounds(count);
    used = 1;
    for (int at = 0; at < count; at++) roots[choices[at]] = fresh();
    Mask everything = (1u << TILES) - 1, missing[SEATS] = {0};
    while (count > 1) {
        int times = mind->bid_steps / (all * count);
        memset(worth, 0, sizeof worth);
        for (int n = 0; n < (times ? times : 1); n++)
            for (int at = 0; at < count; at++) {
                int made[SEATS];
                Tricks t = *now;
                imagine(&t, seat, everything & ~now->hands[seat], missing);
                memcpy(made, bids, sizeof made);
                made[seat] = choices[at];
                for (int step = 0; step < SEATS; step++) {
                    int other = (first + step) % SEATS;
                    if (made[other] < 0)
                        made[other] = between(0, (int)rint(likely(t.hands[other], size, made)), size);
                }
                grow(roots[choices[at]], &t, made, everything, mind, -1, values);
                worth[choices[at]] += values[seat];
            }
        sort(choices, count, worth);
        count -= count / 2;
    }
    return choices[0];
}

/* --- a deal ------------------------------------------------------------------------------------ */

/* Bid and play a deal; a seat whose bid is 0 or more from the start does not choose it. */
void play_deal(const Mask *hands, int first, int size, const Mind *minds, uint64_t seed, int *bids, int *taken,
               int *plays) {
    Tricks t = {.turn = first, .left = size, .kind = NO_LEAD, .winner = first};
    Mask missing[SEATS] = {0}, unplayed = (1u << TILES) - 1;
    memcpy(t.hands, hands, sizeof t.hands);
    chance = seed;
    for (int step = 0; step < SEATS; step++) {
        int seat = (first + step) % SEATS;
        if (bids[seat] < 0) bids[seat] = best_bid(&t, seat, first, bids, &minds[seat]);
    }
    while (t.left) {
        Mask moves = legal(&t);
        int seat = t.turn, kind = t.kind, tile = lowest(moves);
        if (moves & (moves - 1)) tile = best_play(&t, bids, unplayed, missing, &minds[seat]);
        if (kind == TRUMP_LEAD || kind == POKER_LEAD) {
            if (!(trumps >> tile & 1)) missing[seat] |= trumps;
            else if (kind == POKER_LEAD) missing[seat] |= trumps & ~((2u << tile) - 1);
        }
        unplayed &= ~(1u << tile);
        *plays++ = tile;
        apply(&t, tile);
    }
    memcpy(taken, t.taken, sizeof t.taken);
}
