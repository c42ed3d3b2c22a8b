/* What the compiled copies of experts share (domino_copy.c, joker_copy.c): tricks, the learnt policy, trees and the
   course of a deal for four. It follows core/tricks/kernel.py, policy.py and tree.py, by the tables that these make
   (training/copies.py), but counts no last tricks out. kits/tests/training/test_copies.py compares both.

   Whoever includes it says how a game searches (SPREAD, AGAINST, TRIES_LIKELY), whether it believes bids (BELIEVES) and
   whether each decision has chance of its own (SEEDED_ANEW), and defines the functions declared below. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#define SEATS 4
#define ACTIONS 54
#define KINDS 12
#define LAST 2 /* with this many tricks left, or fewer, nobody plays at random */
#define NO_LEAD (-1)
#define NODES (1 << 16)

typedef uint64_t Mask;

typedef struct {
    Mask hands[SEATS];
    int turn, left, taken[SEATS], kind, best, winner, count;
} Tricks;

/* The tables of TrickRules and Strengths, by the same names. */
typedef struct {
    Mask bit[ACTIONS], beats[KINDS][ACTIONS], suit[KINDS], duties[KINDS][2], wild_lead[4], wild_follow[4];
    Mask plain, trumps, deck;
    int only_highest[KINDS][2], lead[ACTIONS], power[KINDS][ACTIONS], wild_bit, later_wins, suited;
} Rules;

typedef struct {
    int steps, bid_steps;
    double strays;
    double follows; /* how often another seat does in a tree as the policy says, not what has paid best; 0 as ever */
    double believes; /* how much the policy's likelihood of what the others have played counts; 0 not at all */
    int blind; /* whether others reply by what paid them in deals in which the hand of `seat` is dealt anew */
} Mind;

/* A play as it was made. The hands of `before` are those after it. */
typedef struct {
    Tricks before;
    Mask unplayed;
    int action;
} Play;

/* What a seat knows before a decision; of the hands of the others in `now`, only their sizes. */
typedef struct {
    const Tricks *now;
    int seat, first;
    Mask unplayed;
    const Mask *missing, *played; /* by seat: what it is proven not to hold, and what it has played */
    const int *bids;              /* -1 for a bid still to come */
    const Play *plays;
    int made; /* how many plays there were */
} Known;

/* --- what a game says --------------------------------------------------------------------------- */

static double score(int size, int bid, int taken);
double likely(Mask hand, int size, const int *bids);
static int best_bid(const Known *known, const Mind *mind);

/* --- what a caller says once -------------------------------------------------------------------- */

static Rules tables[5];
static const Rules *rules = tables;
static int policy[3489];
static double odds[1 << 14];

/* Choose the tables of a deal. */
void use(int table) { rules = tables + table; }

void set_up(const Rules *given, int count, const int *policy_weights) {
    memcpy(tables, given, count * sizeof *given);
    memcpy(policy, policy_weights, sizeof policy);
    for (int n = 0; n < 1 << 14; n++) odds[n] = exp(-n / 64.0);
    use(0);
}

/* --- chance (splitmix64) ------------------------------------------------------------------------ */

static uint64_t chance;

