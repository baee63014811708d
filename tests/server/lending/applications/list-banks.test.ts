import { afterEach, describe, expect, test } from 'vitest';
import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const setBcp = (change: { active?: boolean; position?: number }) =>
  lending.db.kysely.updateTable('bank').set(change).where('id', '=', 'bcp').execute();

afterEach(() => setBcp({ active: true, position: 1 }));

const banks = async (session: 'basic' | 'full' = 'full') => {
  const { headers } = await aBorrower(lending, { session });
  return acceptedBody(await callEndpoint(lending, listBanks, { headers }));
};

describe('200', () => {
  test('the largest bank comes first, with what its accounts look like', {
    tags: ['spec-3.31', 'spec-7.16'],
  }, async () => {
    const [first, second, ...rest] = await banks();
    expect(first).toEqual({ id: 'bcp', name: 'BCP', code: '002', accountLengths: [13, 14], cciPrefix: '002' });
    expect(second).toMatchObject({ id: 'interbank', cciPrefix: '003', accountLengths: [] });
    expect(rest.length).toBeGreaterThan(5);
  });

  test('no two banks share a code, and every code is that of its CCIs', async () => {
    const all = await banks();
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, cciPrefix } of all) {
      expect(code).toMatch(/^\d{3}$/);
      expect(cciPrefix).toBe(code);
    }
  });

  test('a remembered browser may read them: they say nothing about the client', async () => {
    expect((await banks('basic')).length).toBeGreaterThan(0);
  });

  test('a bank the lender has switched off is not offered, and the order is the lender’s', async () => {
    await setBcp({ active: false });
    expect((await banks()).map(({ id }) => id)).not.toContain('bcp');
    await setBcp({ active: true, position: 99 });
    expect((await banks()).at(-1)?.id).toBe('bcp');
  });
});
