import { expect, test } from 'vitest';
import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import { aSigner, stateOf } from '#tests/support/applications/applicant.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('only a screen of the client area can have been seen', async () => {
  const signer = await aSigner(lending);
  const { headers } = signer;
  const wrong: readonly (readonly [object, string[]])[] = [
    [{}, ['screen.required']],
    [{ screen: 'application/completed' }, ['screen.not_allowed']],
    [{ screen: 'home' }, ['screen.not_allowed']],
    [{ screen: 7 }, ['screen.not_allowed']],
    [{ screen: 'profile', seen: true }, ['seen.unknown']],
  ];
  for (const [body, codes] of wrong) {
    const answer = await callEndpoint(lending, markScreenSeen, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  }
  expect((await stateOf(lending, signer)).nextScreen.name).toBe('application-completed');
});
