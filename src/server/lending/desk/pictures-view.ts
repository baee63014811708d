import { html } from 'hono/html';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { PICTURE_TYPES } from '#server/kit/attachments.ts';
import { answerFields } from '#server/lending/staff/answer.ts';
import { chosenView, fieldAt } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import { PICTURES_OF, type PicturesOf } from './desk-map.ts';
import type { Html } from './page.ts';
import { filled } from './values/value-view.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Pictures and papers of a thing, beside each other and beside the data that they are compared with. Of each type the
 * newest picture is shown; what came before it, and papers, are links.
 */
export function picturesView(looker: Looker, act: StaffActName, answer: Row): Html | string {
  const of = PICTURES_OF[act];
  if (!of || !looker.acts.some(({ name }) => name === of.picture)) return '';
  const sent = ((answer[of.rows] ?? []) as readonly Row[]).filter((row) => Boolean(row['submittedAt']));
  const newestFirst = inOrder(sent.toReversed(), of);
  const shown = newestFirst.filter(
    (row, place) => isPicture(row) && newestFirst.findIndex((one) => one['type'] === row['type']) === place,
  );
  if (newestFirst.length === 0) return '';
  const figures = shown.map((row) => figure(looker, act, { of, answer, row }));
  const links = newestFirst
    .filter((row) => !shown.includes(row))
    .map((row) => {
      const address = addressTo(isPicture(row) ? of.picture : of.paper, { of, answer, row });
      return html`<li><a href="${address}">${typeOf(looker, act, of, row)} (${formatOf(row)})</a></li>`;
    });
  const title = looker.say(STAFF_ACTS[of.picture]);
  return html`<div class="beside">
    ${chosenView(looker, act, { paths: of.beside, found: answer })}
    <section aria-label="${title}">
      <div class="pictures">${figures}</div>
      ${links.length > 0 ? html`<ul class="links">${links}</ul>` : ''}
    </section>
  </div>`;
}

interface Drawn {
  readonly of: PicturesOf;
  readonly answer: Row;
  readonly row: Row;
}

/** A picture, which opens by itself in its own size. */
function figure(looker: Looker, act: StaffActName, drawn: Drawn): Html {
  const { of, answer, row } = drawn;
  const address = addressTo(of.picture, drawn);
  const type = typeOf(looker, act, of, row);
  const whose = filled(of.whose, answer);
  const alt = whose === undefined ? type : `${type}: ${whose}`;
  return html`<figure>
    <a href="${address}"><img src="${address}" alt="${alt}"></a>
    <figcaption>${type}</figcaption>
  </figure>`;
}

function addressTo(act: StaffActName, { of, answer, row }: Drawn): string {
  const given = Object.entries(of.with).map(([field, text]) => [field, filled(text, row, answer) ?? '']);
  return addressOf({ name: act }, Object.fromEntries(given) as Record<string, string>);
}

function typeOf({ acts, say }: Looker, act: StaffActName, { rows }: PicturesOf, { type }: Row): string {
  const answers = acts.find(({ name }) => name === act)?.answers;
  const codes = typeof answers === 'object' ? fieldAt(answerFields(answers), `${rows}.type`)?.codes : undefined;
  const [es = String(type), en = String(type)] = codes?.[String(type)] ?? [];
  return say({ es, en });
}

function isPicture({ mediaType }: Row): boolean {
  return PICTURE_TYPES.has(String(mediaType));
}

/** `application/pdf` → `PDF`. */
function formatOf({ mediaType }: Row): string {
  return String(mediaType).split('/').at(-1)?.toUpperCase() ?? '';
}

function inOrder(rows: readonly Row[], { types }: PicturesOf): readonly Row[] {
  const place = ({ type }: Row) => (types.includes(String(type)) ? types.indexOf(String(type)) : types.length);
  return [...rows].sort((a, b) => place(a) - place(b));
}
