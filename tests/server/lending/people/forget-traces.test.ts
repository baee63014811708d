import { expect, test } from 'vitest';
import { forgetTraces } from '#server/lending/people/forget-traces.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

async function left() {
  const { kysely } = lending.db;
  const registrations = await kysely.selectFrom('registration').select('details_sealed as kept').execute();
  const challenges = await kysely.selectFrom('challenge').select('destination_sealed as kept').execute();
  const attempts = await kysely.selectFrom('throttle_event').select('id').execute();
  const rates = await kysely.selectFrom('throttle_bucket').select('key').execute();
  const kept = (rows: readonly { readonly kept: string | null }[]) => rows.filter((row) => row.kept !== null).length;
  const counted = { attempts: attempts.length, rates: rates.length };
  return { registrations: kept(registrations), challenges: kept(challenges), ...counted };
}

test('what somebody typed who never came back is gone a day later; counted attempts a day after that, and a rate as soon as it is whole again', async () => {
  await begin(lending);
  const run = () => forgetTraces({ db: lending.db.kysely, clock: lending.clock });
  await run();
  expect(await left()).toEqual({ registrations: 1, challenges: 1, attempts: 2, rates: 1 });
  lending.clock.pass({ hours: 24, seconds: 1 });
  await run();
  expect(await left()).toEqual({ registrations: 0, challenges: 0, attempts: 2, rates: 0 });
  lending.clock.pass({ hours: 24 });
  await run();
  expect((await left()).attempts).toBe(0);
});
