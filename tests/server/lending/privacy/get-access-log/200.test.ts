import { expect, test } from 'vitest';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { aClient, enter } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('the client sees who used the account, staff by name, and nothing of anybody else', async () => {
  const client = await aClient(lending);
  const other = await aBorrower(lending);
  await recordAccess(lending.db.kysely, { personId: other.personId, kind: 'SIGN_IN', at: lending.clock.now() });
  const jar = await enter(lending, client);
  lending.clock.pass({ minutes: 1 });
  const visit = {
    personId: client.personId,
    kind: 'IMPERSONATION',
    at: lending.clock.now(),
    staff: 'Ana Torres',
  } as const;
  await recordAccess(lending.db.kysely, visit);
  const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers: jar.headers }));
  expect(items.map(({ id: _, ...item }) => item)).toEqual([
    { kind: 'IMPERSONATION', at: '2026-01-15T17:01:00.000Z', device: null, address: null, staffName: 'Ana Torres' },
    { kind: 'SIGN_IN', at: '2026-01-15T17:00:00.000Z', device: null, address: 'in-process', staffName: null },
  ]);
});

test('a log-out is in it too', async () => {
  const client = await aClient(lending);
  const jar = await enter(lending, client);
  await callEndpoint(lending, logOut, { headers: jar.headers });
  lending.clock.pass({ minutes: 1 });
  const again = await enter(lending, client);
  const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers: again.headers }));
  expect(items.map(({ kind }) => kind)).toEqual(['SIGN_IN', 'SIGN_OUT', 'SIGN_IN']);
});
