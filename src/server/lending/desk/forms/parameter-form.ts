import { html } from 'hono/html';
import { formatDate } from '#i18n/format-date.ts';
import { PARAMETER_KEY, PARAMETER_KIND, parameterWords } from '#i18n/staff-codes/parameters.ts';
import { typedRefusal } from '#i18n/staff-desk.ts';
import { FIGURES } from '#i18n/staff-figures.ts';
import { fill } from '#i18n/translate.ts';
import { hiddenInputs, optionsView } from '#server/kit/html-form.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { addressOf, type Looker } from '../ask.ts';
import { figuresIn } from '../figure-text.ts';
import type { Html } from '../page.ts';
import { type Given, requestOf, type WrongField, withoutBlanks } from '../request-of.ts';
import { BACK } from '../way-back.ts';
import { actForm, type FormState } from './act-form.ts';
import { labelled } from './field-parts.ts';
import { figureFields } from './figure-form.ts';
import { figuresTyped, textsOfValue, withoutGaps, withStored } from './figure-value.ts';

/** The act whose value has a field for each of its figures. */
export const PROPOSE = 'parameter propose';
const VALUE = 'value';
/** The first day of the value that stands beside what is typed. */
const BESIDE = 'beside';

type Texts = FormState['texts'];

interface InForce {
  readonly kind: string;
  readonly key: string;
  readonly value: unknown;
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** The form that changes a parameter: a field for each of its figures, beside what is in force on its first day. */
export async function parameterForm(looker: Looker, route: StaffRoute, state: FormState): Promise<Html> {
  const { say } = looker;
  const { kind, key } = namedIn(state.texts);
  const figures = figuresIn(route, VALUE, { kind, key });
  if (!figures) return isBegun(state) ? unknownForm(looker, route, state) : chooseView(looker, route, { kind, key });
  const known = await readInForce(looker, { kind, key });
  const beside = besideOf(looker, known, state.texts);
  const texts = partsIn(state.texts)
    ? withoutGaps(figures, VALUE, state.texts)
    : textsOfValue(figures, VALUE, jsonIn(state.texts) ?? beside?.value);
  const wrong = state.problem?.fields ?? {};
  const whole = wrong[VALUE] === undefined ? '' : html`<p class="err" role="alert">${wrong[VALUE]}</p>`;
  const fields = figureFields({ say, texts, wrong }, figures, { above: VALUE, now: beside?.value });
  const parts = {
    kind: hiddenInputs([['kind', kind]]),
    key: hiddenInputs([['key', key]]),
    [VALUE]: html`${hiddenInputs([[BESIDE, beside?.validFrom ?? '']])}${whole}${fields}`,
  };
  const later = known.filter(({ validFrom }) => validFrom > (beside?.validFrom ?? firstDayOf(looker, state.texts)));
  return actForm(looker, route, { ...state, subject: subjectOf(looker, { kind, key }, { beside, later }), parts });
}

/** Tells whether anything besides its name was typed, or refused: it comes back, whatever the name is. */
function isBegun({ problem, texts }: FormState): boolean {
  return problem !== undefined || Object.keys(texts).some((name) => !['kind', 'key', BACK].includes(name));
}

/** The form without figures, until it names a parameter that there is. */
function unknownForm(looker: Looker, route: StaffRoute, state: FormState): Html {
  const parts = { [VALUE]: hiddenInputs([[VALUE, state.texts[VALUE]?.[0] ?? '']]) };
  return actForm(looker, route, { ...state, parts });
}

function subjectOf(
  { say }: Looker,
  named: Pick<InForce, 'kind' | 'key'>,
  { beside, later }: { readonly beside: InForce | undefined; readonly later: readonly InForce[] },
): Html {
  const words = say(beside ? FIGURES.planned : FIGURES.begins);
  const planned = later.map(
    ({ validFrom }) => html`<p class="note">${fill(words, { date: formatDate(validFrom) })}</p>`,
  );
  const none = beside ? '' : html`<p class="note">${say(FIGURES.nothing_in_force)}</p>`;
  return html`<h2>${say(parameterWords(named))}</h2>${none}${planned}`;
}

/** Every parameter that there is, in words; and a way to those of a product that has none yet. */
async function chooseView(looker: Looker, route: StaffRoute, asked: Pick<InForce, 'kind' | 'key'>): Promise<Html> {
  const { say } = looker;
  const isKnown = (named: Pick<InForce, 'kind' | 'key'>) => figuresIn(route, VALUE, { ...named }) !== undefined;
  const named = Object.keys(PARAMETER_KIND).flatMap((kind) =>
    Object.keys(PARAMETER_KEY).flatMap((key) => (isKnown({ kind, key }) ? [{ kind, key }] : [])),
  );
  const stored = (await readInForce(looker, {})).filter(isKnown);
  const all = new Map([...stored, ...named].map((one) => [`${one.kind} ${one.key}`, one]));
  const links = [...all.values()]
    .map(({ kind, key }) => ({ text: say(parameterWords({ kind, key })), address: addressOf(route, { kind, key }) }))
    .sort((a, b) => a.text.localeCompare(b.text))
    .map(({ text, address }) => html`<li><a href="${address}">${text}</a></li>`);
  const wrong = asked.kind === '' ? '' : html`<p class="note bad" role="alert">${say(FIGURES.no_such)}</p>`;
  const ofProducts = Object.entries(PARAMETER_KIND)
    .filter(([kind]) => isKnown({ kind, key: '1' }))
    .map(([kind, [es, en]]) => [kind, say({ es, en })] as const);
  const product = say({ es: PARAMETER_KIND.product[0], en: PARAMETER_KIND.product[1] });
  const kinds = html`<select class="in" id="f-kind" name="kind">${optionsView(ofProducts)}</select>`;
  const number = html`<input class="in" id="f-key" name="key" inputmode="numeric" autocomplete="off">`;
  return html`${wrong}<p class="note">${say(FIGURES.choose)}</p>
    <ul class="links">${links}</ul>
    <details>
      <summary>${say(FIGURES.another)}</summary>
      <form class="act" method="get" action="${addressOf(route)}">
        ${labelled('f-kind', product, kinds)}${labelled('f-key', say(FIGURES.product_number), number)}
        <button class="btn">${say(FIGURES.open)}</button>
      </form>
    </details>`;
}

/** Reads what was typed into the fields of its figures as the one value that the API is asked for. */
export async function parameterAsked(
  looker: Looker,
  route: StaffRoute,
  given: Given,
): Promise<{ readonly given: Given; readonly wrong: readonly WrongField[] }> {
  const { kind, key } = namedIn(given.texts);
  const figures = figuresIn(route, VALUE, { kind, key });
  if (!figures || !partsIn(given.texts)) return { given, wrong: [] };
  const wrong: WrongField[] = [];
  const texts = withoutGaps(figures, VALUE, given.texts);
  const typed = figuresTyped(figures, VALUE, texts, (field, why) => wrong.push({ field, why: typedRefusal(why) }));
  const beside = besideOf(looker, await readInForce(looker, { kind, key }), given.texts);
  const value = withStored(figures, typed, beside?.value);
  if (given.texts[BESIDE]?.[0] !== (beside?.validFrom ?? ''))
    wrong.push({ field: 'validFrom', why: typedRefusal('other_value_then') });
  else if (isSame(value, beside?.value)) wrong.push({ field: VALUE, why: typedRefusal('nothing_changed') });
  return { given: { ...given, texts: { ...given.texts, [VALUE]: [JSON.stringify(value)] } }, wrong };
}

function namedIn(texts: Texts): Pick<InForce, 'kind' | 'key'> {
  const [kind = '', key = ''] = [texts['kind']?.[0], texts['key']?.[0]].map((text = '') => withoutBlanks(text));
  return { kind, key };
}

/** Tells whether the figures of a value came one by one, and not as the JSON of a command. */
function partsIn(texts: Texts): boolean {
  return Object.keys(texts).some((name) => name.startsWith(`${VALUE}.`));
}

function jsonIn(texts: Texts): unknown {
  try {
    return JSON.parse(texts[VALUE]?.[0] ?? '');
  } catch {
    return undefined;
  }
}

/** The value in force on the first day of the new one. */
function besideOf(looker: Looker, known: readonly InForce[], texts: Texts): InForce | undefined {
  const from = firstDayOf(looker, texts);
  const isThen = ({ validFrom, validTo }: InForce) => validFrom <= from && (validTo === null || validTo >= from);
  return known.find(isThen);
}

/** The day from which the new value is to be in force; today while no day is typed. */
function firstDayOf({ context }: Looker, texts: Texts): string {
  const [day = ''] = texts['validFrom'] ?? [];
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : context.clock.businessDate();
}

async function readInForce(looker: Looker, named: Readonly<Record<string, string>>): Promise<readonly InForce[]> {
  const route = looker.acts.find(({ name }) => name === 'parameter list');
  if (!route) return [];
  const texts = Object.fromEntries(Object.entries({ ...named, limit: '500' }).map(([name, text]) => [name, [text]]));
  const asked = requestOf(route, { texts });
  if (asked.kind === 'wrong') return [];
  const answer = await looker.ask(asked.path, asked.init);
  return answer.ok ? ((await answer.json()) as { readonly parameters: readonly InForce[] }).parameters : [];
}

/** Tells whether two values say the same, in whatever order their figures are stored. */
function isSame(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [two]) => (one < two ? -1 : 1)))
        : inner,
    );
  return b !== undefined && sorted(a) === sorted(b);
}
