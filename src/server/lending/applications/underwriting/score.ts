import { fromSoles } from '#loan/money.ts';
import type { ChosenField } from '#loan/requirements.ts';
import type { BureauCategory } from '#server/lending/gateways/checks/checks.ts';
import type { ScoreLineName, ScoreSettings } from '#server/lending/parameters/policy.ts';
import { monthlyBurden } from './affordability.ts';
import type { DecisionSnapshot } from './snapshot.ts';

export interface ScoreLine {
  readonly name: ScoreLineName;
  readonly points: number;
  /** The most that the answer could have brought. */
  readonly max: number;
}

export interface Score {
  readonly points: number;
  /** Sum over the lines that exist: a question that was not asked has no line. */
  readonly max: number;
  readonly lines: readonly ScoreLine[];
}

/** Of how many points each answer is one in the tables below: a weight of the policy stretches them. */
const SCALE: Readonly<Record<ScoreLineName, number>> = {
  incomeSource: 20,
  incomeLength: 20,
  residence: 15,
  timeAtAddress: 10,
  device: 10,
  burden: 20,
  history: 30,
  bureau: 20,
};
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
/** Points by the category a bureau reports: a client who pays elsewhere gains, one who does not loses. */
const BUREAU: Readonly<Record<BureauCategory, number>> = { 0: 20, 1: 10, 2: 0, 3: -10, 4: -20 };
/** For an income or a home we know no better word for. */
const OTHER = 5;
const HISTORY_MAX = 30;

/**
 * A sum of named points that can be explained to the client and checked by hand, with its possible maximum: an answer
 * that the amount does not ask for, or that a bureau does not know, neither adds nor takes away. Loans paid back to us
 * weigh most: a point for every six of trust.
 */
export function scoreOf(snapshot: DecisionSnapshot): Score {
  const { requirements } = snapshot;
  const found = pointsFound(snapshot);
  const lines = (Object.keys(found) as ScoreLineName[]).flatMap((name): ScoreLine[] => {
    const points = found[name];
    const max = requirements.score.weights[name];
    return points === undefined ? [] : [{ name, points: Math.trunc((points * max) / SCALE[name]), max }];
  });
  return {
    points: lines.reduce((total, { points }) => total + points, 0),
    max: lines.reduce((total, { max }) => total + max, 0),
    lines,
  };
}

/**
 * Tells whether the points are the share that the policy asks for. With less, people look at the application, and
 * nobody is refused for it. 32 % of 125: 40 points; of 80, when less was asked: 26.
 */
export function isEnough({ points, max }: Score, { passPercent }: ScoreSettings): boolean {
  return points * 100 >= passPercent * max;
}

/** By the tables of this file; undefined for what was not asked, or not known. */
function pointsFound(snapshot: DecisionSnapshot): Readonly<Record<ScoreLineName, number | undefined>> {
  const { client, income, device, requirements, checks } = snapshot;
  const asked = <Value>(field: ChosenField, value: Value | undefined): Value | undefined =>
    requirements.fields.includes(field) ? value : undefined;
  const length = asked('lengthOfIncome', income.length);
  const residence = asked('residenceStatus', client.residenceStatus);
  const months = asked('timeAtAddressMonths', client.timeAtAddressMonths);
  return {
    incomeSource: INCOME_SOURCE.get(income.source) ?? OTHER,
    incomeLength: length === undefined ? undefined : (INCOME_LENGTH.get(length) ?? 0),
    residence: residence === undefined ? undefined : (RESIDENCE.get(residence) ?? OTHER),
    timeAtAddress: months === undefined ? undefined : pointsOfAddress(months),
    // Where no vendor vouches for the box nothing is known of the device.
    device: device.isVouched ? 10 : undefined,
    burden: pointsOfBurden(snapshot),
    history: pointsOfHistory(client.trustPoints),
    bureau: checks.bureauCategory === undefined ? undefined : BUREAU[checks.bureauCategory],
  };
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
