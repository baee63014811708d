import type { Endpoint } from '#api/endpoint.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { requestMailboxRecovery } from '#api/endpoints/people/request-mailbox-recovery.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { COMPLAINTS_PATH } from '#server/lending/complaints/complaints-context.ts';
import { aComplaint } from '../complaints/complaint.ts';
import { type TestLending, visible, visibleAnswer } from '../lending/lending-app.ts';
import type { Borrower } from './borrower.ts';
import { aClientToTime } from './client.ts';
import { lost, withoutMailbox } from './recovery.ts';
import { aVisitor } from './registration.ts';

/** Data that a stranger has of somebody, who is a client or is nobody, in the same form for both. */
export interface Guess {
  readonly documentNumber: string;
  readonly phone: string;
  readonly email: string;
}

/** Strangers who ask, and the complaint they know the number of. */
export interface Stranger {
  readonly lending: TestLending;
  readonly headers: Readonly<Record<string, string>>;
  /** The number of a complaint that exists for a known guess. */
  readonly complaint: string;
}

/** Counts the links and messages that a call writes. */
export async function rowsOf({ db: { kysely } }: TestLending, call: () => Promise<unknown>) {
  const count = async () => ({
    links: (await kysely.selectFrom('link_token').select('id').execute()).length,
    messages: (await kysely.selectFrom('outbox').select('id').execute()).length,
  });
  const before = await count();
  await call();
  const after = await count();
  return { links: after.links - before.links, messages: after.messages - before.messages };
}

/** The decoy messages of a template, which calls about unknown people write. */
export const decoysOf = ({ db }: TestLending, template: string) =>
  db.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('template', '=', template)
    .where('withheld_at', 'is not', null)
    .execute();

/** Answer that a stranger sees, with the time of the last call alone, without those that led to it. */
type Answer = Awaited<ReturnType<typeof visible>> & { readonly ms: number };

const PASSWORD = 'cuatro pumas duermen al sol';

/** Every call by which a stranger could find out whether somebody is a client, or whether a complaint exists. */
export const DOORS: Readonly<Record<string, (stranger: Stranger, guess: Guess) => Promise<Answer>>> = {
  'registration by document': (stranger, { documentNumber }) =>
    ask(stranger, startRegistration, { body: aVisitor({ documentNumber }) }),
  'registration by phone and e-mail': (stranger, { phone, email }) =>
    ask(stranger, startRegistration, { body: aVisitor({ phone: local(phone), email }) }),
  'registration, wrong code': async (stranger, { documentNumber }) => {
    const begun = await ask(stranger, startRegistration, { body: aVisitor({ documentNumber }) });
    const params = { id: JSON.parse(begun.text).registrationId };
    return ask(stranger, verifyRegistration, { params, body: { code: '000000' } });
  },
  'sign-in by document': (stranger, { documentNumber }) => enter(stranger, documentNumber),
  'sign-in by phone': (stranger, { phone }) => enter(stranger, local(phone)),
  'sign-in by e-mail': (stranger, { email }) => enter(stranger, email),
  'sign-in by code': (stranger, { documentNumber }) =>
    ask(stranger, sendSignInCode, { body: { identifier: documentNumber } }),
  'sign-in by code, wrong code': async (stranger, { documentNumber }) => {
    const sent = await ask(stranger, sendSignInCode, { body: { identifier: documentNumber } });
    const params = { id: JSON.parse(sent.text).challenge.id };
    return ask(stranger, answerChallenge, { params, body: { code: '000000', trustDevice: false } });
  },
  'reset of the password': (stranger, { email }) =>
    ask(stranger, requestPasswordReset, { body: { identifier: email } }),
  'recovery of the phone': (stranger, guess) => ask(stranger, requestPhoneRecovery, { body: lost(guess as Borrower) }),
  'recovery of the mailbox': (stranger, guess) =>
    ask(stranger, requestMailboxRecovery, { body: withoutMailbox(guess) }),
  'a complaint by its number': ({ lending, headers, complaint }) =>
    timed(async () =>
      visible(await lending.app.request(`${COMPLAINTS_PATH}/${complaint}?key=7KQ2-M9XA-0B3D-WZ5T-HN8C`, { headers })),
    ),
};

function ask({ lending, headers }: Stranger, endpoint: Endpoint, input: object): Promise<Answer> {
  return timed(() => visibleAnswer(lending, endpoint, { ...input, headers }));
}

async function timed(call: () => ReturnType<typeof visible>): Promise<Answer> {
  const startedAt = performance.now();
  const answer = await call();
  return { ...answer, ms: performance.now() - startedAt };
}

function enter(stranger: Stranger, identifier: string): Promise<Answer> {
  return ask(stranger, signIn, { body: { identifier, password: PASSWORD } });
}

function local(phone: string): string {
  return phone.replace('+51', '');
}

/** Clients and a complaint of theirs, and as many people and complaints that do not exist. */
export async function knownAndUnknown(lending: TestLending, count: number) {
  const clients: Borrower[] = [];
  for (let k = 0; k < count; k += 1) clients.push(await aClientToTime(lending, { birthDate: '1990-05-01' }));
  const filed = await lending.app.request(COMPLAINTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aComplaint()),
  });
  const { code } = (await filed.json()) as { code: string };
  let asked = 0;
  /** Limits count by address, by name and by hour: each sample comes from elsewhere and later. */
  const stranger = (complaint: string): Stranger => {
    asked += 1;
    const caller = `198.${18 + ((asked >> 16) & 1)}.${(asked >> 8) & 255}.${asked & 255}`;
    return { lending, headers: { 'X-Forwarded-For': caller }, complaint };
  };
  return {
    known: (door: string, k: number): Promise<Answer> =>
      doorOf(door)(stranger(code), clients[k % clients.length] as Borrower),
    unknown: (door: string, k: number): Promise<Answer> => doorOf(door)(stranger('LR-2026-000099'), nobody(k)),
  };
}

function doorOf(name: string): (stranger: Stranger, guess: Guess) => Promise<Answer> {
  const door = DOORS[name];
  if (!door) throw new Error(`no door ${name}`);
  return door;
}

/** As many as there are clients, so that both are asked for as often. */
function nobody(k: number): Guess {
  const number = k % NOBODIES;
  return {
    documentNumber: `4${7_000_000 + number}`,
    phone: `9${55_000_000 + number}`,
    email: `nobody${number}@example.pe`,
  };
}
const NOBODIES = 20;

/** Status, headers and the form of the text: two answers that differ in less tell nothing apart. */
export function shapeOf({ status, headers, text }: Answer): unknown {
  return { status, headers, body: typesOf(text === '' ? null : JSON.parse(text)) };
}

/** Numbers, times and ids differ from answer to answer; what they look like must not. */
function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, typesOf(inner)]));
  }
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? 'an id' : maskless(value);
}

/** A registration shows the end of the telephone that was typed. */
function maskless(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\d(?=\d*$)/g, '0') : value;
}
