import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { consentIn } from '#api/consent.ts';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

describe('201', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  const TEXT = 'a'.repeat(64);

  async function decide(granted: boolean, cookie = '') {
    const answer = await callEndpoint(lending, recordConsent, {
      body: { purpose: 'ANALYTICS', granted, textVersion: TEXT },
      headers: { cookie, 'X-Forwarded-For': '203.0.113.7' },
    });
    expect(answer.status).toBe(201);
    const cookies = answer.headers.getSetCookie();
    const deviceId =
      /^__Host-did=([^;]+)/.exec(cookies.find((line) => line.startsWith('__Host-did=')) ?? '')?.[1] ?? '';
    return { consentId: acceptedBody(answer).consentId, cookies, deviceId };
  }

  function ledgerOf(deviceId: string) {
    const rows = lending.db.kysely.selectFrom('consent_event').selectAll().where('device_id', '=', deviceId);
    return rows.orderBy('created_at').execute();
  }

  test('a yes is written into the ledger with its words, and remembered by the browser for half a year', async () => {
    const { consentId, cookies, deviceId } = await decide(true);
    expect(await ledgerOf(deviceId)).toEqual([
      {
        id: consentId,
        device_id: deviceId,
        person_id: null,
        purpose: 'ANALYTICS',
        granted: true,
        text_version: TEXT,
        channel: 'WEB',
        actor: 'VISITOR',
        caller: '203.0.113.7',
        created_at: new Date('2026-01-15T17:00:00Z'),
      },
    ]);
    expect(cookies).toContain('__Host-consent=1.granted; Path=/; Max-Age=15552000; SameSite=Lax; Secure');
    expect(cookies.map((cookie) => consentIn(/^__Host-consent=([^;]*)/.exec(cookie)?.[1]))).toContain('granted');
  });

  test('a change of mind is a second row of the same browser; the first one stays', async () => {
    const { deviceId } = await decide(true);
    lending.clock.moveTo('2026-01-20');
    const { cookies } = await decide(false, `__Host-did=${deviceId}`);
    expect((await ledgerOf(deviceId)).map(({ granted }) => granted)).toEqual([true, false]);
    expect(cookies).toContain('__Host-consent=1.refused; Path=/; Max-Age=15552000; SameSite=Lax; Secure');
  });

  test.each(['update consent_event set granted = false', 'delete from consent_event', 'truncate consent_event'])(
    'nobody can %s',
    async (statement) => {
      await decide(true);
      await expect(sql.raw(statement).execute(lending.db.kysely)).rejects.toThrow('append-only');
    },
  );
});

describe('400', () => {
  const lending = withTestLending();

  const GOOD = { purpose: 'ANALYTICS', granted: true, textVersion: 'a'.repeat(64) };

  test.each([
    [{ ...GOOD, purpose: 'EVERYTHING' }, 'purpose.not_allowed'],
    [{ ...GOOD, granted: 'yes' }, 'granted.invalid'],
    [{ ...GOOD, textVersion: 'v1' }, 'textVersion.invalid'],
    [{ purpose: 'ANALYTICS', granted: true }, 'textVersion.required'],
  ])('%j is refused with %s', async (body, code) => {
    const answer = await callEndpoint(lending, recordConsent, { body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});
