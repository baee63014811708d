import { STORIES, type StoryName } from './stories.ts';

/** Two acts of one story. */
export interface Pair {
  readonly story: StoryName;
  readonly acts: readonly [string, string];
}

export function nameOf({ story, acts }: { readonly story: StoryName; readonly acts: readonly string[] }): string {
  return `${story}: ${acts.join(' / ')}`;
}

/** Each pair of acts that can meet, an act with itself too. */
export function everyPair(): readonly Pair[] {
  return (Object.keys(STORIES) as StoryName[]).flatMap((story) => {
    const { acts } = STORIES[story];
    return acts.flatMap((a, n) => acts.slice(n).map((b): Pair => ({ story, acts: [a, b] })));
  });
}

const TRANSFER = 'the money of a transfer is booked';
const PAYOFF = 'a transfer that pays everything is booked';

/** The pairs that meet most often, and carry most money. */
const OFTEN_ACTS: Partial<Record<StoryName, readonly (readonly [string, string])[]>> = {
  'a late loan': [
    [TRANSFER, PAYOFF],
    [TRANSFER, 'the day is closed'],
    ['a colleague matches unnamed money', 'a colleague has unnamed money returned'],
    ['the client asks to pay', 'the client asks to pay, once more or for the first time'],
    ['the client promises to pay', PAYOFF],
  ],
  'one payment': [
    ['the payment is paid back', 'the disputed payment is lost'],
    ['the card is charged', 'the client gives the card form up'],
    ['the disputed payment is lost', 'the disputed payment is won'],
  ],
  'a signed loan': [['the order is sent, and the bank pays', 'the order is sent, and the bank pays']],
  'a signed loan of a batch': [['the batch is released', 'the batch is withdrawn']],
};

/** With those, the forty that carry most money. */
const MORE_ACTS: Partial<Record<StoryName, readonly (readonly [string, string])[]>> = {
  'a late loan': [
    [TRANSFER, TRANSFER],
    [TRANSFER, 'a line of a statement is imported'],
    [TRANSFER, 'a card is charged'],
    [TRANSFER, 'the message about a paid code is read'],
    [TRANSFER, 'a card payment is lost to the bank'],
    [PAYOFF, 'a card is charged'],
    [PAYOFF, 'a colleague matches unnamed money'],
    [PAYOFF, 'the money of an extension is booked'],
    [PAYOFF, 'the day is closed'],
    ['the client agrees to a plan', PAYOFF],
    ['the bank pays a refund', PAYOFF],
    [PAYOFF, 'the janitor finds a card payment whose answer was lost'],
  ],
  'one payment': [
    ['the line of the transfer is imported', 'the line of the transfer is imported'],
    ['the money of the transfer is booked', 'the client gives the transfer up'],
    ['the message about the code is read', 'the janitor asks about the code'],
    ['the card is charged', 'the card is charged'],
  ],
  'a loan of ten days': [
    ['the client signs a top-up', PAYOFF],
    ['the client signs a top-up', 'the client signs a top-up'],
    ['a top-up is sent, and the bank pays', PAYOFF],
    ['a top-up is sent, and the bank pays', 'colleagues stop a top-up'],
  ],
  'a loan in default': [
    ['colleagues write the loan off', TRANSFER],
    ['a colleague reverses a write-off', TRANSFER],
  ],
  'a signed loan': [
    ['the order is sent, and the bank pays', 'the client names another account'],
    ['the order is sent, and the bank pays', 'colleagues flag the client'],
  ],
  'a signed loan of a batch': [['the released batch goes into its file', 'the released batch goes into its file']],
  'an order on its way': [
    ['the bank is asked, and has paid', 'a colleague says that it was paid'],
    ['the bank is asked, and has paid', 'a colleague says that it was never sent'],
  ],
  'an agreement': [
    ['the client signs', 'the client signs'],
    ['the client signs', 'the client declines the offer'],
    ['the client signs', 'a colleague makes the client a loan'],
  ],
};

const listed = (acts: typeof OFTEN_ACTS): readonly Pair[] =>
  (Object.keys(acts) as StoryName[]).flatMap((story) => (acts[story] ?? []).map((pair) => ({ story, acts: pair })));

export const OFTEN: readonly Pair[] = listed(OFTEN_ACTS);
export const MOST_MONEY: readonly Pair[] = [...OFTEN, ...listed(MORE_ACTS)];

export interface Triple {
  readonly story: StoryName;
  readonly acts: readonly [string, string, string];
}

/** Stories in which acts of money meet, of which the triples are. */
const OF_MONEY = [
  'a late loan',
  'one payment',
  'a loan of ten days',
  'a loan in default',
  'an order on its way',
] as const;

/** So many triples of acts, the same for one seed. */
export function triplesOf(seed: number, count: number): readonly Triple[] {
  const next = numbersOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[next() % items.length] as Item;
  return Array.from({ length: count }, () => {
    const story = pick(OF_MONEY);
    const { acts } = STORIES[story];
    return { story, acts: [pick(acts), pick(acts), pick(acts)] };
  });
}

/** Natural numbers in no order, the same for one seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
