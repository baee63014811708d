import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { SANDBOX_RUC } from '#server/lending/gateways/tax-documents/tax-config.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { packDocument } from '#server/lending/tax-documents/document-name.ts';
import { issueTaxDocuments, type TaxContext } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { sendTaxDocuments, type TaxSendingContext } from '#server/lending/tax-documents/send-tax-documents.ts';
import { openXml } from '#server/lending/tax-documents/tax-store.ts';
import { testKey } from '../tax-documents/tax-service.ts';
import { type CrashWorld, finishPayouts, lend, payOut, type Scenario, TODAY } from './crash-world.ts';

const TOMORROW = '2026-01-26';

function contextOf(world: CrashWorld): TaxContext & TaxSendingContext & { readonly siteUrl: string } {
  return { ...world, taxKey: testKey(), provider: { ruc: SANDBOX_RUC } };
}

/** Issues, prints and sends what the last day owes. */
async function documentAll(world: CrashWorld): Promise<void> {
  world.clock.moveTo(TOMORROW);
  const context = contextOf(world);
  await issueTaxDocuments(context);
  await issueTaxPapers(context);
  while ((await sendTaxDocuments(context)) > 0);
  world.clock.moveTo(TODAY);
}

/**
 * Money comes in, and the boleta of its day is issued, printed and sent. Acknowledged: its name, once the authority has
 * accepted it.
 */
export const taxDocuments: Scenario = {
  async check({ db }, acknowledged) {
    const accepted = await db.kysely
      .selectFrom('tax_document')
      .select('name')
      .where('status', '=', 'ACCEPTED')
      .execute();
    const known = new Set(accepted.map(({ name }) => name));
    return acknowledged.filter((name) => !known.has(name)).map((name) => `${name} was accepted, and is not any more`);
  },
  async recover(world) {
    await finishPayouts(world);
    // The leases of the killed process have not expired yet; the test does not wait for them.
    await sql`update tax_document set next_try_at = now() - interval '1 second' where status in ('READY', 'SENT')`.execute(
      world.db.kysely,
    );
    await documentAll(world);
  },
  async work(world) {
    const { number, loanId } = await lend(world);
    await payOut(world);
    const id = randomUUID();
    await withLoan(world, { number }, async (locked) => {
      const { day, loan } = locked;
      const use = { kind: 'ordinary' } as const;
      const date = calendarDate(day.date);
      const payment = { kind: 'payment', id, date, amountCents: cents(5000), into: 'bank', use } as const;
      const decision = decideRepayment(loan, payment, day);
      if (decision.kind === 'refused') throw new Error(decision.reason);
      await locked.save(decision, { kind: 'payment', ref: id });
    });
    await documentAll(world);
    const documents = await world.db.kysely
      .selectFrom('tax_document')
      .select(['name', 'status'])
      .where('loan_id', '=', loanId)
      .execute();
    for (const { name, status } of documents) if (status === 'ACCEPTED') world.acknowledge(name);
  },
  /** Expects the authority to have each document once, with the content that was signed, and nothing else. */
  async settle(world) {
    const sent = (await (await fetch(world.sentTaxUrl)).json()) as Readonly<Record<string, readonly string[]>>;
    const rows = await world.db.kysely.selectFrom('tax_document').selectAll().execute();
    const faults = rows.flatMap((row) => {
      const wanted = createHash('sha256')
        .update(packDocument(row.name, openXml(world.vault, row)))
        .digest('hex');
      const contents = new Set(sent[row.name] ?? []);
      return [
        ...(row.status === 'ACCEPTED' ? [] : [`${row.name} is ${row.status}`]),
        ...(contents.size === 1 && contents.has(wanted) ? [] : [`${row.name} was sent as ${[...contents].join(', ')}`]),
      ];
    });
    const ours = new Set(rows.map(({ name }) => name));
    const strange = Object.keys(sent).filter((name) => !ours.has(name));
    const paid = await world.db.kysely
      .selectFrom('loan_fact')
      .select('loan_id')
      .where('kind', '=', 'payment')
      .execute();
    const documented = new Set(rows.map(({ loan_id }) => loan_id));
    const without = paid.filter(({ loan_id }) => !documented.has(loan_id));
    return [
      ...faults,
      ...strange.map((name) => `${name} was sent, and nobody has issued it`),
      ...without.map(({ loan_id }) => `loan ${loan_id} was paid and has no boleta`),
    ];
  },
};
