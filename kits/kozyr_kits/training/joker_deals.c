/* A compiled copy of how Joker's experts bid and play deals of nine cards: core/games/joker/bot.py by the usual house
   rules. Nobody minds premiums: a deal is worth its points. What it shares with Domino Poker's, and what else it leaves
   out, is in tricks.h. */

#define SPREAD 150
#define AGAINST 0.5
#define TRIES_LIKELY 1
#define SEEDED_ANEW 1
#define BELIEVES 1

#define CARDS 9
#define MISSED 100

/* Where the groups of signs begin: training/joker_leaves.py. The first ones are there for each of four players. */
enum { PLAIN = 9, JOKERS = PLAIN + 9, LENGTHS = JOKERS + 3, TRUMPS_HELD = LENGTHS + 10, WHOSE = TRUMPS_HELD + 7,
       OWN = 4 * WHOSE, NEED = OWN + 36, NEEDS = NEED + 9, LEFT = NEEDS + 18, LEADS = LEFT + 9, ALL = LEADS + 4,
       WANTED = ALL + 3, NO_TRUMP = WANTED + 7, SIZE = NO_TRUMP + 1, MOST_SEEN = 128 };

#include "tricks.h"

static double score(int size, int bid, int taken) {
    if (bid == taken) return bid == size ? 100 * bid : 50 * bid + 50;
    return taken || !bid ? 10 * taken : -200;
}

static int see(const Tricks *t, const int *needs, int seat, int *seen) {
    int signs = 0, need = needs[seat], pressure = -t->left;
    Mask held = 0;
    for (int other = 0; other < SEATS; other++) {
        held |= t->hands[other];
        if (needs[other] > 0) pressure += needs[other];
    }
    seen[signs++] = LEFT + t->left - 1;
    seen[signs++] = WANTED + between(-3, pressure, 3) + 3;
    seen[signs++] = NEED + between(-1, need, 7) + 1;
    seen[signs++] = LEADS + (t->turn - seat + SEATS) % SEATS;
    seen[signs++] = ALL + (need < t->left ? 0 : need == t->left ? 1 : 2);
    if (!rules->trumps) seen[signs++] = NO_TRUMP;
    for (int step = 1; step < SEATS; step++)
        seen[signs++] = NEEDS + (step - 1) * 6 + between(-1, needs[(seat + step) % SEATS], 4) + 1;
    for (int step = 0; step < SEATS; step++) {
        Mask hand = t->hands[(seat + step) % SEATS];
        int first = step * WHOSE, has = !!(hand & rules->trumps);
        seen[signs++] = first + JOKERS + bits(hand >> rules->wild_bit);
        for (int suit = 0; suit < 4; suit++) {
            Mask all = rules->suit[suit] & held, mine = rules->suit[suit] & hand;
            int trump = rules->suit[suit] == rules->trumps, length = bits(mine);
            seen[signs++] = first + (trump ? TRUMPS_HELD + between(0, length, 6)
                                           : LENGTHS + between(0, length, 4) * 2 + has);
            for (Mask rest = mine; rest; rest &= rest - 1) {
                int rank = bits(all >> lowest(rest)) - 1;
                seen[signs++] = first + (trump ? 0 : PLAIN) + rank;
                if (!trump && !step) seen[signs++] = OWN + rank * 4 + between(1, length, 4) - 1;
            }
        }
    }
    return signs;
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
