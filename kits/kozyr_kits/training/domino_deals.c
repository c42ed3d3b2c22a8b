/* A compiled copy of how Domino Poker's experts bid and play a deal for four: core/games/domino_poker/bot.py by the
   usual house rules. What it shares with Joker's, and what it leaves out, is in tricks.h. */

#define SPREAD 15
#define AGAINST 1
#define TRIES_LIKELY 0
#define SEEDED_ANEW 0
#define BELIEVES 0

#define TILES 28
#define MISSED 10

/* Where the groups of signs begin: training/domino_leaves.py. */
enum { FROM_BELOW = 4 * TILES, NEED = 2 * FROM_BELOW, NEEDS = NEED + 7, LEFT = NEEDS + 15, LEADS = LEFT + 7,
       TRUMPS_HELD = LEADS + 4, ALL = TRUMPS_HELD + 8, WANTED = ALL + 3, SIZE = WANTED + 7, MOST_SEEN = 2 * TILES + 9 };

#include "tricks.h"

static double score(int size, int bid, int taken) {
    (void)size;
    if (taken < bid) return -10 * (bid - taken);
    return taken > bid ? taken : bid ? 10 * bid : 5;
}

static int see(const Tricks *t, const int *needs, int seat, int *seen) {
    int signs = 0, need = needs[seat], pressure = -t->left, count;
    Mask held = 0;
    for (int other = 0; other < SEATS; other++) {
        held |= t->hands[other];
        if (needs[other] > 0) pressure += needs[other];
    }
    seen[signs++] = LEFT + t->left - 1;
    seen[signs++] = TRUMPS_HELD + between(0, bits(held & rules->trumps), 7);
    seen[signs++] = WANTED + between(-3, pressure, 3) + 3;
    seen[signs++] = NEED + between(-1, need, 5) + 1;
    seen[signs++] = LEADS + (t->turn - seat + SEATS) % SEATS;
    seen[signs++] = ALL + (need < t->left ? 0 : need == t->left ? 1 : 2);
    for (int step = 1; step < SEATS; step++)
        seen[signs++] = NEEDS + (step - 1) * 5 + between(-1, needs[(seat + step) % SEATS], 3) + 1;
    count = bits(held);
    for (int rank = 0; held; rank++) {
        int tile = highest(held), step = 0;
        held ^= (Mask)1 << tile;
        while (!(t->hands[(seat + step) % SEATS] >> tile & 1)) step++;
        seen[signs++] = step * TILES + rank;
        seen[signs++] = FROM_BELOW + step * TILES + count - 1 - rank;
    }
    return signs;
}

double likely(Mask hand, int size, const int *bids) {
    Mask unseen = rules->deck & ~hand;
    double fade = -0.4 * (SEATS - 1) * size / bits(unseen), sum = 0;
    int made = 0, total = 0;
    for (Mask rest = hand; rest; rest &= rest - 1) sum += exp(fade * bits(unseen >> lowest(rest)));
    for (int seat = 0; seat < SEATS; seat++)
        if (bids[seat] >= 0) made++, total += bids[seat];
    return sum + 0.3 * (size * made / (double)SEATS - total);
}

/* Try the four nearest bids in a tree for each. */
static int best_bid(const Known *known, const Mind *mind) {
    int size = known->now->left, seat = known->seat, choices[TILES], count = 0, roots[TILES], all;
    double worth[TILES], values[SEATS], guess = likely(known->now->hands[seat], size, known->bids);
    for (int bid = 0; bid <= size; bid++) choices[count++] = bid, worth[bid] = -fabs(bid - guess);
    sort(choices, count, worth);
    if (count > 4) count = 4;
    all = rounds(count);
    used = 1;
    for (int at = 0; at < count; at++) roots[choices[at]] = fresh();
    while (count > 1) {
        int times = mind->bid_steps / (all * count);
        memset(worth, 0, sizeof worth);
        for (int n = 0; n < (times ? times : 1); n++)
            for (int at = 0; at < count; at++) {
                for (int openly = mind->blind; openly >= 0; openly--) {
                    int made[SEATS];
                    Tricks t;
                    imagined(known, mind, openly, -1, &t);
                    memcpy(made, known->bids, sizeof made);
                    made[seat] = choices[at];
                    for (int step = 0; step < SEATS; step++) {
                        int other = (known->first + step) % SEATS;
                        if (made[other] < 0)
                            made[other] = between(0, (int)rint(likely(t.hands[other], size, made)), size);
                    }
                    grow(roots[choices[at]], &t, made, known->unplayed, mind, seat, openly, -1, values);
                }
                worth[choices[at]] += values[seat];
            }
        sort(choices, count, worth);
        count -= count / 2;
    }
    return choices[0];
}
