/** Result of one application that the rules have decided, with the facts that its group is found by. */
export interface DecidedApplication {
  readonly outcome: 'APPROVE' | 'REJECT' | 'REFER';
  /** People approved it although the rules had refused it, or had left it to them. */
  readonly isApprovedByPeople: boolean;
  /** Undefined where the person was erased. */
  readonly age?: number | undefined;
  readonly ubigeo?: string | undefined;
}

/** Counts of a group of applications. */
export interface EffectCounts {
  readonly decided: number;
  readonly approved: number;
  readonly refused: number;
  readonly toPeople: number;
  readonly approvedByPeople: number;
}

/** Ages from and to, both counted; without an end for the last one. */
export interface AgeGroup extends EffectCounts {
  readonly fromAge: number;
  readonly toAge?: number | undefined;
}

export interface PlaceGroup extends EffectCounts {
  /** Undefined: all places too small to stand alone, and people whose place is not known any more. */
  readonly ubigeo?: string | undefined;
}

/** The fewest applications of a group: of fewer, somebody who knows one of them could tell what became of it. */
export const LEAST_GROUP = 10;
/** The first age of each band; the last one does not end. */
const AGE_BANDS = [18, 25, 35, 45, 55, 65] as const;

/**
 * Counts decisions by age. A band with fewer than ten is joined with the next older one, and the last one with that
 * before it: 12, 3, 20 becomes 12 and 23. Fewer than ten in all: no group.
 */
export function effectByAge(decided: readonly DecidedApplication[]): AgeGroup[] {
  const known = decided.flatMap(({ age, ...rest }) => (age === undefined ? [] : [{ ...rest, age }]));
  const bands = AGE_BANDS.map((from, at) => {
    const next = AGE_BANDS[at + 1] ?? Number.POSITIVE_INFINITY;
    return known.filter(({ age }) => (at === 0 || age >= from) && age < next);
  });
  const groups: { first: number; last: number; of: readonly DecidedApplication[] }[] = [];
  let open: (typeof groups)[number] | undefined;
  for (const [at, of] of bands.entries()) {
    open = { first: open?.first ?? at, last: at, of: [...(open?.of ?? []), ...of] };
    if (open.of.length < LEAST_GROUP) continue;
    groups.push(open);
    open = undefined;
  }
  const before = groups.pop();
  if (!before) return [];
  groups.push(open ? { first: before.first, last: open.last, of: [...before.of, ...open.of] } : before);
  return groups.map(({ first, last, of }) => {
    const next = AGE_BANDS[last + 1];
    return { fromAge: AGE_BANDS[first] as number, ...(next !== undefined && { toAge: next - 1 }), ...countsOf(of) };
  });
}

/**
 * Counts decisions by district, the largest first. Districts with fewer than ten are counted together; if they still are
 * fewer than ten, the smallest of the others joins them. Fewer than ten in all: no group.
 */
export function effectByPlace(decided: readonly DecidedApplication[]): PlaceGroup[] {
  const byPlace = Map.groupBy(decided, ({ ubigeo }) => ubigeo);
  const sorted = [...byPlace].sort(([, a], [, b]) => b.length - a.length);
  const isLarge = ([ubigeo, of]: (typeof sorted)[number]) => ubigeo !== undefined && of.length >= LEAST_GROUP;
  const large = sorted.filter(isLarge);
  const rest = sorted.filter((group) => !isLarge(group)).flatMap(([, of]) => of);
  if (rest.length > 0 && rest.length < LEAST_GROUP) rest.push(...(large.pop()?.[1] ?? []));
  return [
    ...large.map(([ubigeo, of]) => ({ ubigeo, ...countsOf(of) })),
    ...(rest.length >= LEAST_GROUP ? [countsOf(rest)] : []),
  ];
}

function countsOf(of: readonly DecidedApplication[]): EffectCounts {
  const counted = (outcome: DecidedApplication['outcome']) => of.filter((each) => each.outcome === outcome).length;
  return {
    decided: of.length,
    approved: counted('APPROVE'),
    refused: counted('REJECT'),
    toPeople: counted('REFER'),
    approvedByPeople: of.filter(({ isApprovedByPeople }) => isApprovedByPeople).length,
  };
}
