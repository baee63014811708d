import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { invalidFields, refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { act, byId, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { answerList, listQuery, pageAt, queryOfList } from '#server/lending/staff/staff-list.ts';
import { colleagueOf, EVERY_ROLE, operatorName } from '#server/lending/staff/staff-route.ts';
import {
  approveParameter,
  CHANGE_PARAMETERS,
  type ParameterChangeContext,
  proposeParameter,
  rejectParameter,
} from './change-parameter.ts';
import { insertHolidays, isHolidayPlace, listHolidays } from './holiday-store.ts';
import { PARAMETER_ANSWERS } from './parameter-answers.ts';
import { isParameterPlace, listParametersFrom } from './parameter-store.ts';
import { PARAMETER_KINDS, schemaOfParameter } from './parameters.ts';
import { readOpenProposals } from './proposal-store.ts';

export const STAFF_PARAMETERS_PATH = '/api/v1/staff/parameters';
export const STAFF_HOLIDAYS_PATH = '/api/v1/staff/holidays';

const day = z.string().refine(isCalendarDate);
const keyOfParameter = z.string().regex(/^[a-z0-9-]{1,40}$/);
const parameterQuery = queryOfList(
  { kind: listQuery.oneOf(PARAMETER_KINDS), key: z.optional(keyOfParameter) },
  isParameterPlace,
);
const proposalBody = z.strictObject({
  kind: z.string().min(1).max(40),
  key: keyOfParameter,
  value: z.json(),
  validFrom: day,
  validTo: z.optional(z.nullable(day)),
  reason: z.string().overwrite(paragraphs).min(10).max(500),
});
const holidayQuery = queryOfList({ year: listQuery.number(9999) }, isHolidayPlace);
const holidayBody = z.strictObject({ date: day, name: z.string().overwrite(oneLine).min(1).max(80) });

export interface StaffParametersContext extends ParameterChangeContext {
  /** Called when figures may have changed: pages that show them are rebuilt. */
  readonly onChange?: (() => void) | undefined;
}

/** Dated figures and holidays; a figure needs two accounts (domain 2.22). */
export function staffParameterActs(): readonly StaffAct<StaffParametersContext>[] {
  const path = STAFF_PARAMETERS_PATH;
  const may = CHANGE_PARAMETERS;
  return [
    read({
      name: 'parameter list',
      answers: PARAMETER_ANSWERS['parameter list'],
      path,
      may: EVERY_ROLE,
      figures: { value: schemaOfParameter, before: schemaOfParameter },
      query: parameterQuery,
      answer: (c, { query }, context) => list(c, context, query),
    }),
    act({
      name: 'parameter propose',
      answers: PARAMETER_ANSWERS['parameter propose'],
      path,
      may,
      passkey: 'fresh',
      figures: { value: schemaOfParameter },
      body: proposalBody,
      answer: (c, { body }, context) => propose(c, context, body),
    }),
    act({
      name: 'parameter approve',
      answers: PARAMETER_ANSWERS['parameter approve'],
      path: `${path}/:id/approve`,
      may,
      passkey: 'fresh',
      params: byId,
      answer: (c, { params }, context) => approve(c, context, params.id),
    }),
    act({
      name: 'parameter reject',
      answers: PARAMETER_ANSWERS['parameter reject'],
      path: `${path}/:id/reject`,
      may,
      params: byId,
      answer: (c, { params }, context) => reject(c, context, params.id),
    }),
    read({
      name: 'holiday list',
      answers: PARAMETER_ANSWERS['holiday list'],
      path: STAFF_HOLIDAYS_PATH,
      may: EVERY_ROLE,
      query: holidayQuery,
      answer: (c, { query }, context) => {
        const holidays = listHolidays(context.db.kysely, query.year);
        return answerList(c, { name: 'holidays', ...holidays }, pageAt(query));
      },
    }),
    act({
      name: 'holiday add',
      answers: PARAMETER_ANSWERS['holiday add'],
      path: STAFF_HOLIDAYS_PATH,
      may,
      body: holidayBody,
      answer: (c, { body }, context) => addHoliday(c, context, body),
    }),
  ];
}

/** Figures in force and to come, and on each page every proposal that waits: of a figure there is one at a time. */
async function list(
  c: Context,
  { db, clock }: StaffParametersContext,
  { kind: kinds, key, ...asked }: z.output<typeof parameterQuery>,
): Promise<Response> {
  const parameters = listParametersFrom(db.kysely, clock.businessDate(), { kinds, key });
  const about = { proposals: await readOpenProposals(db.kysely) };
  return answerList(c, { name: 'parameters', ...parameters, about }, pageAt(asked));
}

async function approve(c: Context, context: StaffParametersContext, id: string): Promise<Response> {
  const done = await approveParameter(context, id, colleagueOf(c));
  if (done.kind === 'refused') return answerRefusal(c, done);
  context.onChange?.();
  return c.json({ status: 'APPROVED' });
}

async function reject(c: Context, context: StaffParametersContext, id: string): Promise<Response> {
  const done = await rejectParameter(context, id, colleagueOf(c));
  return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ status: 'REJECTED' });
}

async function propose(
  c: Context,
  context: StaffParametersContext,
  { validTo = null, ...rest }: z.output<typeof proposalBody>,
): Promise<Response> {
  const proposed = await proposeParameter(context, { ...rest, validTo }, colleagueOf(c));
  return proposed.kind === 'refused' ? answerRefusal(c, proposed) : c.json({ id: proposed.id }, 201);
}

/** Holidays are published, not decided: one person enters them. A date that is there already stays as it is. */
async function addHoliday(
  c: Context,
  { db, clock }: StaffParametersContext,
  { date, name }: z.output<typeof holidayBody>,
): Promise<Response> {
  const by = operatorName(c);
  // Every loan has been booked up to today with the days as known then: a past day cannot become a holiday.
  if (date <= clock.businessDate()) return answerRefusal(c, invalidFields([{ field: 'date', code: 'past' }]));
  const added = await db.kysely.transaction().execute(async (trx) => {
    const count = await insertHolidays(trx, [{ date, name }], by);
    const entry = { actor: `operator:${by}`, action: 'holiday.add', subject: `holiday:${date}`, after: { name } };
    if (count > 0) await recordAudit(trx, { ...entry, at: clock.now() });
    return count;
  });
  return added > 0
    ? c.json({ date, name }, 201)
    : answerRefusal(c, refused(409, 'holiday_known', `${date} is a holiday already.`));
}
