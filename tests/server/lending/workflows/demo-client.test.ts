import { expect, test } from 'vitest';
import { ensureDemoClient } from '#server/lending/workflows/demo-client.ts';
import { identityContext, withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending({ sandbox: true });

test('the demo client is the same person at every start, with a fresh link each time', async () => {
  const context = identityContext(lending);
  const [first, second] = [await ensureDemoClient(context), await ensureDemoClient(context)];
  expect(second.personId).toBe(first.personId);
  expect(second.url).not.toBe(first.url);
  for (const { url } of [first, second]) {
    const { pathname, search } = new URL(url);
    expect((await lending.app.request(pathname + search)).status).toBe(303);
  }
});
