import { expect, test } from 'vitest';
import { APPLICATION_DOCUMENT_TYPES, INFORMATION_ITEMS, reasonTextKeys } from '#api/application-information.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { INFORMATION_KINDS, REJECTION_REASONS } from '#loan/application-decisions.ts';

test('every reason has a text that says what it means and one that says what to do', () => {
  const keys = REJECTION_REASONS.flatMap((reason) => Object.values(reasonTextKeys(reason)));
  expect(keys.filter((key) => !(key in MESSAGES))).toEqual([]);
});

test('a document is asked for with the types that are taken for it, anything else without', () => {
  for (const { kind, acceptedTypes } of Object.values(INFORMATION_ITEMS)) {
    expect(INFORMATION_KINDS).toContain(kind);
    expect(acceptedTypes.length > 0).toBe(kind === 'DOCUMENT');
  }
  const asked = new Set(Object.values(INFORMATION_ITEMS).flatMap(({ acceptedTypes }) => acceptedTypes));
  expect([...asked].sort()).toEqual([...APPLICATION_DOCUMENT_TYPES].sort());
});
