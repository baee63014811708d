import { addDays, calendarDate, daysBetween } from '#loan/calendar.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import { asColleague, asOperator, OPERATOR_TOKEN } from '../payments/payments.ts';
import { type Company, note } from './company.ts';
import { SETTLEMENT, settle } from './settling.ts';
import { act, listed, type Unnamed } from './staff-call.ts';
import { csvOf } from './statements.ts';

/** A working day of Ana and Luis, in its order. */
export async function work(company: Company): Promise<void> {
  const { clock } = company;
  clock.pass({ minutes: 10 });
  await importStatement(company);
  await review(company);
  await matchMoney(company);
  await lookAfterPayments(company);
  await giveBack(company);
  await settle(company);
  await callLateClients(company);
}

/** The bank's file of the day, sometimes sent twice, with what is to be seen in it. */
async function importStatement(company: Company): Promise<void> {
  const { luck, statements, app } = company;
  const file = statements.file(luck);
  const times = luck.happens(0.05) ? 2 : 1;
  for (let time = 0; time < times && file.length > 0; time += 1) {
    const answer = await app.request('/api/v1/staff/bank-statements?bank=BCP', {
      method: 'POST',
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': luck.oneOf(['Ana', 'Luis']) },
      body: csvOf(file),
    });
    const said = (await answer.json()) as Imported;
    note(company, 'statements import');
    if (answer.status !== 200) throw new Error(`a statement is refused: ${answer.status} ${JSON.stringify(said)}`);
    if (said.debits > 0) throw new Error(`money that went out is left alone: ${JSON.stringify(said)}`);
    for (const { message } of said.problems) leaveToPeople(company, message);
  }
}

interface Imported {
  readonly debits: number;
  readonly problems: readonly { readonly message: string }[];
}

/** Nothing of a statement is a problem but a credit that the bank takes back when its money has gone on already. */
function leaveToPeople({ statements }: Company, problem: string): void {
  const [, number] = /back of operation (\d+) .* not there any more\. Ask the bank\.$/.exec(problem) ?? [];
  const line = statements.lines.findLast((one) => one.number === number && one.soles < 0);
  if (!line) throw new Error(`a problem with a statement: ${problem}`);
  statements.leftToPeople.add(line);
}

interface Waiting {
  readonly reference: string;
  readonly amount: number;
}

/** Applications that the engine leaves to people. */
async function review(company: Company): Promise<void> {
  const { luck } = company;
  for (const { reference, amount } of await listed<Waiting>(company, 'applications', 'applications')) {
    const path = `applications/${reference}`;
    const note = 'Looked at with care.';
    if (luck.happens(0.15)) {
      const code = luck.oneOf(['income_proof', 'employer_phone', 'bank_account']);
      await act(company, 'applications need-info', `${path}/need-info`, { items: [{ code }] });
    } else if (luck.happens(0.3)) {
      await act(company, 'applications reject', `${path}/reject`, { reasons: ['affordability'], note });
    } else {
      await approve(company, path, amount);
    }
  }
}

/** For what was asked or, where that is more than the client may have, for less; by two where one is not enough. */
async function approve(company: Company, path: string, amount: number): Promise<void> {
  for (let most = amount; most >= 100; most -= most > 1000 ? 500 : 100) {
    const body = { amount: most, note: 'Looked at with care.' };
    const answer = await asOperator(company, `${path}/approve`, body);
    note(company, `applications approve ${answer.status}`);
    if (answer.status >= 500) throw new Error(`${path} answers ${answer.status}`);
    if (answer.status === 400) continue;
    const { kind } = (await answer.json()) as { readonly kind?: string };
    if (kind !== 'second-needed') return;
    const second = await asColleague(company, 'Luis', `${path}/approve`, body);
    note(company, `applications approve by a second account ${second.status}`);
    if (!second.ok) throw new Error(`${path} answers ${second.status} ${await second.text()}`);
    return;
  }
}

/** Money that names nobody: to whom it most likely belongs, or back after a month. */
async function matchMoney(company: Company): Promise<void> {
  const { luck, clock } = company;
  const today = calendarDate(clock.businessDate());
  for (const money of await listed<Unnamed>(company, 'unapplied', 'unapplied')) {
    const path = `unapplied/${money.id}`;
    if (money.description?.startsWith(SETTLEMENT)) continue;
    const [first] = money.candidates;
    if (first && luck.happens(0.8)) {
      const owner = first.owner.startsWith('P-') ? { loanNumber: first.owner } : { paymentId: first.owner };
      await act(company, 'payments match', `${path}/match`, owner);
    } else if (daysBetween(calendarDate(money.value_date), today) > 30) {
      await act(company, 'payments return', `${path}/return`, { reference: `TRX ${money.id.slice(0, 8)}` });
    }
  }
}

