import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import type { Looker } from './ask.ts';
import { formOf } from './form-page.ts';
import { type Problem, problemOf } from './forms/act-form.ts';
import { keepForm } from './forms/late-form.ts';
import { withLost } from './forms/lost-files.ts';
import { deskPage, type PageStatus } from './page.ts';
import { type FormLimits, type NotRead, postedProblem, tooLargeProblem } from './posted.ts';
import type { Given, WrongField } from './request-of.ts';
import { signInFor } from './way-back.ts';

/** The answer of the API to an act that it has not done. */
export interface Refusal {
  readonly status: number;
  readonly retryAfter?: string | null | undefined;
  readonly error: unknown;
}

export async function refusalIn(answer: Response): Promise<Refusal> {
  const error: unknown = await answer.json().catch(() => undefined);
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), error };
}

/** Tells whether an act would be done once the colleague has used their passkey again. */
export function isOfProof({ error }: Refusal): boolean {
  return (error as { readonly error?: { readonly code?: string } } | undefined)?.error?.code === 'passkey_needed';
}

/** A refused act: its form with what was typed, and what is wrong. */
export async function refusedPage(
  looker: Looker,
  route: StaffRoute,
  given: Given,
  { status, retryAfter, error }: Refusal,
): Promise<Response> {
  const { c } = looker;
  // The session ended meanwhile.
  if (status === 401) return redirectWithin(c, signInFor(await keepForm(looker, route, given)), 303);
  if (retryAfter) c.header('Retry-After', retryAfter);
  // The API says the limit in English.
  const problem = status === 413 ? tooLargeProblem(looker, route) : problemOf(looker, error);
  return problemPage(looker, route, given, { problem, status });
}

/** An act whose fields the desk itself cannot read. */
export function wrongPage(
  looker: Looker,
  route: StaffRoute,
  given: Given,
  wrong: readonly WrongField[],
): Response | Promise<Response> {
  const fields = Object.fromEntries(wrong.map(({ field, why }) => [field, looker.say(why)]));
  const { text } = problemOf(looker, { error: { code: 'validation_failed', message: '' } });
  return problemPage(looker, route, given, { problem: { text, fields }, status: 400 });
}

/** An act whose form could not be read: what was typed, if it is known, and why. */
export function unreadPage(
  looker: Looker,
  route: StaffRoute,
  posted: NotRead,
  limits: FormLimits,
): Response | Promise<Response> {
  const given = posted.kind === 'too-large' ? posted.given : { texts: {} };
  return problemPage(looker, route, given, postedProblem(looker, posted, limits));
}

async function problemPage(
  looker: Looker,
  route: StaffRoute,
  given: Given,
  { problem, status }: { readonly problem: Problem; readonly status: number },
): Promise<Response> {
  const main = await formOf(looker, route, { texts: withLost(route, given), problem });
  return deskPage(looker, { title: looker.say(STAFF_ACTS[route.name]), main, status: status as PageStatus });
}
