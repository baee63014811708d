import { html } from 'hono/html';
import { encode } from 'uqr';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { WAY_IN } from '#i18n/staff-way-in.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import { inFours } from '#server/kit/totp.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import type { Looker } from '../ask.ts';
import { actForm, type FormState } from '../forms/act-form.ts';
import { deskPage, type Html, type PageStatus } from '../page.ts';
import type { Given } from '../request-of.ts';

export const CONFIRM = '/desk/invitation/confirm';

/**
 * The second factor of an invited colleague and the field for its first code. A page that comes back after a wrong code
 * has the app's key no more: it is in the app, or everything begins again.
 */
export function setUpPage(
  looker: Looker,
  route: StaffRoute,
  { given, uri, problem }: { readonly given: Given; readonly uri?: string; readonly problem?: FormState['problem'] },
  status: PageStatus = 200,
): Response | Promise<Response> {
  const { say } = looker;
  const kept = fieldsOf(route).filter(({ name }) => name !== 'code');
  const parts = Object.fromEntries(
    kept.map(({ name }) => [name, hiddenInputs([[name, given.texts[name]?.[0] ?? '']])]),
  );
  const form = actForm(looker, route, { texts: {}, parts, problem }, CONFIRM);
  const main = html`${uri === undefined ? '' : keyView(looker, uri)}${form}
    <p><a href="/desk/invitation">${say(WAY_IN.begin_again)}</a></p>`;
  return deskPage(looker, { title: say(WAY_IN.your_app), main, status });
}

function keyView({ say }: Looker, uri: string): Html {
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return html`<p>${say(WAY_IN.invited)}</p>
    ${squareView(uri)}
    <p>${say(WAY_IN.app_key)}: <code>${inFours(key)}</code></p>
    <p><a href="${uri}">${say(WAY_IN.open_app)}</a></p>`;
}

/** Dark on light in the dark look too, because cameras expect it; the key beside it says the same. */
function squareView(text: string): Html {
  const { data, size } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return html`<svg width="192" viewBox="0 0 ${size} ${size}" aria-hidden="true" shape-rendering="crispEdges">
    <rect width="${size}" height="${size}" fill="#fff"/>
    <path d="${dots}" fill="#000"/>
  </svg>`;
}

/** The codes for the day on which the app is lost, shown this once: the colleague is signed in and may add a passkey. */
export function codesPage(looker: Looker, codes: readonly string[]): Response | Promise<Response> {
  const { say } = looker;
  const main = html`<p class="note good" role="status">${say(WAY_IN.keep_codes)}</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <p class="acts">
      <a href="/desk/account/add-passkey">${say(STAFF_ACTS['account add-passkey'])}</a>
      <a href="/desk/">${say(DESK.waits)}</a>
    </p>`;
  return deskPage(looker, { title: say(WAY_IN.in_force), main });
}
