import { expect, test } from 'vitest';
import { identityContext } from '#server/lending/identity.ts';
import { ensureDemoClient } from '#server/lending/workflows/demo-client.ts';
import { withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending({ sandbox: true });

test('the demo client is the same person at every start, with a fresh link each time', async () => {
  const { db, vault, clock } = lending;
  const config = { sandbox: true, production: false, trustedProxies: 0 };
  const context = identityContext({ db, vault, clock, config });
  const [first, second] = [await ensureDemoClient(context), await ensureDemoClient(context)];
  expect(second.personId).toBe(first.personId);
  expect(second.url).not.toBe(first.url);
  for (const { url } of [first, second]) {
    const { pathname, search } = new URL(url);
    expect((await lending.app.request(pathname + search)).status).toBe(303);
  }
});
