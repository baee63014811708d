import { describe, expect, test } from 'vitest';
import { keepMarketingParams } from '#api/endpoints/people/keep-marketing-params.ts';
import { sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

describe('201', () => {
  const lending = withTestLending();

  const PHONE = sendDeviceData.examples[0]?.body as Record<string, unknown>;

  async function send(body: unknown, headers: Record<string, string> = {}) {
    const answer = await callEndpoint(lending, sendDeviceData, { body, headers });
    expect(answer.status).toBe(201);
    return { deviceId: acceptedBody(answer).deviceId, cookie: answer.headers.get('set-cookie') ?? '' };
  }

  async function rowOf(deviceId: string) {
    const row = await lending.db.kysely
      .selectFrom('device')
      .selectAll()
      .where('id', '=', deviceId)
      .executeTakeFirstOrThrow();
    const place = { table: 'device', column: 'data', id: deviceId };
    return { ...row, data: JSON.parse(lending.vault.open(String(row.data), place)) };
  }

  test('a device is remembered with every field it told, until thirteen months later', async () => {
    const { deviceId, cookie } = await send(PHONE);
    expect(cookie).toBe(`__Host-did=${deviceId}; Path=/; Max-Age=31536000; SameSite=Lax; Secure; HttpOnly`);
    const row = await rowOf(deviceId);
    expect(row.data).toEqual(PHONE);
    expect(row.first_seen_at.toISOString()).toBe('2026-01-15T17:00:00.000Z');
    expect(row.forget_on).toBe('2027-02-15');
  });

  test('the same browser is the same device, seen again', async () => {
    const { deviceId } = await send(PHONE);
    lending.clock.moveTo('2026-03-01');
    const again = await send({ ...PHONE, osVersion: '15' }, { cookie: `auth=x; __Host-did=${deviceId}` });
    expect(again.deviceId).toBe(deviceId);
    const row = await rowOf(deviceId);
    expect(row.data).toMatchObject({ osVersion: '15' });
    expect([row.first_seen_at, row.last_seen_at].map((at) => at.toISOString().slice(0, 10))).toEqual([
      '2026-01-15',
      '2026-03-01',
    ]);
    expect(row.forget_on).toBe('2027-04-01');
  });

  test.each(['__Host-did=1', "__Host-did='; drop table device", '__Host-did=00000000-0000-0000-0000-000000000000'])(
    'a cookie that we did not write (%s) makes a new device',
    async (cookie) => {
      const { deviceId } = await send(PHONE, { cookie });
      expect(cookie).not.toContain(deviceId);
      expect(await rowOf(deviceId)).toBeDefined();
    },
  );

  test('the user agent is cut at 512 characters', async () => {
    const { deviceId } = await send({ originalUserAgent: 'á'.repeat(2_000) });
    expect((await rowOf(deviceId)).data).toEqual({ originalUserAgent: 'á'.repeat(512) });
  });

  test('what a browser tells wrongly or beyond the list is left out, and never an error', async () => {
    const { deviceId } = await send({ os: 7, isIos: 'yes', browser: null, isPc: true, password: 'secret' });
    expect((await rowOf(deviceId)).data).toEqual({ isPc: true });
  });

  test('a character that is cut in two leaves none that a database cannot hold', async () => {
    const { deviceId } = await send({ originalUserAgent: `${'a'.repeat(511)}😀` });
    expect((await rowOf(deviceId)).data).toEqual({ originalUserAgent: `${'a'.repeat(511)}\ufffd` });
  });
});

describe('400', () => {
  const lending = withTestLending();

  /** A body of exactly so many bytes. */
  function bodyOf(bytes: number): string {
    const empty = JSON.stringify({ more: '' });
    return JSON.stringify({ more: 'x'.repeat(bytes - empty.length) });
  }

  test('8 KB are taken, a byte more is not', async () => {
    expect((await callEndpoint(lending, sendDeviceData, { body: bodyOf(8_192) })).status).toBe(201);
    const answer = await callEndpoint(lending, sendDeviceData, { body: bodyOf(8_193) });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['body.too_large']]);
  });

  test('a body that grows while it arrives is stopped at the same limit', async () => {
    const response = await lending.app.request(sendDeviceData.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: new Blob([bodyOf(9_000)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
  });

  test.each(['[]', '"iPhone"', 'null', '{'])('%s is not a device', async (body) => {
    expect((await callEndpoint(lending, sendDeviceData, { body })).status).toBe(400);
  });
});

describe('429', () => {
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
});
