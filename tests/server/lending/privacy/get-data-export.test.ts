import { describe, expect, test } from 'vitest';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { calendarDate } from '#loan/calendar.ts';
import { scoreApplications } from '#server/lending/applications/score-application.ts';
import { RULE_SET } from '#server/lending/applications/underwriting/decide.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import { insertClosing } from '#server/lending/profile/closing-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import {
  anApplicant,
  EX1_INQUIRY,
  NO_PICTURES,
  PHOTO,
  scoringContext,
  uploadFile,
} from '#tests/support/applications/applicant.ts';
import { DATA_CLASSES } from '#tests/support/database/data-classes.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  asOperator,
  OPERATOR_TOKEN as PAYMENTS_TOKEN,
  sendVoucherForm,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower, type Borrower, proveAgain, sessionHeaders, signIn } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { PICTURE, waitingRecovery } from '#tests/support/people/recovery.ts';
import { answerRequest, askFor } from '#tests/support/privacy/data-requests.ts';
import { unzip } from '#tests/support/privacy/unzip.ts';

describe('200', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const payments = withPayments();

  const PDF = Buffer.from('%PDF-1.7 /Type /Page ');

  const download = ({ headers }: Pick<Borrower, 'headers'>) => lending.app.request(getDataExport.path, { headers });

  async function aClientWithDocument(): Promise<Borrower> {
    const client = await aBorrower(lending, { stepUp: ['data-request'], firstName: 'Ñusta' });
    const { db, vault, clock } = lending;
    const notice = {
      personId: client.personId,
      loanId: null,
      type: 'PRIVACY_NOTICE',
      cause: 'sign-up',
      language: 'es',
      title: 'Aviso de privacidad',
      bytes: PDF,
      businessDate: calendarDate(clock.businessDate()),
      now: clock.now(),
    } as const;
    await db.kysely.transaction().execute((trx) => storeDocument(trx, vault, notice));
    return client;
  }

  test('an answered request for access opens everything kept about the client, in the clear, with every paper', {
    tags: 'promise-data-of-a-client',
  }, async () => {
    const client = await aClientWithDocument();
    await proveAgain(lending, client, ['change-bank-account']);
    const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
    acceptedBody(await callEndpoint(lending, changeBankAccount, { headers: client.headers, body: account }));
    await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
    const answer = await download(client);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzip(new Uint8Array(await answer.arrayBuffer()));
    const data = JSON.parse(files.get('data.json')?.bytes.toString('utf8') ?? '');
    const { documentNumber, phone, email, personId } = client;
    expect(data.person).toMatchObject({ firstName: 'Ñusta', documentNumber, phone, email });
    // It counts a day later, and is kept about the client already.
    expect(data.contactChanges).toMatchObject([{ kind: 'BANK_ACCOUNT', value: expect.stringContaining(account.cci) }]);
    expect(data.dataRequests).toMatchObject([{ type: 'ACCESS', status: 'DONE' }]);
    const [document] = [...files.keys()].filter((name) => name.startsWith('papers/privacy-notice-v1-'));
    expect(files.get(document ?? '')?.bytes).toEqual(PDF);

    const { headers } = client;
    const log = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
    expect(log.items.filter(({ kind }) => kind === 'DATA_EXPORT')).toHaveLength(1);
    const rows = await readAudit(lending.db.kysely, `person:${personId}`);
    expect(rows.map(({ action }) => action)).toContain('data.export');
  });

  test('nothing of anybody else is in it', async () => {
    const [client, other] = [await aClientWithDocument(), await aClientWithDocument()];
    await answerRequest(lending, await askFor(lending, client, 'PORTABILITY'), 'DONE');
    const bytes = Buffer.from(await (await download(client)).arrayBuffer());
    expect(bytes.includes(client.phone)).toBe(true);
    for (const theirs of [other.phone, other.email, other.documentNumber, other.personId]) {
      expect(bytes.includes(theirs)).toBe(false);
    }
    expect((await download(other)).status).toBe(409);
  });

  test('the list says until when', async () => {
    const client = await aClientWithDocument();
    await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
    const { headers } = client;
    const { items } = acceptedBody(await callEndpoint(lending, listDataRequests, { headers }));
    expect(items).toMatchObject([{ exportUntil: '2026-01-22T17:00:00.000Z' }]);
  });

  async function exportOf(client: Borrower) {
    await answerRequest(payments, await askFor(payments, client, 'ACCESS'), 'DONE', PAYMENTS_TOKEN);
    const answer = await payments.app.request(getDataExport.path, { headers: client.headers });
    expect(answer.status).toBe(200);
    const files = unzip(new Uint8Array(await answer.arrayBuffer()));
    return { files, data: JSON.parse(files.get('data.json')?.bytes.toString('utf8') ?? '') };
  }

  const isEmpty = (value: unknown): boolean =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0);

  describe('every table that holds something about a client', () => {
    test('is in the export, or it is said why not', () => {
      for (const [table, { sealed, personal, exportedAs, notExported }] of Object.entries(DATA_CLASSES)) {
        const told = [exportedAs, notExported].filter(Boolean);
        expect(told, table).toHaveLength(sealed || personal ? 1 : 0);
      }
    });

    test('stands where it is said to stand', async () => {
      const client = await aDebtor(payments);
      await proveAgain(payments, client, ['data-request']);
      const { data } = await exportOf(client);
      const places = Object.values(DATA_CLASSES).flatMap(({ exportedAs }) => exportedAs ?? []);
      expect(
        Object.keys(data)
          .filter((key) => key !== 'exportedAt')
          .sort(),
        'export it in privacy/data-export-store.ts, or say why not in tests/support/database/data-classes.ts',
      ).toEqual([...new Set(places)].sort());
    });
  });

  test('what a client has sent and asked for is in it, with the files as they were sent', async () => {
    const client = await aDebtor(payments);
    await proveAgain(payments, client, ['data-request']);
    const payment = await startPayment(payments, client, { purpose: 'PAYOFF', method: 'MANUAL' });
    const fields = { operationNumber: '00123456', bankId: 'BCP', paidAt: '2026-01-15', amount: '509.44' };
    await sendVoucherForm(payments, client, payment.id, fields, [['voucher.pdf', PDF]]);
    await waitingRecovery(payments, client);
    const call = { channel: 'CALL', recipient: 'CLIENT' };
    expect((await asOperator(payments, `contact/${client.number}/attempts`, call)).status).toBe(201);
    await asOperator(payments, `contact/${client.number}/pauses`, { reason: 'COMPLAINT' });
    const closing = { personId: client.personId, closesOn: '2026-01-29', now: payments.clock.now() };
    await payments.db.kysely.transaction().execute((trx) => insertClosing(trx, closing));
    const { files, data } = await exportOf(client);
    expect(data.phoneRecoveries).toMatchObject([{ status: 'WAITING', newPhone: '+51912000111' }]);
    expect(data.vouchers).toMatchObject([{ operationNumber: '00123456', amountCents: 50_944 }]);
    expect(data.contacts).toMatchObject([{ channel: 'CALL' }]);
    expect(data.closings).toMatchObject([{ closesOn: '2026-01-29' }]);
    for (const key of ['loans', 'payments', 'payouts', 'contactPauses']) {
      expect([key, isEmpty(data[key])]).toEqual([key, false]);
    }
    const sent = [...files.keys()].filter((name) => name.startsWith('files/')).sort();
    expect(sent).toEqual([
      expect.stringMatching(/^files\/phone-recovery-[\da-f]{8}\.jpeg$/),
      expect.stringMatching(/^files\/voucher-[\da-f]{8}\.pdf$/),
    ]);
    expect(files.get(sent[0] ?? '')?.bytes.toString('base64')).toBe(PICTURE);
    expect(files.get(sent[1] ?? '')?.bytes).toEqual(PDF);
  });

  test('an application is in it with its device, its pictures, what was decided and what was offered', async () => {
    const came = { webQueryParams: { utm_source: 'radio' }, deviceData: { browser: 'Firefox 151' } };
    const inquiry = { ...EX1_INQUIRY, ...came };
    const client = await anApplicant(payments, 'DEVICE', { stepUp: ['data-request'], inquiry });
    await uploadFile(payments, client.headers, 'DNI_FRONT', PHOTO);
    acceptedBody(await callEndpoint(payments, submitDeviceStep, { headers: client.headers, body: NO_PICTURES }));
    await scoreApplications(scoringContext(payments));
    const { files, data } = await exportOf(client);
    const [application] = data.applications;
    expect(application).toMatchObject({
      amount: 500,
      marketing: { utm_source: 'radio' },
      caller: 'in-process',
      device: { browser: 'Firefox 151' },
      files: [{ type: 'DNI_FRONT' }],
      decisions: [{ by: 'engine', outcome: 'APPROVE', ruleSet: RULE_SET }],
      offers: [{ amount: 500, term: 30 }],
    });
    expect(application.history.length).toBeGreaterThan(3);
    const [picture = ''] = [...files.keys()].filter((name) => name.startsWith('files/'));
    expect(picture).toMatch(/^files\/SOL-2026-\d+-dni-front-[\da-f]{8}\.jpeg$/);
    expect(files.get(picture)?.bytes).toEqual(Buffer.from(PHOTO));
  });
});

