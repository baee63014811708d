import { expect, test } from 'vitest';
import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending({ trustedProxies: 1 });
const from = (address: string) => ({ body: {}, headers: { 'X-Forwarded-For': address } });

test('one address tells ten devices a minute; others and other calls are not slowed down', async () => {
  for (let call = 0; call < 10; call += 1) {
    expect((await callEndpoint(lending, sendDeviceData, from('203.0.113.7'))).status).toBe(201);
  }
  const answer = await callEndpoint(lending, sendDeviceData, from('203.0.113.7'));
  expect(answer).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(6);
  expect((await callEndpoint(lending, sendDeviceData, from('198.51.100.1'))).status).toBe(201);
  const other = { ...from('203.0.113.7'), body: { query: 'ref=1' } };
  expect((await callEndpoint(lending, keepMarketingParams, other)).status).toBe(204);
});
