import fc from 'fast-check';
import { test } from 'vitest';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { command } from '#tests/support/payments/money-commands.ts';
import { MoneyWorld } from '#tests/support/payments/money-world.ts';

/**
 * Money in and out of one loan, through what clients, operators, providers and the bank can do, in any order; messages
 * come twice, in parts, late and the last one first. After every command everything that came is where somebody can see
 * it, and everything that left is in a journal. MONEY_SEED repeats a failure.
 */
const RUNS = { seed: Number(process.env['MONEY_SEED'] ?? 20_260_125), numRuns: IS_FULL_RUN ? 250 : 8 };
const STEPS = IS_FULL_RUN ? 24 : 14;

test(
  'whatever happens to money, all that came is allocated, credit or returned, and all that left is in a journal',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: STEPS, size: 'max' }), async (commands) => {
        const db = await openTestDatabase();
        try {
          const money = await MoneyWorld.on(db);
          for (const one of commands) {
            await money.run(one);
            await money.check();
          }
          await money.end();
        } finally {
          await db.close();
        }
      }),
      RUNS,
    );
  },
  IS_FULL_RUN ? 3_600_000 : 300_000,
);