static uint64_t next(void) {
    uint64_t z = (chance += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static int below(int n) { return (int)(((next() >> 32) * (uint64_t)n) >> 32); }
static double uniform(void) { return (double)(next() >> 11) / 9007199254740992.0; }

/* --- tricks: core/tricks/kernel.py -------------------------------------------------------------- */

static int bits(Mask mask) { return __builtin_popcountll(mask); }
static int highest(Mask mask) { return 63 - __builtin_clzll(mask); }
static int lowest(Mask mask) { return __builtin_ctzll(mask); }
static int between(int least, int number, int most) { return number < least ? least : number > most ? most : number; }

Mask legal(const Tricks *t) {
    Mask hand = t->hands[t->turn], mask = hand & rules->plain, wild = hand >> rules->wild_bit;
    if (t->kind == NO_LEAD) return mask | rules->wild_lead[wild];
    for (int tier = 0; tier < 2; tier++) {
        Mask must = hand & rules->duties[t->kind][tier];
        if (must) {
            mask = rules->only_highest[t->kind][tier] ? (Mask)1 << highest(must) : must;
            break;
        }
    }
    return mask | rules->wild_follow[wild];
}

void apply(Tricks *t, int action) {
    t->hands[t->turn] ^= rules->bit[action];
    if (!t->count) {
        t->kind = rules->lead[action];
        t->best = rules->power[t->kind][action];
        t->winner = t->turn;
    } else if (rules->power[t->kind][action] >= t->best + rules->later_wins) {
        t->best = rules->power[t->kind][action];
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

/* Return the pieces that a player cannot hold, judging by a reply. */
static Mask ruled_out(int kind, int action) {
    Mask missing = 0;
    if (kind == NO_LEAD || action >= rules->wild_bit) return 0;
    for (int tier = 0; tier < 2; tier++) {
        Mask pieces = rules->duties[kind][tier];
        if (pieces >> action & 1)
            return missing | (rules->only_highest[kind][tier] ? pieces & ~(((Mask)2 << action) - 1) : 0);
        missing |= pieces;
    }
    return missing;
}

/* --- the learnt policy: core/tricks/policy.py --------------------------------------------------- */

enum { SPENT = 819, SUITED = 1729, OWNED = 1939, LATE = 2303, CALLED = 2758, PAIRED = 2982 };

/* Return how many parts of one, none to 33, `stronger * share / out` are, in steps. */
static int risk(int stronger, int share, int out) {
    int all = stronger * share;
    return (all >= out) + (all >= 5 * out) + (all >= 9 * out) + (all >= 17 * out) + (all >= 33 * out);
}

/* Add up the weights of all legal actions; return how many there are. */
static int weigh(const Tricks *t, const int *bids, Mask unplayed, Mask moves, int *actions, int *worths) {
    static const int MANY[] = {0, 1, 1, 2, 2, 3, 3, 3, 3, 3};
    Mask hand = t->hands[t->turn], unseen = unplayed & ~hand;
    int left = t->left, total = 0, wanters = 0, behind = SEATS - 1 - t->count, found = 0;
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
    const int *spent = policy + SPENT + ((wanted * 2 + !owner) * 5 + late) * 13;
    const int *owned = policy + OWNED + (owner * 7 + wanted) * 13;
    const int *lately = policy + LATE + (late * 7 + wanted) * 13;
    const int *paired = policy + PAIRED + (wanted < 2 ? wanted : 2) * 169;
    int out = bits(unseen), front = 16 * behind * left, held = 8 * ((SEATS - 1) * left - t->count);
    if (!out) out = 1;
    for (Mask rest = moves; rest; rest &= rest - 1) {
        int action = lowest(rest), led = rules->lead[action], result, piece, more = 0;
        int stronger = bits(unseen & rules->beats[led][action]), trump = rules->trumps >> action & 1;
        Mask suit = rules->suit[led];
        if (!t->count) result = 7 + risk(stronger, front, out);
        else if (rules->power[t->kind][action] < t->best + rules->later_wins) result = 0;
        else result = 1 + risk(bits(unseen & rules->beats[t->kind][action]), front, out);
        if (action >= rules->wild_bit) {
            piece = 12;
            if (rules->suited && !t->count) {
                int many = MANY[bits(unseen & suit)] * 2 + !!(hand & suit);
                more = policy[CALLED + wanted * 32 + (many * 2 + (result == 7)) * 2 + (suit == rules->trumps)];
            }
        } else {
            piece = risk(stronger, held, out) + (trump ? 6 : 0);
            if (rules->suited) {
                int follows = !t->count ? 0 : suit == rules->suit[t->kind] ? 1 : 2, length = bits(hand & suit);
                if (length > 4) length = 4;
                more = policy[SUITED + ((wanted * 3 + follows) * 5 + length) * 2 + trump];
            }
        }
        actions[found] = action;
        worths[found++] =
            pressed[result] + lately[result] + owned[result] + spent[piece] + paired[result * 13 + piece] + more;
    }
    return found;
}

int choose(const Tricks *t, const int *bids, Mask unplayed) {
    Mask moves = legal(t);
    int actions[ACTIONS], worths[ACTIONS], best = 0;
    if (!(moves & (moves - 1))) return lowest(moves);
    int count = weigh(t, bids, unplayed, moves, actions, worths);
    for (int at = 1; at < count; at++)
        if (worths[at] > worths[best]) best = at;
    return actions[best];
}

/* Say how likely each legal action is; return how many there are. */
int chances(const Tricks *t, const int *bids, Mask unplayed, int *actions, double *likely) {
    int worths[ACTIONS], count = weigh(t, bids, unplayed, legal(t), actions, worths), most = worths[0];
    double total = 0;
    for (int at = 1; at < count; at++)
        if (worths[at] > most) most = worths[at];
    for (int at = 0; at < count; at++) {
        int less = most - worths[at];
        total += likely[at] = less < 1 << 14 ? odds[less] : 0;
    }
    for (int at = 0; at < count; at++) likely[at] /= total;
    return count;
}

static void play_out(Tricks *t, const int *bids, Mask unplayed, double strays) {
    while (t->left) {
        int action;
        if (strays > 0 && t->left > LAST && uniform() < strays) {
            Mask moves = legal(t);
            for (int skip = below(bits(moves)); skip; skip--) moves &= moves - 1;
            action = lowest(moves);
        } else
            action = choose(t, bids, unplayed);
        unplayed &= ~rules->bit[action];
        apply(t, action);
    }
}

static void against_others(double *points) {
    double total = 0;
    for (int seat = 0; seat < SEATS; seat++) total += points[seat];
    for (int seat = 0; seat < SEATS; seat++) points[seat] -= AGAINST * (total - points[seat]) / (SEATS - 1);
}

static int cards(const Tricks *t) {
    int all = t->left;
    for (int seat = 0; seat < SEATS; seat++) all += t->taken[seat];
    return all;
}

/* --- hidden hands ------------------------------------------------------------------------------- */

/* Deal what a seat does not see, or all hands if `seat` is nobody's (-1). A seat never gets what it is proven not to hold: where pieces and hands do not fit, all
   are dealt anew, while core/dealing.py moves some. */
static void deal_hidden(const Known *known, Tricks *t) {
    int owners[SEATS * 16], slots = 0, held[SEATS];
    *t = *known->now;
    Mask unseen = known->unplayed & ~(known->seat < 0 ? 0 : t->hands[known->seat]);
    for (int other = 0; other < SEATS; other++) {
        held[other] = other == known->seat ? 0 : bits(t->hands[other]);
        for (int n = 0; n < held[other]; n++) owners[slots++] = other;
    }
    for (int tries = 0;; tries++) {
        int pieces[64], count = 0, at;
        for (Mask rest = unseen; rest; rest &= rest - 1) pieces[count++] = lowest(rest);
        for (int n = count - 1; n > 0; n--) {
            int other = below(n + 1), piece = pieces[n];
            pieces[n] = pieces[other], pieces[other] = piece;
        }
        for (int n = slots - 1; n > 0; n--) {
            int other = below(n + 1), owner = owners[n];
            owners[n] = owners[other], owners[other] = owner;
        }
        for (int other = 0; other < SEATS; other++)
            if (other != known->seat) t->hands[other] = 0;
        Mask given = 0;
        int from = 0;
        for (at = 0; at < slots; at++) {
            while (from < count && given >> pieces[from] & 1) from++;
            int n = from;
            while (n < count && (given >> pieces[n] & 1 || known->missing[owners[at]] >> pieces[n] & 1)) n++;
            if (n == count) break;
            given |= (Mask)1 << pieces[n];
            t->hands[owners[at]] |= (Mask)1 << pieces[n];
        }
        if (at == slots || tries == 10000) return;
    }
}

/* Say how well hands explain the bids. */
double explains(const Known *known, const Tricks *t) {
    int before[SEATS] = {-1, -1, -1, -1}, size = cards(t);
    double squares = 0;
    for (int step = 0; step < SEATS; step++) {
        int seat = (known->first + step) % SEATS;
        if (known->bids[seat] < 0) continue;
        if (seat != known->seat) {
            double off = known->bids[seat] - likely(t->hands[seat] | known->played[seat], size, before);
            squares += off * off;
        }
        before[seat] = known->bids[seat];
    }
    return exp(-squares / 2);
}

/* Say how likely all plays of the others were by the policy, if these are their hands now. It looks at the hand of the
   mover alone, so the hands of a deal are likely independently. */
double likelihood(const Known *known, const Tricks *now) {
    Mask later[SEATS] = {0};
    double all = 1;
    for (int made = known->made - 1; made >= 0; made--) {
        const Play *play = &known->plays[made];
        int seat = play->before.turn, actions[ACTIONS], count;
        double chance[ACTIONS];
        later[seat] |= rules->bit[play->action];
        if (seat == known->seat) continue;
        Tricks t = play->before;
        t.hands[seat] = now->hands[seat] | later[seat];
        if ((count = chances(&t, known->bids, play->unplayed, actions, chance)) > 1)
            for (int at = 0; at < count; at++)
                if (actions[at] == play->action) all *= 0.7 * chance[at] + 0.3 / count;
    }
    return all;
}

/* Deals by weight: weighted() in core/tricks/tree.py. */
enum { POOL = 200, UNSEEN = ACTIONS, POOLS };

static struct {
    Tricks deals[POOL];
    double up_to[POOL];
    int drawn; /* how many deals have been imagined before this decision */
} pools[POOLS];

/* Deal as the others see it who have seen an action of the seat, if it is one: nobody's hand is known. */
static void deal_openly(const Known *known, int action, Tricks *t) {
    Tricks now = *known->now;
    Mask missing[SEATS], card = action < 0 ? 0 : rules->bit[action];
    Known all = *known;
    memcpy(missing, known->missing, sizeof missing);
    if (card) {
        missing[known->seat] |= ruled_out(now.kind, action);
        now.hands[known->seat] &= ~card;
    }
    all.now = &now, all.seat = -1, all.unplayed &= ~card, all.missing = missing;
    deal_hidden(&all, t);
    t->hands[known->seat] |= card;
}

/* Imagine a deal as the seat sees it, or as the others do who have seen an action of it. */
static void imagined(const Known *known, const Mind *mind, int openly, int action, Tricks *t) {
    int pool = !openly ? UNSEEN : action < 0 ? 0 : action, weighed = BELIEVES || mind->believes > 0;
    Known rated = *known;
    if (openly) rated.seat = -1;
    for (int n = 0; n < POOL && pools[pool].drawn % POOL == 0; n++) {
        Tricks *deal = weighed ? &pools[pool].deals[n] : t;
        if (openly) deal_openly(known, action, deal);
        else deal_hidden(known, deal);
        if (!weighed) return;
        double weight = explains(&rated, deal) + 1e-9;
        if (mind->believes > 0) weight *= pow(likelihood(&rated, deal), mind->believes);
        pools[pool].up_to[n] = weight + (n ? pools[pool].up_to[n - 1] : 0);
    }
    pools[pool].drawn++;
    double at = uniform() * pools[pool].up_to[POOL - 1];
    int low = 0, high = POOL - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (pools[pool].up_to[middle] > at) high = middle;
        else low = middle + 1;
    }
    *t = pools[pool].deals[low];
}

/* --- the tree: core/tricks/tree.py -------------------------------------------------------------- */

/* What actions have paid, in deals as the seat sees them and as the others do. */
typedef struct {
    double sum[2];
    int could[2], done[2], after[ACTIONS];
} Node;

static Node nodes[NODES];
static int used;

static int fresh(void) {
    memset(&nodes[used], 0, sizeof(Node));
    return used++;
}

static int after(int node, int action) {
    if (!nodes[node].after[action]) {
        int at = fresh();
        nodes[node].after[action] = at;
    }
    return nodes[node].after[action];
}

/* Pick what was never tried; otherwise what has paid well or has rarely been tried. */
static int pick(int node, Mask moves, int openly, int *action) {
    double most = -1e9, venture = 0.7 * SPREAD;
    int untried = -1, best = -1;
    for (Mask rest = moves; rest; rest &= rest - 1) {
        int each = lowest(rest), at = nodes[node].after[each];
        Node *child = &nodes[at];
        if (!at || !child->done[openly]) {
            if (untried < 0) untried = each;
            continue;
        }
        child->could[openly]++;
        double worth = child->sum[openly] / child->done[openly] +
                       venture * sqrt(log(child->could[openly] + 1) / child->done[openly]);
        if (worth > most) best = each, most = worth;
    }
    *action = untried >= 0 ? untried : best;
    int at = after(node, *action);
    if (untried >= 0) nodes[at].could[openly] = 1;
    return at;
}

/* Pick what has paid well, or is likely and has rarely been tried. */
static int pick_likely(int node, const Tricks *t, const int *bids, Mask unplayed, Mask moves, int openly, int *action) {
    int actions[ACTIONS], count, done = 0;
    double likely[ACTIONS], sum = 0, most = -1e9;
    if (!(moves & (moves - 1))) return after(node, *action = lowest(moves));
    count = chances(t, bids, unplayed, actions, likely);
    for (int n = 0; n < count; n++) {
        int at = nodes[node].after[actions[n]];
        if (at) done += nodes[at].done[openly], sum += nodes[at].sum[openly];
    }
    double usual = done ? sum / done : 0, venture = SPREAD * sqrt(done + 1);
    for (int n = 0; n < count; n++) {
        double chance = 0.7 * likely[n] + 0.3 / count, worth = usual + venture * chance;
        int at = nodes[node].after[actions[n]], tried = at ? nodes[at].done[openly] : 0;
        if (tried) worth = nodes[at].sum[openly] / tried + venture * chance / (1 + tried);
        if (worth > most) *action = actions[n], most = worth;
    }
    return after(node, *action);
}

/* Say whether every action has been tried in deals as the others see them. */
static int all_tried(int node, Mask moves) {
    for (; moves; moves &= moves - 1) {
        int at = nodes[node].after[lowest(moves)];
        if (!at || !nodes[at].done[1]) return 0;
    }
    return 1;
}

/* Go one action down a tree that `seat` has grown. Others who only ever do what has paid best act in the end as if they
   saw its hand: they can follow the policy instead, or do what has paid best in deals as they see them. */
static int down(int node, const Tricks *t, const int *bids, Mask unplayed, const Mind *mind, int seat, int openly,
                int *action) {
    Mask moves = legal(t);
    int other = t->turn != seat, replies = openly || (mind->blind && other);
    if ((mind->follows > 0 && other && uniform() < mind->follows) ||
        (replies > openly && !TRIES_LIKELY && !all_tried(node, moves)))
        return after(node, *action = choose(t, bids, unplayed));
    return TRIES_LIKELY ? pick_likely(node, t, bids, unplayed, moves, replies, action)
                        : pick(node, moves, replies, action);
}

/* Play one more deal of a seat's tree, with this first action if there is one: a deal as the seat sees it, or as the
   others do. */
static void grow(int root, Tricks *t, const int *bids, Mask unplayed, const Mind *mind, int seat, int openly,
                 int action, double *values) {
    int path[SEATS * 16], movers[SEATS * 16], length = 0;
    int child = action < 0 ? down(root, t, bids, unplayed, mind, seat, openly, &action) : after(root, action);
    for (;;) {
        movers[length] = t->turn;
        path[length++] = child;
        unplayed &= ~rules->bit[action];
        apply(t, action);
        if (!nodes[child].done[openly] || !t->left) break;
        child = down(child, t, bids, unplayed, mind, seat, openly, &action);
    }
    play_out(t, bids, unplayed, mind->strays);
    for (int seat = 0; seat < SEATS; seat++) values[seat] = score(cards(t), bids[seat], t->taken[seat]);
    against_others(values);
    for (int at = 0; at < length; at++) {
        nodes[path[at]].done[openly]++;
        nodes[path[at]].sum[openly] += values[movers[at]];
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

static int best_play(const Known *known, const Mind *mind) {
    int choices[ACTIONS], count = 0, all;
    double worth[ACTIONS], values[SEATS];
    for (Mask rest = legal(known->now); rest; rest &= rest - 1) choices[count++] = lowest(rest);
    all = rounds(count);
    used = 1;
    int root = fresh();
    while (count > 1) {
        int times = mind->steps / (all * count);
        for (int n = 0; n < (times ? times : 1); n++)
            for (int at = 0; at < count; at++)
                for (int openly = mind->blind; openly >= 0; openly--) {
                    Tricks t;
                    imagined(known, mind, openly, choices[at], &t);
                    grow(root, &t, known->bids, known->unplayed, mind, known->seat, openly, choices[at], values);
                }
        for (int at = 0; at < count; at++) {
            Node *node = &nodes[nodes[root].after[choices[at]]];
            worth[choices[at]] = node->sum[0] / node->done[0];
        }
        sort(choices, count, worth);
        count -= count / 2;
    }
    return choices[0];
}

/* --- a deal ------------------------------------------------------------------------------------- */

static void begin_decision(uint64_t seed, int seat, int made) {
    for (int pool = 0; pool < POOLS; pool++) pools[pool].drawn = 0;
    if (SEEDED_ANEW) chance = seed ^ (uint64_t)(made * SEATS + seat + 1) * 0xD1B54A32D192ED03ull;
}

/* Bid and play a deal by the tables in use; a seat whose bid is 0 or more from the start does not choose it. */
void play_deal(const Mask *hands, int first, int size, const Mind *minds, uint64_t seed, int *bids, int *taken,
               int *plays) {
    Tricks t = {.turn = first, .left = size, .kind = NO_LEAD, .winner = first};
    Mask missing[SEATS] = {0}, played[SEATS] = {0};
    Play done[SEATS * 16];
    Known known = {&t, first, first, rules->deck, missing, played, bids, done, 0};
    int made = 0;
    memcpy(t.hands, hands, sizeof t.hands);
    chance = seed;
    for (; made < SEATS; made++) {
        known.seat = (first + made) % SEATS;
        begin_decision(seed, known.seat, made);
        if (bids[known.seat] < 0) bids[known.seat] = best_bid(&known, &minds[known.seat]);
    }
    for (; t.left; made++) {
        Mask moves = legal(&t);
        int action = lowest(moves), seat = known.seat = t.turn;
        begin_decision(seed, seat, made);
        if (moves & (moves - 1)) action = best_play(&known, &minds[seat]);
        missing[seat] |= ruled_out(t.kind, action);
        played[seat] |= rules->bit[action];
        done[known.made++] = (Play){t, known.unplayed, action};
        known.unplayed &= ~rules->bit[action];
        *plays++ = action;
        apply(&t, action);
    }
    memcpy(taken, t.taken, sizeof t.taken);
}
