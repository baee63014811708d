import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import type { Scheduler } from './scheduler.ts';
import type { Stage } from './tell.ts';

// A process reads its parameters once for everybody who asks: kept for a while, no act waits for another's read.
const OPTIONS = { parameterMaxAgeMs: 3_600_000 };

/** Three processes on one database, which the scheduler must be around; banks, providers and the clock are theirs together. */
export function stageOn(db: Database<Tables>, leader: Scheduler): Stage {
  const first = createPayments(db, undefined, OPTIONS);
  const another = (): Payments => createPayments(db, undefined, { ...OPTIONS, beside: first });
  return { leader, processes: [first, another(), another()] };
}
