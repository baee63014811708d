import { sql } from 'kysely';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { readBankAnswers } from '#server/lending/payments/read-bank-answers.ts';
import { sendReleasedBatches } from '#server/lending/payments/send-batches.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { anOriginatedLoan, pay } from '../loans/loan-service.ts';
import { asColleague, takeCreditBack } from '../payments/payments.ts';
import { anotherPerson, type CrashWorld, payOut, type Scenario, TODAY } from './crash-world.ts';
import type { CollectedFile } from './file-bank.ts';

/** More than one account may release. */
const LOANS = 4;
const BATCHES = 'payouts/batches';

interface Summary {
  readonly id: string;
  readonly status: string;
  readonly count: number;
  readonly total: number;
  readonly inFile: { readonly count: number; readonly total: number } | null;
}

/**
 * Batch of a day: its orders go out in one file, and the bank answers. Acknowledged is the batch, once its operator has
 * read of it.
 */
export const batch: Scenario = {
  async check(world, acknowledged) {
    const collected = await lookForFiles(world);
    const batches = await batchesOf(world);
    const shown = new Map(batches.map((one) => [one.id, one]));
    const ids = (await world.db.kysely.selectFrom('payout_batch').select('id').execute()).map(({ id }) => id);
    const faults = acknowledged.filter((id) => !ids.includes(id)).map((id) => `batch ${id} was lost`);
    for (const { batchId, count, soles } of collected.slice(-batches.length)) {
      const { status, inFile } = shown.get(batchId) ?? {};
      const isSaid = status === 'RELEASED' || (status === 'SENT' && inFile?.count === count && inFile.total === soles);
      if (!isSaid) faults.push(`the bank has ${count} orders of batch ${batchId}, which is said to be ${status}`);
    }
    const names = collected.map(({ batchId }) => batchId);
    for (const { id, status, inFile } of batches) {
      const times = names.filter((name) => name === id).length;
      const isRight = times === 1 || (times === 0 && (status !== 'SENT' || inFile?.count === 0));
      if (!isRight) faults.push(`batch ${id} is ${status}, and the bank has found ${times} files of it`);
    }
    return [...faults, ...(await waitingFor(world, batches))];
  },
  async recover(world) {
    await world.unharmed(() => moveToNextDay(world));
    // The leases of the killed process have not expired yet; the test does not wait for them.
    await sql`update staff_approval set taken_by = null, taken_until = null where status = 'PROPOSED'`.execute(
      world.db.kysely,
    );
    await finishTheDay(world);
  },
  async work(world) {
    await world.unharmed(() => ordersThatWait(world));
    await payTheDay(world);
  },
  async settle(world) {
    await moveToNextDay(world);
    await payTheDay(world);
    const batches = await batchesOf(world);
    const open = batches.filter(({ status }) => status !== 'SENT').map(({ id, status }) => `batch ${id} is ${status}`);
    const waiting = await world.db.kysely
      .selectFrom('disbursement_order')
      .select('id')
      .where('status', '=', 'QUEUED')
      .execute();
    return [...open, ...waiting.map(({ id }) => `order ${id} is in no batch`)];
  },
};

/** There is one batch a day. */
async function moveToNextDay(world: CrashWorld): Promise<void> {
  const { last } = await world.db.kysely
    .selectFrom('payout_batch')
    .select(({ fn }) => fn.max<string | null>('business_date').as('last'))
    .executeTakeFirstOrThrow();
  world.clock.moveTo(last === null ? TODAY : addDays(calendarDate(last), 1));
}

/** Loans that were signed, and somebody's credit that goes back. */
async function ordersThatWait(world: CrashWorld): Promise<void> {
  await moveToNextDay(world);
  const { db, clock, vault } = world;
  for (let k = 0; k < LOANS; k += 1) {
    const { documentNumber } = anotherPerson();
    const person = { documentType: 'DNI', documentNumber, firstName: 'Rosa', lastName1: 'Quispe' } as const;
    const { personId } = await createPerson(db.kysely, vault, person, clock.now());
    await anOriginatedLoan(world, EX1_TERMS, personId);
  }
  const paidOut = await db.kysely
    .selectFrom('loan')
    .select(['id', 'number', 'person_id as personId'])
    .where('status', '=', 'PERFORMING')
    .limit(1)
    .executeTakeFirst();
  if (!paidOut) return;
  await pay({ context: world }, paidOut.id, 900);
  await takeCreditBack(world, paidOut);
}

async function payTheDay(world: CrashWorld): Promise<void> {
  const made = await asColleague(world, 'Ana', BATCHES, {});
  if (made.ok) world.acknowledge(((await made.json()) as Summary).id);
  else if (made.status !== 409) throw new Error(await made.text());
  await finishTheDay(world);
}

/** Does what operators and jobs do with the batch that is there, until the bank has answered. */
async function finishTheDay(world: CrashWorld): Promise<void> {
  for (const { id, status, count, total } of await batchesOf(world)) {
    if (status !== 'MADE') continue;
    for (const name of ['Ana', 'Luis']) {
      const answer = await asColleague(world, name, `${BATCHES}/${id}/release`, { count, total });
      // It has been said before, or somebody else has just been quicker.
      if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
    }
  }
  await sendReleasedBatches(world);
  await lookForFiles(world);
  await readBankAnswers(world);
  await sql`update disbursement_order set next_attempt_at = now() - interval '1 second'
    where status in ('SENDING', 'SENT')`.execute(world.db.kysely);
  await payOut(world);
}

async function lookForFiles({ fileBankUrl }: CrashWorld): Promise<readonly CollectedFile[]> {
  return (await (await fetch(fileBankUrl, { method: 'POST' })).json()) as CollectedFile[];
}

/** The newest, as operators read them. */
async function batchesOf(world: CrashWorld): Promise<readonly Summary[]> {
  const answer = await asColleague(world, 'Ana', BATCHES);
  return ((await answer.json()) as { readonly batches: readonly Summary[] }).batches;
}

/** Of batches nothing waits for a person but one that nobody has released. */
async function waitingFor(world: CrashWorld, batches: readonly Summary[]): Promise<string[]> {
  const made = batches.filter(({ status }) => status === 'MADE').map(({ id }) => `payout-batch:${id}`);
  const { tasks } = (await (await asColleague(world, 'Ana', 'tasks')).json()) as {
    readonly tasks: readonly { readonly subject: string; readonly note: string }[];
  };
  return tasks
    .filter(({ subject }) => !made.includes(subject))
    .map(({ subject, note }) => `somebody is to deal with ${subject}: ${note}`);
}
