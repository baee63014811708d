import { describe, expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aVisitor, begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();

describe('200', () => {
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
});

describe('400', () => {
  const verify = (id: string, code: unknown) =>
    callEndpoint(lending, verifyRegistration, { params: { id }, body: { code } });

  test('a wrong code, a code of another person and a word that is not a code are invalid', async () => {
    const [mine, theirs] = [await begin(lending), await begin(lending)];
    const [code, other] = [await codeTo(lending, mine.phone), await codeTo(lending, theirs.phone)];
    for (const typed of [anotherCode(code), 'abcdef', '12345', ...(other === code ? [] : [other])]) {
      expect(fieldCodes(await verify(mine.id, typed))).toEqual(['code.invalid']);
    }
    expect(fieldCodes(await verify(mine.id, ''))).toEqual(['code.required']);
  });

  test('after five minutes a code has expired, right or wrong', { tags: ['asvs-6.4.1', 'asvs-6.5.5'] }, async () => {
    const { id, phone } = await begin(lending);
    const code = await codeTo(lending, phone);
    lending.clock.pass({ minutes: 5 });
    for (const typed of [code, anotherCode(code)])
      expect(fieldCodes(await verify(id, typed))).toEqual(['code.expired']);
  });
});

describe('404', () => {
  test('an address that cannot be a registration is not there', async () => {
    const answer = await callEndpoint(lending, verifyRegistration, { params: { id: 'x' }, body: { code: '123456' } });
    expect(answer.status).toBe(404);
  });
});

describe('410', () => {
  const verify = async (id: string, code: string) => {
    const answer = await callEndpoint(lending, verifyRegistration, { params: { id }, body: { code } });
    return [answer.status, answer.kind === 'refused' ? answer.body.error.code : ''];
  };

  const OVER = [410, 'registration_over'];

  test('after five wrong codes the right one is too late, also when they come all at once', async () => {
    const { id, phone } = await begin(lending);
    const code = await codeTo(lending, phone);
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(id, anotherCode(code))));
    expect(answers.filter(([status]) => status === 400)).toHaveLength(5);
    expect(answers.filter(([status]) => status === 410)).toHaveLength(7);
    expect(await verify(id, code)).toEqual(OVER);
  });

  test('a code works once: of five attempts at the same time one succeeds', { tags: 'asvs-6.4.1' }, async () => {
    const { id, phone } = await begin(lending);
    const code = await codeTo(lending, phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(id, code)));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  test('a registration that never was is over, like one that was proven or left', async () => {
    const { id } = await proven(lending);
    const left = await begin(lending);
    lending.clock.pass({ minutes: 30 });
    for (const one of [id, left.id, '01890000-0000-7000-8000-000000000000'])
      expect(await verify(one, '123456')).toEqual(OVER);
  });
});

describe('429', () => {
  /** One more registration from the same telephone, an hour later: its limit of codes is another one. */
  async function ask(documentNumber: string, phone: string) {
    lending.clock.pass({ hours: 1 });
    const { id, phone: to } = await begin(lending, aVisitor({ documentNumber, phone }));
    return callEndpoint(lending, verifyRegistration, { params: { id }, body: { code: await codeTo(lending, to) } });
  }

  test.each([true, false])(
    'one telephone is told about three documents a day, and the fourth is refused in the same way, a client’s (%s) or not',
    async (isKnown) => {
      const phone = isKnown ? '955000111' : '955000222';
      const documents = await Promise.all([1, 2, 3, 4].map(() => aClient(lending)));
      const [first, ...others] = documents.map(({ documentNumber }) => documentNumber) as [string, ...string[]];
      for (const document of [first, first, ...others.slice(0, 2)]) {
        expect(acceptedBody(await ask(document, phone)).existingClient).toBe(true);
      }
      const fourth = isKnown ? (others[2] ?? '') : aVisitor().documentNumber;
      for (let tries = 0; tries < 2; tries += 1) {
        const refused = await ask(fourth, phone);
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
      }
      // The same as before is answered, and tomorrow the next.
      expect((await ask(first, phone)).status).toBe(200);
      lending.clock.pass({ hours: 24 });
      expect((await ask(fourth, phone)).status).toBe(200);
    },
  );
});
