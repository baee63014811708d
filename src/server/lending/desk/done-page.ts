import { html } from 'hono/html';
import { STAFF_ACTS, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK, FIELD_REFUSALS } from '#i18n/staff-desk.ts';
import { doneSentence } from '#i18n/staff-done.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { newSecret } from '#server/kit/secret.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { codesOf, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { answerView } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import { confirmPage, isToConfirm } from './confirm-page.ts';
import { accountOfForm, FORM_ID, idOfSending } from './form-id.ts';
import { formOf } from './form-page.ts';
import { THINGS } from './forms/act-form.ts';
import { keepForm, typedIn } from './forms/late-form.ts';
import { fieldsWithMissing } from './forms/lost-files.ts';
import { parameterAsked } from './forms/parameter-form.ts';
import { beginOnce, endOnce, type KeptPage, keptPage } from './kept-pages.ts';
import { afterLinks, nextView } from './next-view.ts';
import { deskPage, type Html } from './page.ts';
import { isOfProof, refusalIn, refusedPage, wrongPage } from './refused-page.ts';
import { type Given, requestOf } from './request-of.ts';
import { BACK, backLink, deskAddress, signInFor } from './way-back.ts';
import { dialogOf, proofFor } from './way-in/passkey-view.ts';

/** Longer than any act takes: the process that did it has ended meanwhile. */
const RUNNING_MS = 2 * 60_000;

/**
 * Has an act done and leads to the page that says what came of it, so that reloading it does nothing again. A form that
 * is sent twice is done once.
 */
export async function doAct(looker: Looker, route: StaffRoute, given: Given): Promise<Response> {
  const { context, accountId = '' } = looker;
  const formId = given.texts[FORM_ID]?.[0];
  const madeFor = accountOfForm(context.vault, formId);
  if (madeFor !== undefined && madeFor !== accountId) return otherAccountPage(looker, route, given);
  const figures = await parameterAsked(looker, route, given);
  const asked = requestOf(route, figures.given);
  const missing = fieldsWithMissing(route, given).map((field) => ({
    field,
    why: FIELD_REFUSALS['files_lost'] as StaffWords,
  }));
  const wrong = [...figures.wrong, ...(asked.kind === 'wrong' ? asked.wrong : []), ...missing];
  if (asked.kind === 'wrong' || wrong.length > 0) return wrongPage(looker, route, given, wrong);
  if (isToConfirm(route, given, asked)) return confirmPage(looker, route, given, asked);
  const id = madeFor === undefined || formId === undefined ? newSecret() : await idOfSending(formId, asked);
  return sendOnce(looker, route, given, { asked, id });
}

interface Sending {
  readonly asked: Extract<ReturnType<typeof requestOf>, { readonly kind: 'request' }>;
  readonly id: string;
}

async function sendOnce(looker: Looker, route: StaffRoute, given: Given, { asked, id }: Sending): Promise<Response> {
  const { c, ask, context, accountId = '' } = looker;
  const owner = { colleagueId: accountId, of: addressOf(route) };
  const outcome = addressOf(route, { done: id });
  if (!(await beginOnce(context, accountId, id))) return redirectWithin(c, outcome, 303);
  const answer = await ask(asked.path, await withLength(asked.init));
  if (!answer.ok) {
    const refusal = await refusalIn(answer);
    const proof = isOfProof(refusal) ? await proofFor(looker, route, given) : undefined;
    const content = { kind: 'refused', ...refusal, texts: typedIn(route, given) } as const;
    await endOnce(context, owner, { id, content });
    return proof ?? refusedPage(looker, route, given, refusal);
  }
  const body = answer.status === 204 ? {} : ((await answer.json()) as Readonly<Record<string, unknown>>);
  const back = deskAddress(given.texts[BACK]?.[0]);
  const said = saidOf(route, given, body);
  const content = { kind: 'done', status: answer.status, body, back, said, about: aboutOf(route, given) } as const;
  const isOnce = SHOWN_ONCE.has(route.name);
  await endOnce(context, owner, { id, content: isOnce ? { ...content, body: {} } : content });
  if (isOnce) return donePage(looker, route, content);
  return redirectWithin(c, wayBackOf(route, content) ?? outcome, 303);
}

/** A proof that was asked for in the middle of something else leads back to it at once. */
function wayBackOf({ name }: StaffRoute, { body, back }: Done): string | undefined {
  return name === 'account prove' && !('options' in body) ? back : undefined;
}

/** Acts whose answer is shown in the answer itself, and kept nowhere: a page that is loaded again does not have it. */
const SHOWN_ONCE: ReadonlySet<string> = new Set(['account recovery-codes', 'account desk-code']);

type Done = Extract<KeptPage, { readonly kind: 'done' }>;

