import { expect, test } from 'vitest';
import { openTestPglite } from '#tests/support/database/database.ts';
import { type Digests, secretsOf } from '#tests/support/year/digest.ts';
import { liveAYear } from '#tests/support/year/year.ts';

/** A small company for two weeks; `npm run bench -- year SEED` lives a whole year. */
const SMALL = { clients: 4, days: 15 };

/** Columns that those who know the seed must not know. */
const SECRETS = [
  'challenge.code_hash',
  'credential.password_hash',
  'known_device.secret_hash',
  'link_token.token_hash',
  'person.data_key',
  'registration.token_hash',
  'session.token_hash',
];

interface Lived {
  readonly digests: Digests;
  readonly secrets: ReadonlyMap<string, readonly string[]>;
}

async function lived(seed: number): Promise<Lived> {
  const db = await openTestPglite();
  try {
    const { digests } = await liveAYear(db, { ...SMALL, seed });
    return { digests, secrets: await secretsOf(db) };
  } finally {
    await db.close();
  }
}

test('a company lives the same weeks twice to the byte, and shares no secret with itself', async () => {
  const [first, second] = [await lived(1), await lived(1)];
  expect(second.digests.tables).toEqual(first.digests.tables);
  expect(second.digests.whole).toBe(first.digests.whole);
  for (const name of SECRETS) {
    const [some, others] = [first.secrets.get(name) ?? [], second.secrets.get(name) ?? []];
    expect(some.length, name).toBeGreaterThan(0);
    expect(
      others.filter((value) => some.includes(value)),
      name,
    ).toEqual([]);
  }
  const another = await lived(2);
  expect(another.digests.whole).not.toBe(first.digests.whole);
});
