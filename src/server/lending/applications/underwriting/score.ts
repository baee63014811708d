import { fromSoles } from '#loan/money.ts';
import { monthlyBurden } from './affordability.ts';
import type { DecisionSnapshot } from './snapshot.ts';

export interface ScoreLine {
  readonly name: 'incomeSource' | 'incomeLength' | 'residence' | 'timeAtAddress' | 'device' | 'burden' | 'history';
  readonly points: number;
}

export interface Score {
  readonly points: number;
  readonly lines: readonly ScoreLine[];
}

const INCOME_SOURCE: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    EMPLOYEE: 20,
    PENSION: 20,
    INDEPENDENT_RXH: 15,
    BUSINESS_RUC: 15,
    INFORMAL: 8,
    REMITTANCE: 8,
  }),
);
const INCOME_LENGTH: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ '3_6M': 5, '6_12M': 10, '1_3Y': 15, GT_3Y: 20 }),
);
const RESIDENCE: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ OWNER: 15, MORTGAGED: 12, FAMILY: 10, RENTED: 8 }),
);
/** For an income or a home we know no better word for. */
const OTHER = 5;
const HISTORY_MAX = 30;

/**
 * A sum of named points that can be explained to the client and checked by hand; who falls below the policy's threshold
 * is looked at by people, never refused for it. What was paid back to us weighs most: a point for every six of trust.
 */
export function scoreOf(snapshot: DecisionSnapshot): Score {
  const { client, income, device } = snapshot;
  const lines: ScoreLine[] = [
    { name: 'incomeSource', points: INCOME_SOURCE.get(income.source) ?? OTHER },
    { name: 'incomeLength', points: INCOME_LENGTH.get(income.length) ?? 0 },
    { name: 'residence', points: RESIDENCE.get(client.residenceStatus) ?? OTHER },
    { name: 'timeAtAddress', points: pointsOfAddress(client.timeAtAddressMonths) },
    { name: 'device', points: device.isVouched ? 10 : 0 },
    { name: 'burden', points: pointsOfBurden(snapshot) },
    { name: 'history', points: pointsOfHistory(client.trustPoints) },
  ];
  return { points: lines.reduce((total, { points }) => total + points, 0), lines };
}

function pointsOfAddress(months: number): number {
  if (months >= 24) return 10;
  return months >= 6 ? 6 : 2;
}

function pointsOfHistory(trustPoints: number): number {
  return Math.max(-HISTORY_MAX, Math.min(HISTORY_MAX, Math.trunc(trustPoints / 6)));
}

/** The share of the income that the amount asked for would take: up to 15 %, 25 %, more. */
function pointsOfBurden({ asked, income, today }: DecisionSnapshot): number {
  const amount = Math.min(asked.amount, asked.limit);
  const burden = monthlyBurden(asked.product, amount, asked.term, today);
  const net = fromSoles(income.net);
  if (burden * 100 <= net * 15) return 20;
  return burden * 100 <= net * 25 ? 12 : OTHER;
}
