import { expect, onTestFinished, test, vi } from 'vitest';
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

test('during maintenance it is tried again after the time that the server names, as long as the screen is open', {
  tags: 'promise-while-the-product-is-closed',
}, async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const error = { code: 'maintenance', message: '' };
  const closed = { kind: 'refused', status: 503, error, retryAfterSec: 600 } as const;
  const store = asked(closed, closed, { kind: 'ok', value: 'S/ 573,03' });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.$state.get()).toMatchObject({ kind: 'refused', answer: { error } });
  await vi.advanceTimersByTimeAsync(1_199_000);
  expect(store.$state.get().kind).toBe('refused');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.$state.get()).toMatchObject({ kind: 'ready', value: 'S/ 573,03' });
});

/** A store of which the test says when each answer comes. */
function answeredLater() {
  openWindow();
  const answers: ((answer: CallResult<string>) => void)[] = [];
  const ask = () => new Promise<CallResult<string>>((answer) => void answers.push(answer));
  const store = createLoadedFrom<string>(ask);
  onTestFinished(store.$state.listen(() => undefined));
  return { store, answers };
}

test('the answer to an earlier question does not replace that to a later one, whichever comes first', async () => {
  const { store, answers } = answeredLater();
  const later = store.load();
  answers[1]?.({ kind: 'ok', value: 'S/ 473,03' });
  await later;
  answers[0]?.({ kind: 'ok', value: 'S/ 573,03' });
  await Promise.resolve();
  expect(store.$state.get()).toMatchObject({ kind: 'ready', value: 'S/ 473,03' });
});

test('what an act has brought is not replaced by what was asked for before it', async () => {
  const { store, answers } = answeredLater();
  store.take('CANCELLED');
  answers[0]?.({ kind: 'ok', value: 'PENDING_CUSTOMER' });
  await Promise.resolve();
  expect(store.$state.get()).toMatchObject({ kind: 'ready', value: 'CANCELLED' });
});

test('a change to what is shown does not stop the newer list that is being loaded', async () => {
  const { store, answers } = answeredLater();
  store.amend('one, two');
  answers[0]?.({ kind: 'ok', value: 'three' });
  await Promise.resolve();
  expect(store.$state.get()).toMatchObject({ kind: 'ready', value: 'three' });
});
