import { expect, test } from 'vitest';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { AFTER, QUEUE_OF } from '#server/lending/desk/after-map.ts';
import { fieldAt } from '#server/lending/desk/answer-view.ts';
import { CHARTS_OF } from '#server/lending/desk/charts.ts';
import { type About, OF_ANSWER, OF_GROUP, OF_ROW, PICTURES_OF } from '#server/lending/desk/desk-map.ts';
import { SUBJECT_OF } from '#server/lending/desk/subject-map.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { type AnswerField, answerFields, rowsOf } from '#server/lending/staff/answer.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';

function routeOf(act: string) {
  return STAFF_ROUTES.find(({ name }) => name === act);
}

function described(act: string): readonly AnswerField[] {
  const answers = routeOf(act)?.answers;
  return typeof answers === 'object' ? answerFields(answers) : [];
}

const namesOf = (act: string) => (routeOf(act) ? fieldsOf(routeOf(act) as never).map(({ name }) => name) : []);
const placesIn = (given: About['with'] = {}) =>
  Object.values(given).flatMap((text) => [...text.matchAll(/\{([\w.]+)\}/g)].map(([, path = '']) => path));

/** Fields of an act that a link or a part gives and it does not ask for. */
function unasked({ act, with: given = {} }: Pick<About, 'act' | 'with'>): string[] {
  return Object.keys(given).flatMap((field) =>
    namesOf(act).includes(field) ? [] : [`${act} is not asked for ${field}`],
  );
}

/** Places of links that the answer or the row, as it is described, does not have. */
function unknown(of: string, abouts: readonly About[], fields: readonly (readonly AnswerField[])[]): string[] {
  return abouts.flatMap(({ act, with: given, when = [], ifMay }) => {
    const states = when.flatMap((state) => Object.keys(state));
    const places = [...placesIn(given), ...placesIn({ ifMay: ifMay ?? '' }), ...states];
    const missing = places.filter((path) => !fields.some((some) => fieldAt(some, path)));
    return [
      ...missing.map((path) => `${of} does not answer ${path}, which ${act} needs`),
      ...unasked({ act, with: given ?? {} }),
    ];
  });
}

test('each place in a link of the desk is a field that the answer has, and its act asks for it', () => {
  const ofAnswers = Object.entries(OF_ANSWER).flatMap(([of, abouts]) => unknown(of, abouts, [described(of)]));
  const ofRows = Object.entries(OF_ROW).flatMap(([key, abouts]) => {
    const [of, rows] = [key.slice(0, key.lastIndexOf(' ')), key.slice(key.lastIndexOf(' ') + 1)];
    const row = described(of).find(({ name }) => name === rows)?.fields;
    return row ? unknown(key, abouts, [row, described(of)]) : [`${of} has no rows ${rows}`];
  });
  const ofGroups = Object.values(OF_GROUP).flatMap((abouts) => abouts.flatMap(unasked));
  expect([...ofAnswers, ...ofRows, ...ofGroups]).toEqual([]);
});

test('each field that a chart draws is a field of the rows of its list', () => {
  const missing = Object.entries(CHARTS_OF).flatMap(([act, charts]) => {
    const answers = routeOf(act)?.answers;
    const names = typeof answers === 'object' ? rowsOf(answers)?.fields.map(({ name }) => name) : [];
    return charts.flatMap(({ along, of }) => [along, ...of].filter((name) => !names?.includes(name)));
  });
  expect(missing).toEqual([]);
});

test('each link after an act is filled in from its form or its answer', () => {
  const asked = (of: string): AnswerField[] =>
    namesOf(of).map((name) => ({ name, kind: 'text', es: name, en: name, fields: [] }));
  const wrong = Object.entries(AFTER).flatMap(([of, abouts]) => unknown(of, abouts, [asked(of), described(of)]));
  expect(wrong).toEqual([]);
  expect(Object.keys({ ...AFTER, ...QUEUE_OF }).filter((act) => routeOf(act)?.method !== 'POST')).toEqual([]);
});

test('each value beside the pictures of a thing, and each name in their addresses, is one that the answer has', () => {
  const wrong = Object.entries(PICTURES_OF).flatMap(([of, { rows, picture, paper, with: given, beside, whose }]) => {
    const row = described(of).find(({ name }) => name === rows)?.fields ?? [];
    const files = [picture, paper].map((act): About => ({ act, with: given }));
    const missing = [...beside, ...placesIn({ whose })].filter((path) => !fieldAt(described(of), path));
    return [...missing, ...unknown(of, files, [row, described(of)])];
  });
  expect(wrong).toEqual([]);
});

test('each field of the thing above a form is described by the act that shows it', () => {
  const missing = Object.entries(SUBJECT_OF).flatMap(([of, parts]) =>
    parts.flatMap(({ act, rows, fields, with: given }) => {
      const all = described(act);
      const own = rows === undefined ? all : (all.find(({ name }) => name === rows)?.fields ?? []);
      const unfound = fields
        .filter((path) => !fieldAt(own, path))
        .map((path) => `${of}: ${act} does not answer ${path}`);
      return [...unfound, ...unasked({ act: act as StaffActName, with: given })];
    }),
  );
  expect([...new Set(missing)]).toEqual([]);
});
