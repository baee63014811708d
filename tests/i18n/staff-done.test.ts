import { expect, test } from 'vitest';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { doneSentence, placesOf, STAFF_DONE } from '#i18n/staff-done.ts';
import { codesOf, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';

/** Acts that change nothing although they are posted, because what is asked must not be in an address; and sessions. */
const WITHOUT = [
  ...['search', 'fraud look-up', 'logout'],
  ...['sign-in', 'passkey-sign-in', 'desk-code-sign-in', 'take-invitation', 'confirm-invitation'],
];
/** Values that only an answer knows. */
const ANSWERED = [
  'businessDate',
  'count',
  'ended',
  'flags',
  'id',
  'issued',
  'matched',
  'name',
  'number',
  'people',
  'personId',
  'rewrapped',
  'status',
];

test('each act that changes something says so in a sentence, in both languages, of values that it has', () => {
  const changing = STAFF_ROUTES.filter(({ method, name }) => method !== 'GET' && !WITHOUT.includes(name));
  expect(changing.map(({ name }) => name).sort(), 'give each POST its sentence in src/i18n/staff-done.ts').toEqual(
    Object.keys(STAFF_DONE).sort(),
  );
  for (const route of changing) {
    const { es, en } = STAFF_DONE[route.name as keyof typeof STAFF_DONE];
    const places = placesOf(en);
    expect(placesOf(es).sort(), route.name).toEqual(places.sort());
    const known = [...fieldsOf(route).filter(({ isRequired, place }) => isRequired || place === 'params')];
    const names = [...known.map(({ name }) => name), ...ANSWERED, 'validUntil'];
    expect(
      places.filter((place) => !names.includes(place)),
      route.name,
    ).toEqual([]);
    expect(`${es}${en}`, route.name).toMatch(/^[^.].*\..*\.$/);
  }
});

function codesOfAct(name: StaffActName) {
  const route = STAFF_ROUTES.find((one) => one.name === name);
  return route ? codesOf(route) : {};
}

function said(name: StaffActName, given: Record<string, readonly string[]>, answer: Record<string, unknown>) {
  return (['es', 'en'] as const).map(
    (language) => doneSentence(name, language, given, answer, codesOfAct(name))?.sentence,
  );
}

test('a number takes the singular or the plural, a code its words, a day and an amount their form', () => {
  expect(said('fraud add', {}, { flags: 1 })).toEqual(['Se puso 1 alerta de fraude.', '1 fraud flag was added.']);
  expect(said('fraud add', {}, { flags: 2 })).toEqual([
    'Se pusieron 2 alertas de fraude.',
    '2 fraud flags were added.',
  ]);
  expect(said('payments ask', { id: ['PG-1'] }, { status: 'REFUNDED' })).toEqual([
    'El pago PG-1 está así: Devuelto.',
    'Payment PG-1 is now: Refunded.',
  ]);
  expect(said('date close', {}, { businessDate: '2026-01-15' })).toEqual([
    'Se cerró el día 15/01/2026.',
    '15/01/2026 was closed.',
  ]);
  expect(said('statements correct', { id: ['L-1'], amount: ['1.200'] }, { amount: 1200 })[1]).toBe(
    'Line L-1 is booked at S/\u00a01.200,00.',
  );
});

test("a colleague's own words stay as typed, and a value that is missing makes no half sentence", () => {
  expect(said('complaints assign', { code: ['LR-1'], assignee: ['DONE'] }, { status: 'ASSIGNED' })[1]).toBe(
    'LR-1 was assigned to DONE.',
  );
  expect(said('date close', {}, {})).toEqual([undefined, undefined]);
  expect(said('search', { text: ['Ana'] }, {})).toEqual([undefined, undefined]);
});
