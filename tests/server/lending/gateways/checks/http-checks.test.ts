import { describe, expect, test } from 'vitest';
import { CHECK_KINDS } from '#loan/requirements.ts';
import { type CheckedPerson, type CheckQuestion, noChecks } from '#server/lending/gateways/checks/checks.ts';
import { httpChecks } from '#server/lending/gateways/checks/http-checks.ts';
import { sandboxChecks } from '#server/lending/gateways/checks/sandbox-checks.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { Fault } from '#server/lending/gateways/sandbox/faults.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';

closeSandboxes();

const ROSA: CheckedPerson = {
  documentType: 'DNI',
  documentNumber: '40226700',
  firstName: 'Rosa',
  lastName1: 'Quispe',
  lastName2: 'Ñahui',
  birthDate: '1990-05-01',
};
const IDENTITY: CheckQuestion = { kind: 'identity', person: ROSA };
const ACCOUNT: CheckQuestion = { kind: 'account-holder', person: ROSA, cci: '00219100001234567852' };
const BUREAU: CheckQuestion = { kind: 'bureau', person: ROSA };

async function openProvider() {
  const served = await serveSandbox(sandboxChecks({ token: 'token' }));
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const spying: typeof fetch = (url, init) => {
    sent.push({ url: String(url), body: JSON.parse(String(init?.body)) });
    return fetch(url, init);
  };
  const settings = { apiUrl: `${served.url}/sandbox/checks`, token: 'token', provider: 'Registro', kinds: CHECK_KINDS };
  return {
    ...served,
    sent,
    checks: httpChecks(settings, spying, 1_500),
    say: (kind: string, saying: string) => served.press('/sandbox/checks/saying', { [kind]: saying }),
    plan: (operation: string, fault: Fault) =>
      served.press('/sandbox/checks/faults', { operation, fault, done: 'yes' }),
  };
}

test('each question is answered, with the provider’s number', async () => {
  const { checks } = await openProvider();
  const reference = expect.stringMatching(/^C\d{10}$/);
  expect(await checks.ask(IDENTITY, 'k-1')).toEqual({ outcome: 'MATCH', reference });
  expect(await checks.ask(ACCOUNT, 'k-2')).toEqual({ outcome: 'MATCH', reference });
  expect(await checks.ask(BUREAU, 'k-3')).toEqual({ outcome: 'REPORT', category: 0, reference });
});

test.each([
  ['identity', IDENTITY, 'MISMATCH', { outcome: 'MISMATCH' }],
  ['account-holder', ACCOUNT, 'NOT_FOUND', { outcome: 'NOT_FOUND' }],
  ['bureau', BUREAU, 'REPORT 4', { outcome: 'REPORT', category: 4 }],
  ['bureau', BUREAU, 'NOT_FOUND', { outcome: 'NOT_FOUND' }],
] as const)('%s: %j can be answered with %s', async (kind, question, saying, answer) => {
  const { checks, say } = await openProvider();
  await say(kind, saying);
  expect(await checks.ask(question, 'k')).toMatchObject(answer);
});

test('the same question is one question, however often it is asked', async () => {
  const { checks, say } = await openProvider();
  const first = await checks.ask(IDENTITY, 'k');
  await say('identity', 'MISMATCH');
  expect(await checks.ask(IDENTITY, 'k')).toEqual(first);
  expect(await checks.ask(IDENTITY, 'another')).toMatchObject({ outcome: 'MISMATCH' });
});

test('nothing of a person leaves that the question does not need', {
  tags: 'promise-who-is-asked-about-you',
}, async () => {
  const { checks, sent } = await openProvider();
  await checks.ask(IDENTITY, 'k-1');
  await checks.ask(ACCOUNT, 'k-2');
  await checks.ask(BUREAU, 'k-3');
  const document = { documentType: 'DNI', documentNumber: '40226700' };
  const name = { firstName: 'Rosa', lastName1: 'Quispe', lastName2: 'Ñahui' };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...document, ...name, birthDate: '1990-05-01' },
    { ...document, ...name, cci: '00219100001234567852' },
    document,
  ]);
  // Addresses are written into logs on the way.
  expect(sent.map(({ url }) => url).join()).not.toMatch(/40226700|Quispe|0021910/);
});

describe('an answer that goes wrong does not count as one', () => {
  test.each<Fault>(['time-out', 'server-error', 'cut-off', 'html-page', 'slow-body', 'drop', 'unauthorised'])(
    '%s; asked again, the provider says what it said',
    async (fault) => {
      const { checks, plan, say } = await openProvider();
      await say('identity', 'MISMATCH');
      await plan('identity', fault);
      await expect(checks.ask(IDENTITY, 'k')).rejects.toThrow(NoAnswer);
      expect(await checks.ask(IDENTITY, 'k')).toMatchObject({ outcome: 'MISMATCH' });
    },
  );

  test.each([
    ['of another question', { key: 'other', outcome: 'MATCH', reference: 'C1' }],
    ['without a number', { key: 'k', outcome: 'MATCH' }],
    ['that nobody can read', { key: 'k', outcome: 'PERHAPS', reference: 'C1' }],
    ['of another kind', { key: 'k', outcome: 'REPORT', category: 0, reference: 'C1' }],
  ])('one %s', async (_, body) => {
    const settings = { apiUrl: 'http://x.example', token: 't', provider: 'Registro', kinds: CHECK_KINDS };
    const checks = httpChecks(settings, () => Promise.resolve(Response.json(body)));
    await expect(checks.ask(IDENTITY, 'k')).rejects.toThrow(NoAnswer);
  });

  test('a report without a category', async () => {
    const settings = { apiUrl: 'http://x.example', token: 't', provider: 'Registro', kinds: CHECK_KINDS };
    const body = { key: 'k', outcome: 'REPORT', category: 7, reference: 'C1' };
    const checks = httpChecks(settings, () => Promise.resolve(Response.json(body)));
    await expect(checks.ask(BUREAU, 'k')).rejects.toThrow(NoAnswer);
  });
});

test('without a provider nobody is asked, and nobody has answered', async () => {
  expect([...noChecks.kinds]).toEqual([]);
  await expect(noChecks.ask(IDENTITY, 'k')).rejects.toThrow(NoAnswer);
});
