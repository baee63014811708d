import { describe, expect, test } from 'vitest';
import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { isSuppressed } from '#server/lending/people/store/suppression-store.ts';
import { htmlValidator } from '#tests/support/html-validator.ts';
import { acceptedBody, callEndpoint, createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const tell = ({ personId }: Borrower, kind: 'next-loan' | 'plan-broken', key: string) => {
  const params = kind === 'plan-broken' ? { loanNumber: 'P-2026-0000077' } : {};
  const now = lending.clock.now();
  return lending.db.kysely
    .transaction()
    .execute((trx) => notify(trx, { personId, kind, params, naturalKey: key, now } as Parameters<typeof notify>[1]));
};

/** A client who agreed to advertising by e-mail and SMS, and the address that a letter of it has. */
async function advertisedTo(): Promise<{ readonly client: Borrower; readonly path: string; readonly body: string }> {
  const client = await aBorrower(lending);
  const body = { acceptMarketing: true, channels: { email: true, sms: true } };
  await callEndpoint(lending, setMarketingConsent, { headers: client.headers, body });
  await tell(client, 'next-loan', 'one');
  const [letter] = (await deliverMessages(lending)).emails;
  const { origin, pathname, search } = new URL(letter?.unsubscribeUrl ?? '');
  expect(origin).toBe('https://manay.example');
  return { client, path: `${pathname}${search}`, body: letter?.body ?? '' };
}

/** As the server of a mailbox posts: no cookie, no origin. */
const oneClick = (path: string) =>
  lending.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
const agreed = async ({ personId }: Borrower) => (await readMarketingConsent(lending.db.kysely, personId)).channels;
const ledger = ({ personId }: Borrower) =>
  lending.db.kysely
    .selectFrom('consent_event')
    .select(['purpose', 'granted'])
    .where('person_id', '=', personId)
    .execute();

describe('the link of an advertising letter', () => {
  test('one click of a mail program ends advertising by e-mail, and nothing else', {
    tags: 'promise-advertising',
  }, async () => {
    const { client, path, body } = await advertisedTo();
    expect(body).toContain(`https://manay.example${path}`);
    const answer = await oneClick(path);
    expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await agreed(client)).toEqual({ sms: true, email: false, call: false, whatsapp: false });
    expect(await isSuppressed(lending.db.kysely, client.personId, 'email')).toBe(true);
    const { headers } = client;
    const { channels } = acceptedBody(await callEndpoint(lending, getNotificationPreferences, { headers }));
    expect(channels).toEqual({ email: true, sms: true });
    await tell(client, 'next-loan', 'two');
    await tell(client, 'plan-broken', 'three');
    const { emails, texts } = await deliverMessages(lending);
    expect(emails.map(({ subject, unsubscribeUrl }) => [subject, unsubscribeUrl])).toEqual([
      [expect.stringContaining('plan'), undefined],
    ]);
    expect(texts.some(({ text }) => text.includes('pedir otro préstamo'))).toBe(true);
  });

  test('opened, also by a scanner, it changes nothing and shows a button to the same address', {
    tags: 'asvs-3.5.3',
  }, async () => {
    const { client, path } = await advertisedTo();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await lending.app.request(path, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (method === 'HEAD') continue;
      const html = await answer.text();
      expect(html).toContain(`<form method="post" action="${path}">`);
      expect(await htmlValidator({})(html)).toEqual([]);
    }
    expect((await agreed(client)).email).toBe(true);
    expect(await ledger(client)).toHaveLength(4);
  });

  test('pressed twice, or by two at once, it is the same, with one receipt', async () => {
    const { client, path } = await advertisedTo();
    const answers = await Promise.all([oneClick(path), oneClick(path)]);
    answers.push(await lending.app.request(path, { method: 'POST' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await agreed(client)).email).toBe(false);
    const { items } = acceptedBody(await callEndpoint(lending, listDocuments, { headers: client.headers, query: {} }));
    // Two of the yes, one of the no.
    expect(items.filter(({ type }) => type === 'CONSENT_RECEIPT')).toHaveLength(3);
  });

  test('in English, and the page that answers is valid', async () => {
    const { path } = await advertisedTo();
    const english = path.replace('lang=es', 'lang=en');
    expect(await (await lending.app.request(english)).text()).toContain('Stop advertising');
    const done = await (await oneClick(english)).text();
    expect(done).toContain('href="/en/profile/settings/"');
    expect(await htmlValidator({})(done)).toEqual([]);
  });

  test('changed, cut or made up, it ends nothing of anybody', async () => {
    const { client, path } = await advertisedTo();
    const [base = '', query = ''] = path.split('?');
    const token = base.slice(base.lastIndexOf('/') + 1);
    const flip = (at: number) => {
      const letter = token[at] === 'A' ? 'B' : 'A';
      return `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
    };
    for (const other of [flip(0), flip(10), flip(24), flip(40), token.slice(0, -1), `${token}A`, 'x', '%00']) {
      const answer = await oneClick(`${base.slice(0, base.lastIndexOf('/'))}/${other}?${query}`);
      expect(answer.status, other).toBe(404);
      expect(await answer.text()).toContain('incompleto');
    }
    expect((await agreed(client)).email).toBe(true);
  });

  test('it works while the product is closed', async () => {
    const { client, path } = await advertisedTo();
    const closed = createTestLending(lending.db, { clock: lending.clock, maintenance: () => Promise.resolve(true) });
    expect((await closed.app.request(path, { method: 'POST' })).status).toBe(200);
    expect((await agreed(client)).email).toBe(false);
  });
});
