import { html } from 'hono/html';
import { DESK } from '#i18n/staff-desk.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { chosenView } from './answer-view.ts';
import type { Looker } from './ask.ts';
import { changeView, figuresIn } from './figure-text.ts';
import { chosenIn, linesView, MATCH_MANY } from './forms/match-form.ts';
import type { Html } from './page.ts';
import { type Given, requestOf } from './request-of.ts';
import { SUBJECT_OF, type SubjectPart } from './subject-map.ts';
import { filled } from './values/value-view.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Shows the thing that an act is about, as far as the colleague's roles may see it: a person, an amount, a reason.
 * Undefined when nothing of it is known, as when the form was opened without saying which.
 */
export async function subjectView(looker: Looker, route: StaffRoute, texts: Given['texts']): Promise<Html | undefined> {
  if (route.name === MATCH_MANY) {
    const chosen = chosenIn(texts);
    return chosen.length > 0 ? linesView(looker, chosen) : undefined;
  }
  let known: Row = Object.fromEntries(Object.entries(texts).map(([name, [value]]) => [name, value || undefined]));
  const views: Html[] = [];
  for (const part of SUBJECT_OF[route.name] ?? []) {
    const found = await readPart(looker, part, known);
    if (!found) continue;
    // A form's own id stays the one that is meant.
    known = { ...found, ...known };
    views.push(partView(looker, part, found));
  }
  return views.length > 0
    ? html`<section class="subject" aria-label="${looker.say(DESK.subject)}">${views}</section>`
    : undefined;
}

/** Longer than any number or id of a thing: what else stands in a field is not asked for. */
const LONGEST = 100;

async function readPart(looker: Looker, part: SubjectPart, known: Row): Promise<Row | undefined> {
  const route = looker.acts.find(({ name }) => name === part.act);
  const given = Object.entries(part.with).map(([field, text]) => [field, filled(text, known)] as const);
  if (!route || given.some(([, value]) => value === undefined || value.length > LONGEST)) return undefined;
  const texts = Object.fromEntries(given.map(([field, value]) => [field, [value as string]]));
  const asked = requestOf(route, { texts });
  if (asked.kind === 'wrong') return undefined;
  const answer = await looker.ask(asked.path, asked.init);
  if (!answer.ok) return undefined;
  const body = (await answer.json()) as Row;
  if (part.rows === undefined) return body;
  const rows = (body[part.rows] ?? []) as readonly Row[];
  const { by = 'id' } = part;
  return part.with[by] === undefined && known[by] !== undefined ? rows.find((row) => row[by] === known[by]) : rows[0];
}

function partView(looker: Looker, { act, rows, fields }: SubjectPart, found: Row): Html {
  const route = looker.acts.find(({ name }) => name === act);
  const figures = 'before' in found ? figuresIn(route, 'value', found) : undefined;
  const paths = figures ? fields.filter((path) => path !== 'before' && path !== 'value') : fields;
  const change = figures ? changeView(looker, figures, { before: found['before'], after: found['value'] }) : '';
  return html`${change}${chosenView(looker, act, { rows, paths, found })}`;
}