/** Money that banks and clients want back, and payments whose end nobody knows. */
async function lookAfterPayments(company: Company): Promise<void> {
  const { luck, db } = company;
  const of = (status: 'UNKNOWN' | 'SUCCEEDED' | 'DISPUTED' | 'REFUND_PENDING') =>
    db.kysely.selectFrom('payment_intent').select(['id', 'method']).where('status', '=', status).orderBy('id');
  for (const { id } of await of('UNKNOWN').execute()) await act(company, 'payments ask', `payments/${id}/ask`, {});
  const paid = await of('SUCCEEDED').execute();
  if (paid.length > 0 && luck.happens(0.06)) {
    const { id } = luck.oneOf(paid);
    await act(company, 'payments refund', `payments/${id}/refund`, { reason: 'The client asked within the hour.' });
  }
  const cards = paid.filter(({ method }) => method === 'NIUBIZ');
  if (cards.length > 0 && luck.happens(0.04)) {
    const { id } = luck.oneOf(cards);
    await act(company, 'payments dispute', `payments/${id}/dispute`, { reference: uuidv4(), reason: 'not me' });
  }
  for (const { id } of await of('DISPUTED').execute()) {
    if (!luck.happens(0.1)) continue;
    const how = luck.oneOf(['won', 'lost']);
    await act(company, `payments dispute-${how}`, `payments/${id}/dispute-${how}`, {});
  }
  for (const { id } of await of('REFUND_PENDING').execute()) {
    if (luck.happens(0.1)) await act(company, 'payments ask', `payments/${id}/ask`, {});
  }
}

/** The bank takes a credit of the last days back that it has written by mistake. */
async function giveBack({ luck, statements, clock }: Company): Promise<void> {
  const today = calendarDate(clock.businessDate());
  const last = statements.lines.filter(({ soles, date }) => soles > 0 && daysBetween(calendarDate(date), today) <= 5);
  const back = luck.oneOf(last);
  if (back && luck.happens(0.03)) statements.takeBack(today, back);
}

/** Late clients are called, and what is lost is written off by two accounts. */
async function callLateClients(company: Company): Promise<void> {
  const { luck, db } = company;
  const late = await db.kysely
    .selectFrom('loan')
    .innerJoin('late_loan', 'late_loan.loan_id', 'loan.id')
    .select(['loan.number', 'loan.status', 'late_loan.late_since'])
    .orderBy('loan.number')
    .execute();
  const today = calendarDate(company.clock.businessDate());
  for (const { number, status, late_since: since } of late) {
    const days = since === null ? 0 : daysBetween(calendarDate(since), today);
    if (days > 0 && luck.happens(0.05)) await call(company, number);
    if (days > 20 && luck.happens(0.02)) {
      await act(company, 'flex offer', `loans/${number}/flex-offer`, { days: 10 });
    }
    if (status === 'DEFAULTED' && days > 185 && luck.happens(0.2)) await writeOff(company, number);
  }
}

async function call(company: Company, number: string): Promise<void> {
  const attempts = `contact/${number}/attempts`;
  const { id } = await act(company, 'contact log', attempts, { channel: 'CALL', recipient: 'CLIENT' });
  const outcome = company.luck.oneOf(['REFUSES', 'NO_ANSWER', 'WRONG_NUMBER']);
  if (id !== undefined) await act(company, 'contact outcome', `${attempts}/${String(id)}/outcome`, { outcome });
}

async function writeOff(company: Company, number: string): Promise<void> {
  await act(company, 'write-off propose', `loans/${number}/write-off/propose`, { reason: 'Nothing has come.' });
  const approved = await asColleague(company, 'Luis', `loans/${number}/write-off/approve`, {});
  note(company, `write-off approve ${approved.status}`);
  if (!approved.ok) throw new Error(`${number} is not written off: ${await approved.text()}`);
}

/** Rates that the central bank publishes for half a year, entered by one colleague and approved by another. */
export async function loadRateCap(company: Company): Promise<void> {
  const today = calendarDate(company.clock.businessDate());
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (!(today.endsWith('-20') && (month === 4 || month === 10))) return;
  const from = month === 4 ? `${year}-05-01` : `${year}-11-01`;
  const until = month === 4 ? `${year}-10-31` : addDays(calendarDate(`${year + 1}-05-01`), -1);
  const { id } = await act(company, 'parameter propose', 'parameters', {
    kind: 'rate_cap',
    key: 'consumer',
    value: { percent: '113.16' },
    validFrom: from,
    validTo: until,
    reason: 'As the central bank has published it.',
  });
  const answer = await asColleague(company, 'Luis', `parameters/${String(id)}/approve`, {});
  note(company, `parameter approve ${answer.status}`);
}
