import { expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, PASSWORD } from '#tests/support/people/client.ts';
import { aVisitor, begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();
const complete = async (id: string, registrationToken: string) => {
  const body = { registrationToken, password: PASSWORD };
  return (await callEndpoint(lending, completeRegistration, { params: { id }, body })).status;
};

test('a registration is completed once, also when the button is pressed five times', async () => {
  const { id, token } = await proven(lending);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => complete(id, token)));
  expect(statuses.sort()).toEqual([201, 410, 410, 410, 410]);
});

test('only the token of the very registration completes it, and for half an hour', async () => {
  const [mine, theirs, unproven] = [await proven(lending), await proven(lending), await begin(lending)];
  expect(await complete(mine.id, theirs.token)).toBe(410);
  expect(await complete(unproven.id, mine.token)).toBe(410);
  expect(await complete(mine.id, 'x')).toBe(410);
  lending.clock.pass({ minutes: 30 });
  expect(await complete(mine.id, mine.token)).toBe(410);
});

test('of two registrations of one document only the first becomes a client', async () => {
  const documentNumber = '61999999';
  const first = await proven(lending, aVisitor({ documentNumber }));
  const second = await proven(lending, aVisitor({ documentNumber }));
  expect(await complete(first.id, first.token)).toBe(201);
  expect(await complete(second.id, second.token)).toBe(410);
});

test('who is a client already cannot become one again', async () => {
  const { documentNumber } = await aClient(lending);
  const { id, token } = await proven(lending, aVisitor({ documentNumber }));
  expect(token).toBe('');
  expect(await complete(id, token)).toBe(410);
});
