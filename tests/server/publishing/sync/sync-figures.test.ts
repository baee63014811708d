import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#server/kit/listen.ts';
import { syncFigures } from '#server/publishing/sync/sync-figures.ts';

/** A lender with one answer, and an empty mirror. */
async function aLender(answer: () => Response) {
  const lender = await listen({ fetch: answer }, { host: '127.0.0.1', port: 0 });
  const mirrorDir = mkdtempSync(join(tmpdir(), 'figures-'));
  onTestFinished(async () => {
    rmSync(mirrorDir, { recursive: true });
    await lender.close();
  });
  const figuresUrl = `http://127.0.0.1:${lender.port}/x`;
  return {
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
