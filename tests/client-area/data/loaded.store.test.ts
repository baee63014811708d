import { expect, onTestFinished, test } from 'vitest';
import type { CallResult } from '#api/call.ts';
import { createLoadedFrom } from '#client-area/data/loaded.store.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

/** A store whose answers come one after the other. */
function asked(...answers: CallResult<string>[]) {
  openWindow();
  const store = createLoadedFrom<string>(async () => answers.shift() ?? { kind: 'aborted' });
  onTestFinished(store.$state.listen(() => undefined));
  return store;
}

test.each([
  ['a proof that was not given', 428],
  ['too many calls at once', 429],
  ['a fault of ours', 503],
])('%s takes nothing away that was shown: it is out of date', async (_, status) => {
  const store = asked({ kind: 'ok', value: 'S/ 573,03' }, { kind: 'refused', status });
  await expect.poll(() => store.$state.get().kind, { timeout: 60_000 }).toBe('ready');
  await store.load();
  expect(store.$state.get()).toMatchObject({ kind: 'ready', value: 'S/ 573,03', isStale: true });
});

test('what is not there any more is not shown any more', async () => {
  const store = asked({ kind: 'ok', value: 'S/ 573,03' }, { kind: 'refused', status: 404 });
  await expect.poll(() => store.$state.get().kind, { timeout: 60_000 }).toBe('ready');
  await store.load();
  expect(store.$state.get().kind).toBe('refused');
});
