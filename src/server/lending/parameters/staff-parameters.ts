import type { Context } from 'hono';
import * as z from 'zod';
import { oneLine, paragraphs } from '#api/field-rules/text.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { answerRefusal, type HttpApp } from '#server/kit/http.ts';
import { readBody } from '#server/kit/request-body.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, operatorsOnly, UNNAMED_OPERATOR } from '#server/lending/staff/operator.ts';
import {
  approveParameter,
  type ParameterChangeContext,
  proposeParameter,
  rejectParameter,
} from './change-parameter.ts';
import { insertHolidays } from './holiday-store.ts';
import { readParametersFrom } from './parameter-store.ts';
import { readOpenProposals } from './proposal-store.ts';

export const STAFF_PARAMETERS_PATH = '/api/v1/staff/parameters';
export const STAFF_HOLIDAYS_PATH = '/api/v1/staff/holidays';

const day = z.string().refine(isCalendarDate);
const proposalBody = z.strictObject({
  kind: z.string().min(1).max(40),
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  value: z.json(),
  validFrom: day,
  validTo: z.optional(z.nullable(day)),
  reason: z.string().overwrite(paragraphs).min(10).max(500),
});
const holidayBody = z.strictObject({ date: day, name: z.string().overwrite(oneLine).min(1).max(80) });

export interface StaffParametersContext extends ParameterChangeContext {
  /** Called when figures may have changed: pages that show them are rebuilt. */
  readonly onChange?: (() => void) | undefined;
}

/** Dated figures and holidays, with the operator token; a figure needs two people (domain 2.22). */
export function serveStaffParameters(app: HttpApp, context: StaffParametersContext, operatorToken: string): void {
  for (const path of [STAFF_PARAMETERS_PATH, STAFF_HOLIDAYS_PATH]) {
    app.use(path, operatorsOnly(operatorToken));
    app.use(`${path}/*`, operatorsOnly(operatorToken));
  }
  app.get(STAFF_PARAMETERS_PATH, async (c) => {
    const { kysely } = context.db;
    const parameters = await readParametersFrom(kysely, context.clock.businessDate());
    return c.json({ parameters, proposals: await readOpenProposals(kysely) });
  });
  app.post(STAFF_PARAMETERS_PATH, (c) => propose(c, context));
  app.post(`${STAFF_PARAMETERS_PATH}/:id/approve`, async (c) => {
    const by = namedOperator(c);
    const done = typeof by === 'string' ? await approveParameter(context, idOf(c), by) : by;
    if (done.kind === 'refused') return answerRefusal(c, done);
    context.onChange?.();
    return c.json({ status: 'APPROVED' });
  });
  app.post(`${STAFF_PARAMETERS_PATH}/:id/reject`, async (c) => {
    const by = namedOperator(c);
    const done = typeof by === 'string' ? await rejectParameter(context, idOf(c), by) : by;
    return done.kind === 'refused' ? answerRefusal(c, done) : c.json({ status: 'REJECTED' });
  });
  app.post(STAFF_HOLIDAYS_PATH, (c) => addHoliday(c, context));
}

async function propose(c: Context, context: StaffParametersContext): Promise<Response> {
  const by = namedOperator(c);
  if (typeof by !== 'string') return answerRefusal(c, by);
  const body = await readBody(c, proposalBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const { validTo = null, ...rest } = body.value;
  const proposed = await proposeParameter(context, { ...rest, validTo, proposedBy: by });
  return proposed.kind === 'refused' ? answerRefusal(c, proposed) : c.json({ id: proposed.id }, 201);
}

/** Holidays are published, not decided: one person enters them. A date that is there already stays as it is. */
async function addHoliday(c: Context, { db, clock }: StaffParametersContext): Promise<Response> {
  const by = namedOperator(c);
  if (typeof by !== 'string') return answerRefusal(c, by);
  const body = await readBody(c, holidayBody);
  if (body.kind === 'refused') return answerRefusal(c, body);
  const { date, name } = body.value;
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

/** Four eyes need two names: an unnamed operator cannot decide. */
function namedOperator(c: Context): string | Refusal {
  const name = operatorName(c);
  return name === UNNAMED_OPERATOR ? refused(403, 'operator_unnamed', 'Say who acts: X-Operator.') : name;
}

function idOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  // A malformed id is answered like an unknown one.
  return z.uuid().safeParse(id).success ? id : '00000000-0000-0000-0000-000000000000';
}
