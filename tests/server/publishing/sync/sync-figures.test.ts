import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '#server/kit/listen.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import { syncAccounts, syncFigures } from '#server/publishing/sync/sync-figures.ts';
import { openMirror } from '#storyblok/mirror.ts';

/** A lender with one answer, and an empty mirror. */
async function aLender(answer: () => Response) {
  const lender = await listen({ fetch: answer }, { host: '127.0.0.1', port: 0 });
  const mirrorDir = mkdtempSync(join(tmpdir(), 'figures-'));
  onTestFinished(async () => {
    rmSync(mirrorDir, { recursive: true });
    await lender.close();
  });
  const figuresUrl = `http://127.0.0.1:${lender.port}/x`;
  const log: string[] = [];
  const accounts = {
    accountsUrl: figuresUrl,
    mirrorDir,
    fetchFigures: fetch,
    log: (line: string) => void log.push(line),
  };
  return {
    syncAccounts: () => syncAccounts(accounts),
    accounts: () => openMirror(mirrorDir).readAccounts(),
    log,
    mirrorDir,
    damageAccounts: (text: string) => writeFileSync(join(mirrorDir, 'transfer-accounts.json'), text),
    sync: () => syncFigures({ figuresUrl, mirrorDir, fetchFigures: fetch, log: () => undefined }),
    read: () => JSON.parse(readFileSync(join(mirrorDir, 'product-settings-1.json'), 'utf8')),
  };
}

test('a lender who sells nothing today is an answer: the mirror keeps the day, so that pages are built without prices', async () => {
  const error = { code: 'parameter_missing', message: 'No parameter.', details: { businessDate: '2026-05-01' } };
  const { sync, read } = await aLender(() => Response.json({ error }, { status: 409 }));
  await sync();
  expect(read()).toEqual({ closed: { businessDate: '2026-05-01' } });
});

test('a lender who refuses for another reason, or fails, stops a sync that knows no figures yet', async () => {
  for (const status of [409, 500]) {
    const { sync } = await aLender(() => Response.json({ error: { code: 'other', message: 'No.' } }, { status }));
    await expect(sync()).rejects.toThrow(
      `the figures could not be fetched and there are none yet: it answered ${status}`,
    );
  }
});

test('the lender’s accounts are taken as they are told, and nothing else is taken for them', async () => {
  let answer: unknown = SANDBOX_ACCOUNTS;
  const { syncAccounts: sync, accounts, log } = await aLender(() => Response.json(answer));
  await sync();
  expect(accounts()).toEqual(SANDBOX_ACCOUNTS);
  for (answer of [null, {}, [{ bank: 'BCP', account: '1', cci: '123' }], [{ ...SANDBOX_ACCOUNTS[0], more: 1 }]]) {
    await sync();
    expect(accounts(), JSON.stringify(answer)).toEqual(SANDBOX_ACCOUNTS);
  }
  expect(log).toHaveLength(4);
  answer = [];
  await sync();
  expect(accounts()).toEqual([]);
});

test('a lender who has never said which accounts there are does not stop a sync: pages name none', async () => {
  const { syncAccounts: sync, accounts, log } = await aLender(() => new Response('', { status: 404 }));
  await sync();
  expect(accounts()).toBeUndefined();
  expect(log[0]).toContain('pages name none');
});

test.each(['', '[{"bank":', '{"other":1}', 'null', '[null]', '[{"cci":"123"}]'])(
  'accounts that cannot be read (%s) are as if never said while the lender is away, and are told once',
  async (text) => {
    const {
      syncAccounts: sync,
      accounts,
      damageAccounts,
      log,
    } = await aLender(() => new Response('', { status: 503 }));
    damageAccounts(text);
    await sync();
    expect(accounts()).toBeUndefined();
    expect(log).toEqual([
      expect.stringContaining('transfer-accounts.json cannot be read'),
      expect.stringContaining('pages name none'),
    ]);
    await sync();
    expect(log).toHaveLength(3);
  },
);

describe.each([
  ['the accounts', ['transfer-accounts.json']],
  ['their second copy', ['transfer-accounts.kept.json']],
])('the last known accounts stay while the lender is away, with %s', (_, files) => {
  test.each(['deleted', '', '[{"bank":', '{"other":1}', '[{"cci":"123"}]'])('damaged (%s)', async (text) => {
    let isAway = false;
    const lender = await aLender(() => (isAway ? new Response('', { status: 503 }) : Response.json(SANDBOX_ACCOUNTS)));
    await lender.syncAccounts();
    isAway = true;
    for (const file of files) {
      if (text === 'deleted') rmSync(join(lender.mirrorDir, file));
      else writeFileSync(join(lender.mirrorDir, file), text);
    }
    await lender.syncAccounts();
    expect(lender.accounts()).toEqual(SANDBOX_ACCOUNTS);
    if (text !== 'deleted') expect(lender.log[0]).toContain(`${files[0]} cannot be read`);
    expect(lender.log.at(-1)).toContain('the last known ones stay');
    // Both copies are whole again: the other one may be damaged next.
    rmSync(join(lender.mirrorDir, 'transfer-accounts.json'));
    await lender.syncAccounts();
    expect(lender.accounts()).toEqual(SANDBOX_ACCOUNTS);
  });
});
