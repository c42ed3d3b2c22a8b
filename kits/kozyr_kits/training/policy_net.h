/* A small network in place of the learnt policy, tried for bare play and for deals played out (policy_net.py): what it
   looks at, its choice of a piece, and decisions to learn from. A game says what it sees of pieces (LOOKED, NAMED, look
   and name). The network adds to the sum of weights that the policy gives an action. */

enum { FIRST = 64, SECOND = 32, STATE_SIGNS = 56, ACTION_SIGNS = 8 };
/* Where the groups of signs begin. */
enum { TO_TAKE = LOOKED, TURNS = TO_TAKE + 90, ROLES = TURNS + 4, OVER = ROLES + 45, OWN_OVER = OVER + 24,
       LED = OWN_OVER + 12, WANTED_BY_ALL = LED + 13, STATES = WANTED_BY_ALL + 7 };
enum { STRONGER = NAMED, BEATEN = STRONGER + 25, RESULT = BEATEN + 26, PIECE = RESULT + 13 * 7 * 3,
       SIGNS = PIECE + 26 * 7 };

typedef float Vector __attribute__((vector_size(64), aligned(4)));
typedef int Whole __attribute__((vector_size(64), aligned(4)));

static struct {
    Vector state[STATES][4], action[SIGNS][4], alone[4], between[FIRST][2], between_alone[2], out[2];
} net;

int sizes(int which) { return which ? SIGNS : STATES; }
void set_net(const float *weights) { memcpy(&net, weights, sizeof net); }

static Vector positive(Vector x) { return (Vector)((Whole)x & (x > (Vector){0})); }

/* How much a seat wants: the first feature of the policy. */
static int wants(const Tricks *t, const int *bids) {
    int need = bids[t->turn] - t->taken[t->turn];
    if (need <= 0) return need ? 0 : 1;
    if (need >= t->left) return need == t->left ? 2 : 6;
    return need == 1 ? 3 : need == 2 ? 4 : 5;
}

static int takes(const Tricks *t, int action) {
    return rules->power[t->kind][action] >= t->best + rules->later_wins;
}

static int see_state(const Tricks *t, const int *bids, Mask unplayed, int *seen) {
    int me = t->turn, pressure = -t->left, over = 0, own = 0;
    Mask hand = t->hands[me], unseen = unplayed & ~hand;
    int n = look(hand, unseen, seen);
    seen[n++] = TO_TAKE + (between(-1, bids[me] - t->taken[me], 8) + 1) * 9 + t->left - 1;
    seen[n++] = TURNS + t->count;
    for (int step = 0; step < SEATS; step++) {
        int seat = (me + step) % SEATS, need = bids[seat] - t->taken[seat];
        int role = step <= SEATS - 1 - t->count ? 0 : seat == t->winner ? 2 : 1;
        if (need > 0) pressure += need;
        if (step) seen[n++] = ROLES + ((step - 1) * 3 + role) * 5 + between(-1, need, 3) + 1;
    }
    if (t->count) {
        for (Mask rest = unseen; rest; rest &= rest - 1) over += lowest(rest) >= rules->wild_bit || takes(t, lowest(rest));
        for (Mask rest = legal(t); rest; rest &= rest - 1) own += takes(t, lowest(rest));
    }
    seen[n++] = OVER + (t->count ? between(0, over, 22) : 23);
    seen[n++] = OWN_OVER + (t->count ? between(0, own, 10) : 11);
    seen[n++] = LED + t->kind + 1;
    seen[n++] = WANTED_BY_ALL + between(-3, pressure, 3) + 3;
    return n;
}

static int see_action(const Tricks *t, const int *bids, Mask unplayed, int action, int *seen) {
    Mask hand = t->hands[t->turn], unseen = unplayed & ~hand;
    int n = name(hand, unseen, action, seen), wanted = wants(t, bids), out = bits(unseen) ? bits(unseen) : 1;
    int front = 16 * (SEATS - 1 - t->count) * t->left, led = rules->lead[action], result = 0, beaten = 25, owner = 0;
    int stronger = bits(unseen & rules->beats[led][action]);
    if (!t->count) result = 7 + risk(stronger, front, out), beaten = between(0, stronger, 24);
    else if (takes(t, action)) {
        beaten = bits(unseen & rules->beats[t->kind][action]);
        result = 1 + risk(beaten, front, out), beaten = between(0, beaten, 24);
    }
    if (t->count) owner = bids[t->winner] > t->taken[t->winner] ? 1 : 2;
    seen[n++] = STRONGER + between(0, stronger, 24);
    seen[n++] = BEATEN + beaten;
    seen[n++] = RESULT + (owner * 7 + wanted) * 13 + result;
    seen[n++] = PIECE + wanted * 26 + (action >= rules->wild_bit ? 25 : between(0, stronger, 24));
    return n;
}

