import { expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aVisitor, begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();

test('the code proves the telephone, typed with spaces or without', async () => {
  const { id, phone } = await begin(lending);
  const code = await codeTo(lending, phone);
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  const answer = await callEndpoint(lending, verifyRegistration, { params: { id }, body: { code: typed } });
  expect(acceptedBody(answer)).toEqual({
    registrationToken: expect.stringMatching(/^[\w-]{43}$/),
    existingClient: false,
    nextScreen: { name: 'application-new-client' },
  });
});

test('who is a client already learns it now, having proven a telephone, and is to sign in', async () => {
  const { documentNumber } = await aClient(lending);
  const { verified } = await proven(lending, aVisitor({ documentNumber }));
  expect(verified).toEqual({
    registrationToken: null,
    existingClient: true,
    nextScreen: { name: 'application-existing-client' },
  });
});

test('its client hears at once of a stranger who registers with their document, and the mailbox that was typed nothing', {
  tags: 'promise-a-document-that-somebody-else-registers-with',
}, async () => {
  const client = await aClient(lending);
  const visitor = aVisitor({ documentNumber: client.documentNumber });
  const { verified } = await proven(lending, visitor);
  expect(verified.existingClient).toBe(true);
  const told = await lending.db.kysely
    .selectFrom('access_event')
    .select(['person_id', 'kind'])
    .where('kind', '=', 'REGISTRATION_TRIED')
    .where('person_id', '=', client.personId)
    .execute();
  expect(told).toHaveLength(1);
  const letters = [...(await messagesTo(lending, client.email)), ...(await messagesTo(lending, client.phone))];
  const letter = letters.filter(({ template }) => template === 'identity-document-typed');
  expect(letter).toHaveLength(1);
  expect(`${letter[0]?.subject}${letter[0]?.body}`).toContain('quiso registrarse con tu documento');
  expect(await messagesTo(lending, visitor.email)).toEqual([]);
});

test('who registers again with their own telephone is told to sign in, and gets no letter about it', async () => {
  const client = await aClient(lending);
  const own = aVisitor({ documentNumber: client.documentNumber, phone: client.phone.replace('+51', '') });
  lending.clock.pass({ minutes: 2 });
  const { verified } = await proven(lending, own);
  expect(verified.existingClient).toBe(true);
  const letters = [...(await messagesTo(lending, client.email)), ...(await messagesTo(lending, client.phone))];
  expect(letters.filter(({ template }) => template === 'identity-document-typed')).toEqual([]);
});

test('who became a client with another telephone since the code was sent is to sign in, too', async () => {
  const first = await proven(lending);
  const second = await begin(lending, aVisitor({ documentNumber: first.visitor.documentNumber }));
  const completed = {
    params: { id: first.id },
    body: { registrationToken: first.token, password: 'tres llamas cruzan el puente' },
  };
  acceptedBody(await callEndpoint(lending, completeRegistration, completed));
  const body = { code: await codeTo(lending, second.phone) };
  const answer = await callEndpoint(lending, verifyRegistration, { params: { id: second.id }, body });
  expect(acceptedBody(answer)).toMatchObject({ existingClient: true, registrationToken: null });
});

test('a wrong code or four do not keep the right one out', async () => {
  const { id, phone } = await begin(lending);
  const code = await codeTo(lending, phone);
  const verify = (typed: string) =>
    callEndpoint(lending, verifyRegistration, { params: { id }, body: { code: typed } });
  for (let n = 1; n <= 4; n++)
    expect((await verify(String((Number(code) + n) % 1_000_000).padStart(6, '0'))).status).toBe(400);
  expect((await verify(code)).status).toBe(200);
});
