import { describe, expect, test } from 'vitest';
import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { marketingParams } from '#stores/marketing-params.ts';
import { callEndpoint, createTestLending, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('204', () => {
  test('the parameters of a link are kept for 28 days, where the page can read them', {
    tags: ['asvs-3.3.1', 'asvs-3.3.2', 'spec-3.37', 'spec-9.1'],
  }, async () => {
    const answer = await callEndpoint(lending, keepMarketingParams, {
      body: { query: '?utm_source=radio&token=secret&ref=a%26b' },
    });
    expect(answer.status).toBe(204);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toBe('marketingParams=utm_source=radio&ref=a%26b; Path=/; Max-Age=2419200; SameSite=Lax; Secure');
    expect(marketingParams(cookie)).toEqual({ utm_source: 'radio', ref: 'a&b' });
  });

  test('a link without any keeps what an earlier one left', async () => {
    const answer = await callEndpoint(lending, keepMarketingParams, { body: { query: 'token=secret' } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('in production the cookie travels over HTTPS only', async () => {
    const production = createTestLending(lending.db, { production: true });
    const answer = await callEndpoint(production, keepMarketingParams, { body: { query: 'ref=1' } });
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

describe('400', () => {
  test.each([
    [{}, 'query.required'],
    [{ query: 7 }, 'query.invalid'],
    [{ query: 'x'.repeat(8_193) }, 'query.too_long'],
    [{ query: 'ref=1', path: '/' }, 'path.unknown'],
  ])('%j is refused with %s', async (body, code) => {
    const answer = await callEndpoint(lending, keepMarketingParams, { body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});
