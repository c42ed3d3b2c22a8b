/* A compiled copy of how Joker's experts bid and play deals of nine cards: core/games/joker/bot.py by the usual house
   rules. Nobody minds premiums: a deal is worth its points. What it shares with Domino Poker's, and what else it leaves
   out, is in tricks.h. */

#define SPREAD 150
#define AGAINST 0.5
#define TRIES_LIKELY 1
#define SEEDED_ANEW 1
#define BELIEVES 1

#define CARDS 9

#include "tricks.h"

static double score(int size, int bid, int taken) {
    if (bid == taken) return bid == size ? 100 * bid : 50 * bid + 50;
    return taken || !bid ? 10 * taken : -200;
}

/* --- bids by estimate --------------------------------------------------------------------------- */

/* Estimate how many of nine tricks a hand of nine takes. */
static double expected(Mask hand, int leads) {
    static double worth[3][2][CARDS];
    if (!worth[0][0][0])
        for (int first = 0; first < 2; first++)
            for (int above = 0; above < CARDS; above++) {
                double less = (first ? 0.2 : 0.6) / CARDS;
                worth[0][first][above] = (0.72 - less) * pow(1 - (0.45 + 0.5 / CARDS), above);
                worth[1][first][above] = (0.85 - less) * pow(1 - (0.33 + 0.6 / CARDS), above);
                worth[2][first][above] = 0.95 * pow(1 - (0.22 + 0.78 / CARDS), above);
            }
    double total = 0;
    for (int suit = 0; suit < 4; suit++) {
        Mask all = rules->suit[suit], mine = all & hand;
        int kind = all == rules->trumps ? 2 : !rules->trumps;
        double share = !kind && bits(mine) > 3 ? 0.7 : 1;
        for (Mask rest = mine; rest; rest &= rest - 1)
            total += share * worth[kind][leads][bits((all & ~hand) >> lowest(rest))];
    }
    return 0.98 * bits(hand >> rules->wild_bit) + 0.76 * total;
}

/* Estimate the tricks of a hand that bids after these bids. */
double likely(Mask hand, int size, const int *bids) {
    (void)size;
    int made = 0, total = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (bids[seat] >= 0) made++, total += bids[seat];
    return expected(hand, !made) - 0.12 * (total - CARDS * made / 4.0);
}

/* Have the seats that have not bid do so by estimate; the dealer, who bids last, may not make bids add up. */
void bid_on(const Tricks *t, int first, int *bids) {
    for (int step = 0; step < SEATS; step++) {
        int seat = (first + step) % SEATS, others = 0;
        if (bids[seat] >= 0) continue;
        double guess = likely(t->hands[seat], CARDS, bids);
        int bid = between(0, (int)rint(guess), CARDS);
        for (int other = 0; other < SEATS; other++)
            if (bids[other] > 0) others += bids[other];
        if (step == SEATS - 1 && bid + others == CARDS) bid += (guess > bid && bid < CARDS) || !bid ? 1 : -1;
        bids[seat] = bid;
    }
}

/* --- bids: searched_bid in core/tricks/bot.py, search in core/bots/search.py -------------------- */

static int best_bid(const Known *known, const Mind *mind) {
    int choices[CARDS + 1], count = 0, all, seat = known->seat, made = 0, total = 0;
    double worth[CARDS + 1], guess = likely(known->now->hands[seat], CARDS, known->bids);
    for (int other = 0; other < SEATS; other++)
        if (known->bids[other] >= 0) made++, total += known->bids[other];
    for (int bid = 0; bid <= CARDS; bid++) {
        worth[bid] = -fabs(bid - guess);
        if (made < SEATS - 1 || total + bid != CARDS) choices[count++] = bid;
    }
    sort(choices, count, worth);
    if (count > 4) count = 4;
    all = rounds(count);
    memset(worth, 0, sizeof worth);
    while (count > 1) {
        int times = mind->bid_steps / (all * count);
        for (int n = 0; n < (times ? times : 1); n++) {
            Tricks dealt;
            imagined(known, mind, 0, -1, &dealt);
            for (int at = 0; at < count; at++) {
                int bids[SEATS];
                double points[SEATS];
                Tricks t = dealt;
                memcpy(bids, known->bids, sizeof bids);
                bids[seat] = choices[at];
                bid_on(&t, known->first, bids);
                play_out(&t, bids, known->unplayed, mind->strays);
                for (int other = 0; other < SEATS; other++) points[other] = score(CARDS, bids[other], t.taken[other]);
                against_others(points);
                worth[choices[at]] += points[seat];
            }
        }
        sort(choices, count, worth);
        if (count == 2) break;
        count -= count / 2;
    }
    return choices[0];
}
