import type { Context } from 'hono';
import * as z from 'zod/mini';
import { clientDocument } from '#api/client-document.ts';
import { required } from '#api/field-rules/field-rule.ts';
import { line } from '#api/field-rules/text.ts';
import { documentFits } from '#api/person-form.ts';
import { notFound } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import { act, type StaffAct } from '#server/lending/staff/act.ts';
import { operatorName } from '#server/lending/staff/staff-route.ts';
import { endEverySession, endSessionsOfPerson } from '../end-sessions.ts';
import type { IdentityContext } from '../people-context.ts';
import { findPersonByDocument } from '../store/person-store.ts';
import { PEOPLE_ANSWERS } from './people-answers.ts';

/** Path of the staff endpoint that ends sessions, used by `npm run lender -- session end`. */
export const STAFF_SESSION_ENDS_PATH = '/api/v1/staff/session-ends';

const REASON = required(line(10, 500));
const ofOne = z.strictObject({ ...clientDocument, reason: REASON });
const endBody = z.union([
  ofOne.check(...documentFits<z.output<typeof ofOne>>()),
  z.strictObject({ everyone: z.literal(true, { error: 'not_allowed' }), reason: REASON }),
]);

/** Ends the sessions of one client and stops what waits to change how they are reached and paid, or ends everybody's (ASVS 7.4.5). */
export function staffSessionActs(): readonly StaffAct<IdentityContext>[] {
  const may = ['support', 'compliance', 'admin'] as const;
  return [
    act({
      name: 'session end',
      answers: PEOPLE_ANSWERS['session end'],
      path: STAFF_SESSION_ENDS_PATH,
      may,
      body: endBody,
      answer: (c, { body }, context) => end(c, context, body),
    }),
  ];
}

async function end(c: Context, context: IdentityContext, asked: z.output<typeof endBody>): Promise<Response> {
  const by = { reason: asked.reason, operator: operatorName(c) };
  noteSecurity(c, { what: 'end-sessions' });
  if ('everyone' in asked) return c.json({ ended: await endEverySession(context, by) });
  const { documentType, documentNumber } = asked;
  const personId = await findPersonByDocument(context.db.kysely, context.vault, documentType, documentNumber);
  if (personId === undefined) return answerRefusal(c, notFound());
  noteSecurity(c, { person: personId });
  return c.json(await endSessionsOfPerson(context, personId, by));
}
