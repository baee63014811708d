import { expect, test } from 'vitest';
import type { HttpApp } from '#server/kit/http.ts';
import type { Act } from '#server/lending/staff/act.ts';
import {
  type AnswerField,
  answer,
  answerFields,
  cents,
  code,
  date,
  list,
  many,
  rows,
  rowsOf,
  soles,
  text,
  thing,
} from '#server/lending/staff/answer.ts';
import { describeStaffApi } from '#server/lending/staff/staff-document.ts';
import { holdingAnswers } from '#tests/support/lending/described-answers.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';

const HUES = { SKY_BLUE: ['Celeste', 'Sky blue'] } as const;

/** The document of the API has no fields that we name: it is an OpenAPI document. */
const described = STAFF_ROUTES.filter(({ name }) => name !== 'api document');

function everyField(fields: readonly AnswerField[]): readonly AnswerField[] {
  return fields.flatMap((field) => [field, ...everyField(field.fields)]);
}

test('every act says what it answers, and every field and code of it has words in both languages', () => {
  const unsaid = described.flatMap(({ name, answers }) => {
    if (answers === undefined) return [name];
    if (typeof answers === 'string') return [];
    return everyField(answerFields(answers)).flatMap(({ name: own, es, en, codes = {} }) => {
      const words = [[es, en], ...Object.values(codes)];
      return words.every(([one, other]) => one && other && one !== own) ? [] : [`${name} ${own}`];
    });
  });
  expect(unsaid, 'describe it in the *-answers.ts beside the act, with words other than its name').toEqual([]);
});

test('a field is read with its kind, its words and its place, whether it may be missing or not', () => {
  const fields = answerFields(
    answer({
      hue: code(HUES, 'Color', 'Hue').nullable().optional(),
      days: many(date('Días', 'Days')),
      of: thing('De', 'Of', { paid: soles('Pagado', 'Paid').nullable() }).nullable(),
      lines: rows('Líneas', 'Lines', { owed: cents('Debe', 'Owed') }).optional(),
    }),
  );
  expect(fields).toMatchObject([
    { name: 'hue', kind: 'code', es: 'Color', en: 'Hue', codes: HUES },
    { name: 'days', kind: 'date', es: 'Días' },
    { name: 'of', kind: 'thing', fields: [{ name: 'paid', kind: 'soles', en: 'Paid' }] },
    { name: 'lines', kind: 'rows', fields: [{ name: 'owed', kind: 'cents', es: 'Debe' }] },
  ]);
});

test('a list is told by its rows; where its page stands is not one of its fields', () => {
  const answers = list('hues', 'Colores', 'Hues', { note: text('Nota', 'Note') }, { on: date('Día', 'Day') });
  expect(rowsOf(answers)?.fields.map(({ name }) => name)).toEqual(['note']);
  expect(answerFields(answers).map(({ name }) => name)).toEqual(['hues', 'on']);
  expect(rowsOf(answer({ hues: text('Colores', 'Hues') }))).toBeUndefined();
});

test('the document of the API describes each answer, and leaves out what only the desk reads', () => {
  const document = describeStaffApi(STAFF_ROUTES, { title: 'Mañay', siteUrl: 'https://manay.example' });
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    readonly operationId: string;
    readonly responses: Record<number, { readonly content: Record<string, { readonly schema: { type?: string } }> }>;
  }[];
  const untyped = operations.filter(({ responses }) => {
    const [{ schema = {} } = {}] = Object.values(responses[200]?.content ?? {});
    return schema.type === undefined;
  });
  expect(untyped.map(({ operationId }) => operationId)).toEqual([]);
  expect(JSON.stringify(document)).not.toMatch(
    /"(?:words|kind|codes|isCarried)":(?!\{"(?:type|description|anyOf|enum|const))/,
  );
});

test('an answer of another form than described fails the test that asked for it', async () => {
  const route: Act | undefined = STAFF_ROUTES.find(({ name }) => name === 'tasks done');
  const of = (body: object) =>
    holdingAnswers({ request: (async () => Response.json(body)) as HttpApp['request'] }).request(
      (route as Act).path.replace(':id', 'x'),
      { method: 'POST' },
    );
  expect((await of({ status: 'DONE' })).status).toBe(200);
  await expect(of({ status: 'DONE', by: 'ana' })).rejects.toThrow(/tasks done answers otherwise than it says/);
  await expect(of({})).rejects.toThrow(/tasks done/);
});
