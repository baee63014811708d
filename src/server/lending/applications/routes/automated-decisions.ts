import type { Context } from 'hono';
import * as z from 'zod/mini';
import { REGISTER_PART, REGISTER_TEXTS, type RegisterPart } from '#i18n/automated-decisions.ts';
import { formatSoles } from '#i18n/format.ts';
import { fill } from '#i18n/translate.ts';
import { REVIEW_REQUEST_DAYS } from '#loan/application-decisions.ts';
import { addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { invalidFields } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import { readAllPlaces } from '#server/lending/parameters/ubigeo-store.ts';
import { read, type StaffAct } from '#server/lending/staff/act.ts';
import { listQuery } from '#server/lending/staff/staff-list.ts';
import type { ApplicationContext } from '../application-context.ts';
import { decidedApplications } from '../store/decided-applications.ts';
import { RULE_SET } from '../underwriting/decide.ts';
import {
  type EffectCounts,
  effectByAge,
  effectByPlace,
  LEAST_GROUP,
  type PlaceGroup,
} from '../underwriting/measured-effect.ts';
import { FOR_PEOPLE, RULE_ENDS } from '../underwriting/rules.ts';
import type { DecisionSnapshot } from '../underwriting/snapshot.ts';
import { dataOfPart, FIGURES, REGISTER_ANSWERS } from './register-answers.ts';

const query = z.strictObject({ from: listQuery.date, to: listQuery.date });

/** Where the data of each part of a snapshot come from; the day and the lender's own rules are not personal data. */
const SOURCES = {
  asked: 'APPLICANT',
  client: 'APPLICANT_AND_RECORDS',
  income: 'APPLICANT',
  history: 'RECORDS',
  links: 'RECORDS',
  device: 'DEVICE',
  checks: 'PROVIDER',
} as const satisfies Record<Exclude<keyof DecisionSnapshot, 'today' | 'policy' | 'requirements'>, string>;

/**
 * The page for the register of automated decisions (D.S. 115-2025-PCM): what the rules are for, what they use, how they
 * decide, who watches over them, and what came of them by age and district; made from the rules and figures in force.
 */
export function automatedDecisionAct(): StaffAct<ApplicationContext> {
  return read({
    name: 'applications register',
    answers: REGISTER_ANSWERS['applications register'],
    path: '/api/v1/staff/automated-decisions',
    may: ['compliance'],
    query,
    answer: (c, asked, context) => register(c, context, asked.query),
  });
}

async function register(
  c: Context,
  { db, vault, clock, parameters }: ApplicationContext,
  asked: z.output<typeof query>,
): Promise<Response> {
  const today = calendarDate(clock.businessDate());
  const to = asked.to === undefined ? today : calendarDate(asked.to);
  const from = asked.from === undefined ? addMonths(to, -12) : calendarDate(asked.from);
  if (from > to) return answerRefusal(c, invalidFields([{ field: 'from', code: 'out_of_range' }]));
  const policies = (await parameters.inForce()).policies();
  const places = new Map((await readAllPlaces(db.kysely)).map(({ code, name }) => [code, name]));
  const nameOf = (ubigeo: string): string => partsOf(ubigeo, places).join(', ');
  return c.json({
    ruleSet: RULE_SET,
    date: today,
    from,
    to,
    alwaysPeople: [...FOR_PEOPLE],
    about: aboutOf(policies),
    data: Object.entries(SOURCES).flatMap(([part, source]) => dataOfPart(part).map((data) => ({ part, data, source }))),
    rules: RULE_ENDS,
    figures: figuresOf(policies, nameOf),
    amounts: amountsOf(policies),
    ...(await effectIn({ db: db.kysely, vault, nameOf }, { from, to })),
  });
}

function aboutOf({ fourEyesAboveCents }: Policies) {
  const facts = { days: REVIEW_REQUEST_DAYS, amount: formatSoles(fourEyesAboveCents), least: LEAST_GROUP };
  return (Object.keys(REGISTER_PART) as RegisterPart[]).map((part) => {
    const { es, en } = REGISTER_TEXTS[part];
    return { part, es: fill(es, facts), en: fill(en, facts) };
  });
}

/** The figures that operators set, each by its path in the policies; regions by their names. */
function figuresOf({ underwriting, requirements: { score } }: Policies, nameOf: (ubigeo: string) => string) {
  const blockedRegions = underwriting.blockedRegions.map(nameOf);
  const all = { ...underwriting, blockedRegions, score };
  return Object.keys(FIGURES).map((figure) => {
    const value = figure.split('.').reduce<unknown>((held, name) => (held as Record<string, unknown>)[name], all);
    return { figure, value: [value].flat().map(String) };
  });
}

function amountsOf({ requirements: { rows } }: Policies) {
  return rows.map(({ upTo = null, fields, referees, papers, checks }) => ({
    upTo,
    fields,
    referees,
    papers,
    identity: checks.identity,
    accountHolder: checks['account-holder'],
    bureau: checks.bureau,
  }));
}

/** The names of a place and of those around it, the smallest first: a region of four digits has no district. */
function partsOf(ubigeo: string, names: ReadonlyMap<string, string>): readonly string[] {
  const lengths = [6, 4, 2].filter((length) => length <= ubigeo.length);
  return lengths.map((length) => names.get(ubigeo.slice(0, length)) ?? ubigeo);
}

interface EffectContext extends Pick<ApplicationContext, 'vault'> {
  readonly db: Db;
  readonly nameOf: (ubigeo: string) => string;
}

async function effectIn(
  { db, vault, nameOf }: EffectContext,
  span: { readonly from: CalendarDate; readonly to: CalendarDate },
) {
  const decided = await decidedApplications(db, vault, span);
  const placeOf = ({ ubigeo }: PlaceGroup): string => (ubigeo === undefined ? 'OTHERS' : nameOf(ubigeo));
  return {
    byAge: effectByAge(decided).map((group) => ({
      age: group.toAge === undefined ? `${group.fromAge} +` : `${group.fromAge}–${group.toAge}`,
      ...effectOnWire(group),
    })),
    byPlace: effectByPlace(decided).map((group) => ({ place: placeOf(group), ...effectOnWire(group) })),
  };
}

function effectOnWire({ decided, approved, refused, toPeople, approvedByPeople }: EffectCounts) {
  const approvedShare = ((approved * 100) / decided).toFixed(2);
  return { decided, approved, approvedShare, refused, toPeople, approvedByPeople };
}
