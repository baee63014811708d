import { describe, expect, test } from 'vitest';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { asColleague, importStatement, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { atDesk, deskLinks } from '#tests/support/staff/desk-session.ts';

const payments = withPayments();
const DATE = '15/01/2026';

async function aClientNamed(firstName: string, lastName1: string, lastName2?: string) {
  const borrower = await aBorrower(payments, { firstName, lastName1, ...(lastName2 && { lastName2 }) });
  const loan = await aLoan(payments.loans, EX1_TERMS, borrower.personId);
  return { ...borrower, loan, number: loan.loan.number };
}

interface Row {
  readonly id: string;
  readonly bank_ref: string;
  readonly candidates: readonly {
    readonly owner: string;
    readonly loan: string;
    readonly client: string;
    readonly why: string[];
  }[];
}

let refs = 0;
/** A line of the bank that names nothing of ours. */
async function aLine(amount: string, description: string): Promise<Row> {
  refs += 1;
  const ref = `7700${String(refs).padStart(4, '0')}`;
  await importStatement(payments, [[DATE, ref, amount, description]]);
  return (await waiting()).find(({ bank_ref }) => bank_ref === ref) as Row;
}

async function waiting(): Promise<readonly Row[]> {
  const answer = await asColleague(payments, 'Ana', 'unapplied?limit=200');
  return ((await answer.json()) as { unapplied: Row[] }).unapplied;
}

interface Answer {
  readonly status: number;
  readonly approval?: string;
  readonly matched?: number;
  readonly amount?: number;
  readonly lines?: { readonly id: string; readonly outcome: string; readonly why: string | null }[];
  readonly error?: { readonly code: string; readonly message: string; readonly fieldErrors?: unknown };
}

async function said(name: string, path: string, body: unknown): Promise<Answer> {
  const answer = await asColleague(payments, name, path, body);
  return { ...((await answer.json()) as object), status: answer.status };
}
const matchMany = (name: string, lines: readonly string[]) => said(name, 'unapplied/match-many', { lines });
const isOpen = async (id: string) => (await waiting()).some((row) => row.id === id);

describe('candidates of a line', () => {
  test('the client of whom two names stand in the words of the bank, however they are spelt', async () => {
    const client = await aClientNamed('Alba', 'Quispe', 'Núñez');
    await aClientNamed('Alba', 'Huamán');
    const { candidates } = await aLine('50.00', 'YAPE ALBA QUISPE NUNEZ');
    expect(candidates).toEqual([
      { owner: client.number, loan: client.number, client: 'Alba Quispe Núñez', why: ['name'] },
    ]);
  });

  test('one name alone, or the beginning of one, says nothing', async () => {
    await aClientNamed('Zenobia', 'Tupayachi');
    expect((await aLine('51.00', 'YAPE ZENOBIA')).candidates).toEqual([]);
    expect((await aLine('51.10', 'TRANSF ZENO TUPAY')).candidates).toEqual([]);
  });

  test('the loan whose number stands there, and the payment that waits for this amount, which comes first with two reasons', async () => {
    const [other, client] = [await aClientNamed('Ciro', 'Mamani'), await aClientNamed('Dina', 'Poma')];
    const numbered = await aLine('52.00', `PAGO ${client.number.replaceAll('-', '')}`);
    expect(numbered.candidates).toMatchObject([{ owner: client.number, why: ['number'] }]);
    const waits = await startPayment(payments, client, { purpose: 'PARTIAL', amount: 53.21, method: 'MANUAL' });
    const same = await startPayment(payments, other, { purpose: 'PARTIAL', amount: 53.21, method: 'MANUAL' });
    const line = await aLine('53.21', 'DE DINA POMA');
    expect(line.candidates).toMatchObject([
      { owner: waits.id, loan: client.number, why: ['name', 'amount'] },
      { owner: same.id, loan: other.number, why: ['amount'] },
    ]);
  });
});

describe('a small amount', () => {
  test('with a fitting name takes one account, in bulk and alone', async () => {
    const client = await aClientNamed('Elsa', 'Ccori');
    const [one, two] = [await aLine('99.00', 'YAPE ELSA CCORI'), await aLine('100.00', 'YAPE CCORI ELSA')];
    const done = await matchMany('Ana', [`${one.id}=${client.number}`]);
    expect(done).toMatchObject({ status: 200, matched: 1, amount: 99, lines: [{ id: one.id, outcome: 'MATCHED' }] });
    expect(await said('Ana', `unapplied/${two.id}/match`, { loanNumber: client.number })).toMatchObject({
      status: 200,
    });
    const [last] = (await readAudit(payments.db.kysely, `money:${one.id}`)).slice(-1);
    expect(last).toMatchObject({ actor: 'operator:Ana', action: 'money.match' });
  });

  test.each([
    ['more than the parameter', '100.01', 'YAPE FELIX APAZA', 'Felix'],
    ['no name', '20.00', 'YAPE', 'Gil'],
    ['the name of somebody else', '20.00', 'YAPE HUGO CHOQUE', 'Hernan'],
  ])('%s takes two', async (_, amount, description, firstName) => {
    const client = await aClientNamed(firstName, firstName === 'Felix' ? 'Apaza' : 'Choque');
    const line = await aLine(amount, description);
    expect(await matchMany('Ana', [`${line.id}=${client.number}`])).toMatchObject({ status: 202 });
    expect(await said('Ana', `unapplied/${line.id}/match`, { loanNumber: client.number })).toMatchObject({
      status: 202,
    });
    expect(await isOpen(line.id)).toBe(true);
  });

  test('with a name that two clients have takes two', async () => {
    const client = await aClientNamed('Ivan', 'Condori');
    const other = await aClientNamed('Ivan', 'Condori');
    const line = await aLine('20.00', 'YAPE IVAN CONDORI');
    expect(line.candidates).toHaveLength(2);
    for (const { number } of [client, other]) {
      expect(await matchMany('Ana', [`${line.id}=${number}`])).toMatchObject({ status: 202 });
    }
  });
});

describe('several lines', () => {
  test('are one proposal, which another account approves with what they come to', async () => {
    const client = await aClientNamed('Julia', 'Vilca');
    const lines = [await aLine('150.00', 'YAPE JULIA VILCA'), await aLine('20.50', 'YAPE JULIA VILCA')];
    const asked = lines.map(({ id }) => `${id}=${client.number}`);
    const { status, approval } = await matchMany('Ana', asked);
    expect(status).toBe(202);
    expect(await Promise.all(lines.map(({ id }) => isOpen(id)))).toEqual([true, true]);
    const wrong = await said('Luis', `approvals/${approval}/approve`, { amount: 170 });
    expect(wrong).toMatchObject({ status: 400, error: { fieldErrors: [{ field: 'amount', code: 'mismatch' }] } });
    expect((await said('Ana', `approvals/${approval}/approve`, { amount: 170.5 })).error?.code).toBe('four_eyes');
    const done = await said('Luis', `approvals/${approval}/approve`, { amount: 170.5 });
    expect(done).toMatchObject({ status: 200, matched: 2, amount: 170.5 });
    expect(await Promise.all(lines.map(({ id }) => isOpen(id)))).toEqual([false, false]);
  });

  test('that were matched meanwhile are told one by one, and never booked twice', async () => {
    const [client, other] = [await aClientNamed('Karen', 'Ticona'), await aClientNamed('Lola', 'Ramos')];
    const [gone, left] = [await aLine('150.00', 'YAPE KAREN TICONA'), await aLine('160.00', 'YAPE KAREN TICONA')];
    const { approval } = await matchMany('Ana', [`${gone.id}=${client.number}`, `${left.id}=${client.number}`]);
    for (const name of ['Rosa', 'Luis']) await said(name, `unapplied/${gone.id}/match`, { loanNumber: other.number });
    const done = await said('Luis', `approvals/${approval}/approve`, { amount: 310 });
    expect(done).toMatchObject({
      status: 200,
      matched: 1,
      amount: 160,
      lines: [
        { id: gone.id, outcome: 'NOT_OPEN' },
        { id: left.id, outcome: 'MATCHED' },
      ],
    });
    const booked = await payments.db.kysely
      .selectFrom('loan_fact')
      .select('loan_id')
      .where('id', 'in', [gone.id, left.id])
      .execute();
    expect(booked).toHaveLength(2);
    const again = await matchMany('Ana', [`${gone.id}=${client.number}`, `${left.id}=${client.number}`]);
    expect(again).toMatchObject({ status: 409, error: { code: 'money_state' } });
  });

  test('of which a loan refuses one: the others are booked, and the reason is told', async () => {
    const client = await aClientNamed('Marta', 'Puma');
    const [one, two] = [await aLine('10.00', 'YAPE MARTA PUMA'), await aLine('11.00', 'YAPE MARTA PUMA')];
    const asked = [`${one.id}=P-2020-0000001`, `${two.id}=${client.number}`];
    const { approval } = await matchMany('Ana', asked);
    const done = await said('Luis', `approvals/${approval}/approve`, { amount: 21 });
    expect(done.lines).toMatchObject([{ outcome: 'REFUSED', why: expect.any(String) }, { outcome: 'MATCHED' }]);
    expect(await isOpen(one.id)).toBe(true);
  });

  test('one line twice, or nothing, is refused', async () => {
    const client = await aClientNamed('Nelly', 'Coila');
    const { id } = await aLine('12.00', 'YAPE NELLY COILA');
    const line = `${id}=${client.number}`;
    expect(await matchMany('Ana', [line, line])).toMatchObject({
      status: 400,
      error: { fieldErrors: [{ field: 'lines', code: 'duplicate' }] },
    });
    expect((await matchMany('Ana', [])).status).toBe(400);
    expect((await matchMany('Ana', [`${id}=anybody`])).status).toBe(400);
    expect(await isOpen(id)).toBe(true);
  });
});

describe('at the desk', () => {
  test('lines are ticked with amount, words of the bank, person and why; the second account reads the same', async () => {
    const client = await aClientNamed('Olga', 'Yupanqui');
    const line = await aLine('130.00', 'YAPE OLGA YUPANQUI');
    const without = await aLine('131.00', 'DEPOSITO VENTANILLA');
    const [ana, luis] = [await atDesk(payments, 'Ana', ['finance']), await atDesk(payments, 'Luis', ['finance'])];
    expect(deskLinks(await ana.open('/desk/payments/unapplied'))).toContain(
      '/desk/payments/match-many?back=%2Fdesk%2Fpayments%2Funapplied',
    );
    const form = await ana.open('/desk/payments/match-many');
    const value = `${line.id}=${client.number}`;
    const words = (text: string) =>
      text
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('\u00a0', ' ')
        .replaceAll(/\s+/g, ' ');
    expect(form.text).toContain(`type="checkbox" name="lines" value="${value}"`);
    const label = `S/ 130,00 · 15/01/2026 · YAPE OLGA YUPANQUI → ${client.number} · Olga Yupanqui Huamán (Nombre que coincide)`;
    expect(words(form.text)).toContain(label);
    expect(deskLinks(form)).toContain(`/desk/payments/match?id=${without.id}`);
    const asked = await ana.send('/desk/payments/match-many', { lines: value });
    expect(asked.text).toContain('Esto mueve dinero');
    expect(words(asked.text)).toContain(label);
    const seen = /name="amounts-seen" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    const proposed = await ana.send('/desk/payments/match-many', { lines: value, 'amounts-seen': seen });
    const { text } = await luis.open('/desk/approvals/list');
    const approval = [...text.matchAll(/approvals\/approve\?id=([\w-]+)/g)].at(-1)?.[1];
    expect(proposed.status).toBe(200);
    const second = await luis.open(`/desk/approvals/approve?id=${approval}`);
    expect(words(second.text)).toContain(label);
    const done = await luis.send('/desk/approvals/approve', { id: approval ?? '', amount: '130' });
    expect(done.status).toBe(200);
    expect(await isOpen(line.id)).toBe(false);
  });
});