describe('409', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  async function codeOf(headers: Borrower['headers']): Promise<unknown> {
    const answer = await lending.app.request(getDataExport.path, { headers });
    return answer.status === 200 ? 200 : [answer.status, (await answer.json()).error.code];
  }

  const asker = () => aBorrower(lending, { stepUp: ['data-request'] });

  const NOT_READY = [409, 'export_not_ready'];

  test('before the answer there is no file, and after a no neither', async () => {
    const client = await asker();
    expect(await codeOf(client.headers)).toEqual(NOT_READY);
    const id = await askFor(lending, client, 'ACCESS');
    expect(await codeOf(client.headers)).toEqual(NOT_READY);
    await answerRequest(lending, id, 'DENIED');
    expect(await codeOf(client.headers)).toEqual(NOT_READY);
  });

  test('a correction that was made does not hand out everything', async () => {
    const client = await asker();
    await answerRequest(lending, await askFor(lending, client, 'RECTIFICATION'), 'DONE');
    expect(await codeOf(client.headers)).toEqual(NOT_READY);
  });

  test('it is there for seven days', { tags: 'promise-data-of-a-client' }, async () => {
    const client = await asker();
    await answerRequest(lending, await askFor(lending, client, 'ACCESS'), 'DONE');
    lending.clock.pass({ hours: 7 * 24 - 1 });
    expect(await codeOf(sessionHeaders(await signIn(lending, client.personId)))).toBe(200);
    lending.clock.pass({ hours: 2 });
    expect(await codeOf(sessionHeaders(await signIn(lending, client.personId)))).toEqual(NOT_READY);
  });
});