async function donePage(looker: Looker, route: StaffRoute, done: Done): Promise<Response> {
  return deskPage(looker, { title: looker.say(STAFF_ACTS[route.name]), main: await doneView(looker, route, done) });
}

/** Shows what came of an act, as often as its page is loaded. */
export async function outcomePage(looker: Looker, route: StaffRoute, id: string): Promise<Response> {
  const { c, say, context, accountId = '' } = looker;
  const kept = await keptPage(context, { colleagueId: accountId, of: addressOf(route) }, id);
  switch (kept?.kind) {
    case 'done':
      return donePage(looker, route, kept);
    case 'refused':
      return refusedPage(looker, route, kept, kept);
    case 'running': {
      const isLate = context.clock.now() - kept.since.getTime() > RUNNING_MS;
      if (!isLate) c.header('Refresh', '2');
      return waitingPage(looker, route, say(isLate ? DESK.unknown_outcome : DESK.running));
    }
    default:
      return gonePage(looker, route);
  }
}

/** Shows an act as if it were opened anew, because what was kept for its page is over. */
export async function gonePage(looker: Looker, route: StaffRoute): Promise<Response> {
  const { say } = looker;
  const main = html`<p class="note" role="status">${say(DESK.not_kept)}</p>${await formOf(looker, route, { texts: {} })}`;
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main, status: 410 });
}

/** The sentence for what was done, in both languages, because the page may be looked at in the other one. */
function saidOf(route: StaffRoute, { texts }: Given, body: Readonly<Record<string, unknown>>): StaffWords | undefined {
  const codes = codesOf(route);
  const es = doneSentence(route.name, 'es', texts, body, codes)?.sentence;
  const en = doneSentence(route.name, 'en', texts, body, codes)?.sentence;
  return es === undefined || en === undefined ? undefined : { es: withoutIds(es), en: withoutIds(en) };
}

/** A sentence without ids of the program's own: the page that says it leads to the thing. */
function withoutIds(sentence: string): string {
  return sentence.replace(/ \(?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\)?/g, '');
}

/** Reads from the form what the act is about: numbers and ids, and nothing that was written. */
function aboutOf(route: StaffRoute, { texts }: Given): Readonly<Record<string, string>> {
  const things = fieldsOf(route).filter(({ name, place }) => place === 'params' || THINGS.test(name));
  return Object.fromEntries(things.flatMap(({ name }) => (texts[name]?.[0] ? [[name, texts[name][0]]] : [])));
}

async function doneView(
  looker: Looker,
  route: StaffRoute,
  { status, body, back, said = DESK.done, about = {} }: Done,
): Promise<Html> {
  const { say } = looker;
  if ('options' in body) return dialogOf(looker, route, body['options'], back);
  const isProposed = status === 202 && 'approval' in body;
  const isNoted = isProposed || body['kind'] === 'second-needed';
  const note = html`<p class="note ${isNoted ? '' : 'good'}" role="status">${say(isNoted ? DESK.proposed : said)}</p>`;
  const here = { ...looker, here: back };
  const known = { ...body, ...about };
  const links = afterLinks(here, route.name, known).filter(({ address }) => address !== back);
  const next = await nextView(looker, route.name, known);
  return html`${note}${next}${answerView(here, route.name, body)}${waysOn(
    looker,
    back,
    links.map(({ link }) => link),
  )}`;
}

function waitingPage(looker: Looker, route: StaffRoute, text: string): Response | Promise<Response> {
  const main = html`<p class="note" role="status">${text}</p>${waysOn(looker, undefined)}`;
  return deskPage(looker, { title: looker.say(STAFF_ACTS[route.name]), main, status: 202 });
}

function waysOn(looker: Looker, back: string | undefined, links: readonly Html[] = []): Html {
  return html`<p class="acts">${links}${backLink(looker, back)}<a href="/desk/">${looker.say(DESK.waits)}</a></p>`;
}

/** Another colleague has signed in at this browser since the form was opened: it is kept for the account it was made for. */
async function otherAccountPage(looker: Looker, route: StaffRoute, given: Given): Promise<Response> {
  const { say } = looker;
  const address = signInFor(await keepForm(looker, route, given));
  const main = html`<div class="note bad" role="alert">${say(DESK.other_account)}</div>
    <p class="acts"><a href="${address}">${say(DESK.sign_in)}</a></p>`;
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main, status: 409 });
}

/** A form with files as bytes of a known length: the API refuses one that is too large before it reads it. */
async function withLength(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const type = form.headers.get('content-type') ?? '';
  const body = await form.arrayBuffer();
  const headers = new Headers(init.headers);
  headers.set('content-type', type);
  headers.set('content-length', String(body.byteLength));
  return { ...init, body, headers };
}