static int choose_net(const Tricks *t, const int *bids, Mask unplayed) {
    Mask moves = legal(t);
    int actions[ACTIONS], worths[ACTIONS], seen[STATE_SIGNS], best = 0, signs, count;
    float most = -1e30f;
    Vector base[4];
    if (!(moves & (moves - 1))) return lowest(moves);
    count = weigh(t, bids, unplayed, moves, actions, worths);
    signs = see_state(t, bids, unplayed, seen);
    memcpy(base, net.alone, sizeof base);
    for (int at = 0; at < signs; at++)
        for (int n = 0; n < 4; n++) base[n] += net.state[seen[at]][n];
    for (int at = 0; at < count; at++) {
        Vector units[4], next[2] = {net.between_alone[0], net.between_alone[1]};
        float first[FIRST], sum = worths[at] / 64.0f;
        memcpy(units, base, sizeof units);
        signs = see_action(t, bids, unplayed, actions[at], seen);
        for (int sign = 0; sign < signs; sign++)
            for (int n = 0; n < 4; n++) units[n] += net.action[seen[sign]][n];
        for (int n = 0; n < 4; n++) units[n] = positive(units[n]);
        memcpy(first, units, sizeof first);
        for (int unit = 0; unit < FIRST; unit++)
            for (int n = 0; n < 2; n++) next[n] += net.between[unit][n] * first[unit];
        for (int n = 0; n < 2; n++)
            for (int unit = 0; unit < 16; unit++) sum += (positive(next[n]) * net.out[n])[unit];
        if (sum > most) most = sum, best = actions[at];
    }
    return best;
}

/* Play a deal by the policy alone; every second seat asks the network too, from `first_net` on. */
void play_bare(const Mask *hands, int first, int size, const int *bids, int first_net, int *taken) {
    Tricks t = {.turn = first, .left = size, .kind = NO_LEAD, .winner = first};
    Mask unplayed = rules->deck;
    memcpy(t.hands, hands, sizeof t.hands);
    while (t.left) {
        int action = t.turn % 2 == first_net ? choose_net(&t, bids, unplayed) : choose(&t, bids, unplayed);
        unplayed &= ~rules->bit[action];
        apply(&t, action);
    }
    memcpy(taken, t.taken, sizeof t.taken);
}

/* Play a deal by the policy, with some plays at random, and try out half of the decisions: each action in the same
   imagined deals, which the policy plays to the end. Return how many; write their signs, -1 for none, how many actions
   each has, and by action the policy's own sum and what it paid. */
int try_out(const Mask *hands, int first, int size, const int *bids, uint64_t seed, int worlds, double strays,
            int16_t *states, int16_t *signs, int *counts, float *sums, float *paid) {
    Tricks t = {.turn = first, .left = size, .kind = NO_LEAD, .winner = first};
    Mask missing[SEATS] = {0};
    Known known = {&t, first, first, rules->deck, missing, missing, bids, 0, 0};
    int found = 0, rows = 0;
    memcpy(t.hands, hands, sizeof t.hands);
    chance = seed;
    memset(states, -1, SEATS * size * STATE_SIGNS * sizeof *states);
    memset(signs, -1, SEATS * size * ACTIONS * ACTION_SIGNS * sizeof *signs);
    while (t.left) {
        Mask moves = legal(&t);
        int actions[ACTIONS], worths[ACTIONS], seen[STATE_SIGNS], action = choose(&t, bids, known.unplayed);
        known.seat = t.turn;
        if (moves & (moves - 1)) {
            int count = weigh(&t, bids, known.unplayed, moves, actions, worths);
            if (uniform() < 0.5) {
                int shown = see_state(&t, bids, known.unplayed, seen);
                for (int n = 0; n < shown; n++) states[found * STATE_SIGNS + n] = seen[n];
                for (int at = 0; at < count; at++) {
                    shown = see_action(&t, bids, known.unplayed, actions[at], seen);
                    for (int n = 0; n < shown; n++) signs[(rows + at) * ACTION_SIGNS + n] = seen[n];
                    sums[rows + at] = worths[at] / 64.0f, paid[rows + at] = 0;
                }
                for (int world = 0; world < worlds; world++) {
                    Tricks dealt;
                    deal_hidden(&known, &dealt);
                    for (int at = 0; at < count; at++) {
                        Tricks trial = dealt;
                        double points[SEATS];
                        apply(&trial, actions[at]);
                        play_out(&trial, bids, known.unplayed & ~rules->bit[actions[at]], strays);
                        for (int seat = 0; seat < SEATS; seat++) points[seat] = score(size, bids[seat], trial.taken[seat]);
                        against_others(points);
                        paid[rows + at] += points[known.seat] / worlds;
                    }
                }
                counts[found++] = count, rows += count;
            }
            if (uniform() < 0.08) action = actions[below(count)];
        }
        missing[t.turn] |= ruled_out(t.kind, action);
        known.unplayed &= ~rules->bit[action];
        apply(&t, action);
    }
    return found;
}
