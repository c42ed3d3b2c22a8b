/* A compiled copy of how Domino Poker's experts bid and play a deal for four: core/games/domino_poker/bot.py by the
   usual house rules. What it shares with Joker's, and what it leaves out, is in tricks.h. */

#define SPREAD 15
#define AGAINST 1
#define TRIES_LIKELY 0
#define SEEDED_ANEW 0
#define BELIEVES 0

#define TILES 28

#include "tricks.h"

static double score(int size, int bid, int taken) {
    (void)size;
    if (taken < bid) return -10 * (bid - taken);
    return taken > bid ? taken : bid ? 10 * bid : 5;
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
