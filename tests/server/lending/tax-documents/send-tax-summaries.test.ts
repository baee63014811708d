import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { listTouched } from '#server/lending/privacy/touched-data.ts';
import { makeTaxSummaries, sendTaxSummaries } from '#server/lending/tax-documents/send-tax-summaries.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { aLoan, pay, withLoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { documentsOf, documentThrough, sendAll, sendingContext } from '#tests/support/tax-documents/tax-service.ts';
import { TestTaxService } from '#tests/support/tax-documents/test-tax-service.ts';

const service = withLoanService();
let authority: TestTaxService;
beforeEach(async () => {
  authority = new TestTaxService();
  const { kysely } = service.db;
  const { rows } = await sql<{ id: string }>`select id from parameter
    where key = 'tax-documents' and value ->> 'sending' = 'SUMMARY'`.execute(kysely);
  if (rows.length > 0) return;
  const tax = await policyReader()(kysely, calendarDate('2026-02-15'));
  const value = { ...tax, sending: 'SUMMARY' };
  await changeParameter(service.db, { kind: 'policy', key: 'tax-documents', from: '2026-02-11', value });
});

const send = () => sendAll(sendingContext(service, authority));
/** Hands summaries in, and asks for their answers later. */
const sendAndAsk = async () => {
  await send();
  service.clock.pass({ minutes: 30 });
  await send();
};
const summaries = () =>
  service.db.kysely.selectFrom('tax_summary').select(['id', 'name', 'status', 'ticket']).orderBy('id').execute();

/** Loans that owe something on two days. */
async function twoDays() {
  const [one, other] = [await aLoan(service), await aLoan(service)];
  service.clock.moveTo('2026-01-25');
  await pay(service, other.id, 50);
  await documentThrough(service, '2026-02-15');
  return async () => [...(await documentsOf(service, one.id)), ...(await documentsOf(service, other.id))];
}

describe('documents that go by summary', () => {
  test('one summary for each day; its answer is asked for by its ticket, and is that of its documents', async () => {
    const documents = await twoDays();
    authority.mode = 'waits';
    await send();
    expect((await documents()).map(({ status }) => status)).toEqual(['SENT', 'SENT', 'SENT']);
    expect((await summaries()).slice(-2)).toMatchObject([{ status: 'WAITING' }, { status: 'WAITING' }]);
    authority.mode = 'accepts';
    service.clock.pass({ minutes: 30 });
    await send();
    expect((await documents()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect((await summaries()).slice(-2).map(({ name }) => name.replace(/-\d+$/, ''))).toEqual([
      '20999999990-RC-20260215',
      '20999999990-RC-20260215',
    ]);
    const sent = authority.calls.filter((call) => call.includes('-RC-'));
    expect(new Set(sent).size).toBe(sent.length);
  });

  test('in an incident each client of a summary is found, and only then', async () => {
    const touched = async (incident: Parameters<typeof listTouched>[2]) => {
      const { page } = await listTouched(service.db, testVault(), incident);
      const { rows } = await page({ cursor: undefined, limit: 500 });
      return rows.map(({ personId }) => personId);
    };
    const { personId } = await aLoan(service);
    expect(await touched({ folder: 'tax' })).not.toContain(personId);
    await documentThrough(service, '2026-02-15');
    expect(await touched({ folder: 'tax' })).toContain(personId);
    expect(await touched({ table: 'tax_summary' })).not.toContain(personId);
    await sendAndAsk();
    expect(await touched({ table: 'tax_summary' })).toContain(personId);
  });

  test('nobody knows whether it arrived: the same bytes go again, and its documents are in one summary', async () => {
    const documents = await twoDays();
    authority.mode = 'lost';
    await send();
    authority.mode = 'accepts';
    service.clock.pass({ minutes: 120 });
    await sendAndAsk();
    expect((await documents()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect(authority.contradictions).toEqual([]);
  });

  test('a refused summary is one task, and its documents wait until somebody sends them again', async () => {
    const documents = await twoDays();
    authority.mode = 'refuses';
    await sendAndAsk();
    expect((await documents()).map(({ status }) => status)).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);
    const ids = (await documents()).map(({ id }) => `tax-document:${id}`);
    const tasks = await service.db.kysely
      .selectFrom('staff_task')
      .select('subject')
      .where('subject', 'in', ids)
      .where('done_at', 'is', null)
      .execute();
    expect(tasks).toHaveLength(2);
  });

  test('a copy that is held up longer than its turn does not undo what another one learned', async () => {
    const documents = await twoDays();
    await makeTaxSummaries(sendingContext(service, authority));
    authority.meanwhile = {
      name: '-RC-',
      async run() {
        service.clock.pass({ minutes: 20 });
        await sendAndAsk();
      },
    };
    await sendTaxSummaries(sendingContext(service, authority));
    expect((await documents()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect((await summaries()).slice(-2)).toMatchObject([{ status: 'ACCEPTED' }, { status: 'ACCEPTED' }]);
  });

  test('one whose ticket never came: what the authority has told by itself counts, whatever is missing beside it', async () => {
    const documents = await twoDays();
    authority.mode = 'lost';
    await send();
    const [first, second] = (await documents()).filter(({ date }) => date === '2026-02-14');
    authority.mode = 'knows';
    authority.knownAlone.add(second?.name ?? '');
    service.clock.pass({ minutes: 120 });
    await send();
    const now = await documents();
    expect(now.find(({ id }) => id === first?.id)?.status).toBe('SENT');
    expect(now.find(({ id }) => id === second?.id)?.status).toBe('ACCEPTED');
  });

  test.each([
    ['never came: the same bytes go again', 'accepts'],
    ['is known: its documents are asked about', 'knows'],
  ] as const)('one whose ticket the authority has forgotten, and that %s', async (_, mode) => {
    const documents = await twoDays();
    authority.mode = 'waits';
    await send();
    expect((await documents()).map(({ status }) => status)).toEqual(['SENT', 'SENT', 'SENT']);
    authority.mode = mode;
    authority.forgetTickets();
    if (mode === 'knows') for (const { name } of await documents()) authority.knownAlone.add(name);
    for (let turn = 0; turn < 4; turn += 1) {
      service.clock.pass({ minutes: 30 });
      await send();
    }
    expect((await documents()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
    expect((await summaries()).slice(-2)).toMatchObject([{ status: 'ACCEPTED' }, { status: 'ACCEPTED' }]);
    expect(authority.contradictions).toEqual([]);
  });

  test('two copies make no summary twice and take no number twice', async () => {
    const documents = await twoDays();
    const context = sendingContext(service, authority);
    await Promise.all([makeTaxSummaries(context), makeTaxSummaries(context)]);
    const names = (await summaries()).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    await sendAndAsk();
    expect((await documents()).map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  });
});
