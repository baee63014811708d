import { describe, expect, test } from 'vitest';
import { listOptions } from '#api/endpoints/applications/list-options.ts';
import { OPTION_LIST_NAMES, OPTION_LISTS } from '#api/options.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('200', () => {
  test.each(OPTION_LIST_NAMES)(
    '%s has every code once, in order, with words in both languages',
    { tags: 'spec-7.15' },
    async (name) => {
      const answer = await callEndpoint(lending, listOptions, { params: { name } });
      const list = acceptedBody(answer);
      expect(list.map(({ code }) => code)).toEqual([...OPTION_LISTS[name]]);
      expect(list.map(({ order }) => order)).toEqual(list.map((_, index) => index + 1));
      for (const { code, label, active } of list) {
        expect(active).toBe(true);
        // A code that shows through is a label that was forgotten; X is called X.
        if (code !== 'X') expect([label.es, label.en]).not.toContain(code);
        expect(Math.min(label.es.length, label.en.length)).toBeGreaterThan(0);
      }
      for (const language of ['es', 'en'] as const) {
        expect(new Set(list.map(({ label }) => label[language])).size).toBe(list.length);
      }
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    },
  );

  test('how somebody lives, as it is asked', async () => {
    const list = acceptedBody(await callEndpoint(lending, listOptions, { params: { name: 'ResidenceStatus' } }));
    expect(list.map(({ label }) => label.es)).toEqual([
      'Propia',
      'De mi familia',
      'Alquilada',
      'Propia con hipoteca',
      'Otra situación',
    ]);
  });
});

describe('404', () => {
  test.each(['Gender', 'residencestatus', 'constructor', '__proto__', '../places', ' '])(
    'there is no list %j',
    async (name) => {
      const { status, body } = await callEndpoint(lending, listOptions, { params: { name } });
      expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'There is nothing here.' } }]);
    },
  );
});
