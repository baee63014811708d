import { firstUuidAt } from '#server/kit/uuid.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { CODE_TEMPLATE } from './messages/code-message.ts';

const HOUR_MS = 3_600_000;

/**
 * Tells operators when more codes than usual went out in the last hour, to everybody together: telephones, accounts and
 * addresses have limits of their own, and somebody with thousands of each makes us pay all the same (decision 0117). No
 * code is refused for it: that would let them keep every client out. The task stays until a person closes it.
 */
export async function watchCodes({
  db: { kysely },
  clock,
  parameters,
  log,
}: Pick<LendingContext, 'db' | 'clock' | 'parameters' | 'log'>): Promise<void> {
  const { alarmPerHour } = (await parameters.inForce()).policies().codes;
  const now = clock.now();
  // Ids begin with the time: the key finds the last hour, however many messages there were before.
  const { sent } = await kysely
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('id', '>=', firstUuidAt(now - HOUR_MS))
    .where('template', '=', CODE_TEMPLATE)
    .executeTakeFirstOrThrow();
  if (Number(sent) <= alarmPerHour) return;
  log.warn({ sent: Number(sent), alarmPerHour }, 'more codes than usual were sent in the last hour');
  const facts = { most: String(alarmPerHour) };
  await openTask(kysely, { kind: 'codes-above-usual', subject: 'codes:hour', says: 'codes-above-usual', facts }, now);
}
