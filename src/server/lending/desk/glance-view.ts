import { html } from 'hono/html';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { chosenView } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import type { Html } from './page.ts';
import type { Row } from './value-view.ts';

const OVERVIEW = 'books overview';
/** The figures that somebody new must read in ten seconds: how much is out, how much of it is late. */
const BALANCES = ['date', 'outstanding', 'loans', 'latePrincipal', 'lateLoans', 'par1', 'par30', 'unapplied'];

/**
 * Draws the few figures that say how the business stands, before what waits. Undefined for a role that has no books and
 * before the first day has ended.
 */
export async function glanceView(looker: Looker): Promise<Html | undefined> {
  const route = looker.acts.find(({ name }) => name === OVERVIEW);
  if (!route) return undefined;
  const answer = await looker.ask(route.path);
  if (!answer.ok) return undefined;
  const { balances = [] } = (await answer.json()) as { readonly balances?: readonly Row[] };
  const [today] = balances;
  if (!today) return undefined;
  const title = looker.say(STAFF_ACTS[OVERVIEW]);
  return html`<section class="glance" aria-label="${title}">
    ${chosenView(looker, OVERVIEW, { rows: 'balances', paths: BALANCES, found: today })}
    <p class="acts"><a href="${addressOf(route)}">${title}</a></p>
  </section>`;
}
