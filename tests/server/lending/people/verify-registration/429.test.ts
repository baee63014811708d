import { expect, test } from 'vitest';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aVisitor, begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

/** One more registration from the same telephone, an hour later: its limit of codes is another one. */
async function ask(documentNumber: string, phone: string) {
  lending.clock.pass({ hours: 1 });
  const { id, phone: to } = await begin(lending, aVisitor({ documentNumber, phone }));
  return callEndpoint(lending, verifyRegistration, { params: { id }, body: { code: await codeTo(lending, to) } });
}

test.each([true, false])(
  'one telephone is told about three documents a day, and the fourth is refused alike, a client’s (%s) or not',
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
