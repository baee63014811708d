import { namesAsField, namesInField } from '#server/kit/lost-files.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf, inputsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from '../ask.ts';
import { accountOfForm, FORM_ID } from '../form-id.ts';
import { keepPage } from '../kept-pages.ts';
import { limitsOf, OF_STRANGERS, postedBy } from '../posted.ts';
import { type Given, isSecretField } from '../request-of.ts';
import { BACK, deskAddress, signInFor } from '../way-back.ts';
import { lostField, withLost } from './lost-files.ts';

/** Leads somebody who is not signed in to the sign-in, and from there to where they were going. */
export function toSignIn({ c }: Looker): Response {
  const { pathname, search } = new URL(c.req.url);
  const isPage = c.req.method === 'GET' || c.req.method === 'HEAD';
  const address = isPage ? deskAddress(pathname + search) : undefined;
  return redirectWithin(c, signInFor(address ?? '/desk/'), 303);
}

/** Keeps what came after the session had ended, for the same colleague to send it once they are signed in again. */
export async function keepLatePost(looker: Looker, route: StaffRoute): Promise<Response> {
  // What a stranger sends is not read on.
  const limits = looker.accountId === undefined ? OF_STRANGERS : limitsOf(route);
  const posted = await postedBy(looker.c, limits);
  const given = 'given' in posted ? posted.given : { texts: {} };
  return redirectWithin(looker.c, signInFor(await keepForm(looker, route, given)), 303);
}

/** Keeps what was typed into the form of an act. @returns the address that shows it to the colleague who typed it */
export async function keepForm(
  looker: Looker,
  route: StaffRoute,
  given: Given,
  { isForProof = false } = {},
): Promise<string> {
  const { context, accountId } = looker;
  const { texts, files = {} } = given;
  const colleagueId = accountOfForm(context.vault, texts[FORM_ID]?.[0]) ?? accountId;
  const typed = typedIn(route, given);
  const address = addressOf(route);
  if (colleagueId === undefined || Object.keys(typed).length === 0) return address;
  const content = {
    kind: 'form',
    texts: unnamed(route, typed),
    hadFiles: Object.keys(files).length > 0,
    isForProof,
  } as const;
  return addressOf(route, { kept: await keepPage(context, { colleagueId, of: address }, content) });
}

/** Counts files in the place of their names: nothing of a file is kept without a session. */
function unnamed({ files = [] }: StaffRoute, texts: Given['texts']): Given['texts'] {
  const counted = files.map((field) => {
    const names = namesInField(texts[lostField(field)]?.[0]);
    return [lostField(field), [namesAsField(names.map((_, at) => `#${at + 1}`))]] as const;
  });
  return { ...texts, ...Object.fromEntries(counted) };
}

/** The texts of an act's own fields, the names of its files, and the page it was opened from; never a password. */
export function typedIn(route: StaffRoute, given: Given): Given['texts'] {
  const names = new Set(
    fieldsOf(route).flatMap((field) => {
      if (field.kind === 'file') return [lostField(field.name)];
      return isSecretField(field.name) ? [] : inputsOf(field);
    }),
  );
  const texts = withLost(route, given);
  const isTyped = (name: string) => names.has(name) || route.figures?.[name.split('.')[0] ?? ''] !== undefined;
  const typed = Object.entries(texts).filter(([name, values]) => isTyped(name) && values.some((text) => text !== ''));
  const back = deskAddress(texts[BACK]?.[0]);
  return Object.fromEntries(back === undefined ? typed : [...typed, [BACK, [back]]]);
}
