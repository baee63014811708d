// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { startStepUp } from '#api/endpoints/people/start-step-up.ts';
import type { FieldError } from '#api/errors.ts';
import { replaceEnvironment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';

let restore = (): void => undefined;
afterEach(() => restore());

/** Finds out what the page makes of these field errors, and how often it loads anew. */
async function refusedWith(...fieldErrors: readonly FieldError[]) {
  let reloads = 0;
  const reload = (event: Event): void => {
    event.preventDefault();
    reloads += 1;
  };
  const body = { error: { code: 'validation_failed', message: '', fieldErrors } };
  restore = replaceEnvironment({ fetch: async () => new Response(JSON.stringify(body), { status: 400 }) });
  addEventListener('vite:preloadError', reload);
  const { kind } = await request(startStepUp, { body: { purpose: 'extend' } });
  removeEventListener('vite:preloadError', reload);
  return { kind, reloads };
}

test('a page of an earlier release loads anew when the server asks for a field that it does not know', async () => {
  expect(await refusedWith({ field: 'witness', code: 'required' })).toEqual({ kind: 'aborted', reloads: 1 });
  expect(await refusedWith({ field: 'method', code: 'unknown' })).toEqual({ kind: 'aborted', reloads: 1 });
});

test('what the client typed wrongly is said, and nothing loads anew', async () => {
  expect(await refusedWith({ field: 'act', code: 'required' })).toEqual({ kind: 'refused', reloads: 0 });
  expect(await refusedWith({ field: 'method', code: 'not_allowed' })).toEqual({ kind: 'refused', reloads: 0 });
});
