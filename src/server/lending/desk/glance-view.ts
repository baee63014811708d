import { html } from 'hono/html';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { answerView, chosenView } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import type { Html } from './page.ts';
import type { Row } from './values/value-view.ts';

const OVERVIEW = 'books overview';
/** The figures that somebody new must read in ten seconds: how much is out, how much of it is late. */
const BALANCES = [
  'date',
  'outstanding',
  'loans',
  'latePrincipal',
  'lateLoans',
  'par1',
  'par30',
  'par60',
  'par90',
  'unapplied',
];

type Overview = Row & { readonly balances?: readonly Row[]; readonly applications?: readonly Row[] };

/** Tells whether an application stands in a step, or came to it: the other steps take the room of what there is. */
function isMoving({ stage: _, ...counts }: Row): boolean {
  return Object.values(counts).some((count) => count !== 0);
}

/**
 * The few figures that say how the business stands, to stand before what waits, and what moved, to stand behind it.
 * Nothing for a role that has no books and before the first day has ended.
 */
export async function overviewViews(looker: Looker): Promise<{ readonly glance?: Html; readonly moved?: Html }> {
  const route = looker.acts.find(({ name }) => name === OVERVIEW);
  if (!route) return {};
  const answer = await looker.ask(route.path);
  if (!answer.ok) return {};
  const { balances = [], applications = [], date: _, ...rest } = (await answer.json()) as Overview;
  const [today] = balances;
  if (!today) return {};
  const title = looker.say(STAFF_ACTS[OVERVIEW]);
  const link = html`<a href="${addressOf(route)}">${title}</a>`;
  const glance = html`<section class="glance" aria-label="${title}">
    ${chosenView(looker, OVERVIEW, { rows: 'balances', paths: BALANCES, found: today })}
    <p class="acts">${link}</p>
  </section>`;
  const moved = html`<section>
    <h2>${link}</h2>
    ${answerView(looker, OVERVIEW, { ...rest, applications: applications.filter(isMoving) })}
  </section>`;
  return { glance, moved };
}
