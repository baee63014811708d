import { BIND_COOKIE, STEP_UP_PURPOSES, type StepUpPurpose } from '#api/access.ts';
import type { ImpersonationMode } from '#api/impersonation.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { stepUpMethods } from '#server/lending/people/session-gate.ts';
import { createPerson, type NewPerson } from '#server/lending/people/store/person-store.ts';
import { createSession, type SessionPair } from '#server/lending/people/store/session-store.ts';
import type { TestLending } from '../lending/lending-app.ts';

/** Signed in until a test says otherwise: the clock of a loan runs through years. */
const FAR = new Date('2100-01-01T00:00:00Z');

export interface Borrower extends SessionPair {
  readonly personId: string;
  readonly sessionId: string;
  readonly documentNumber: string;
  readonly phone: string;
  readonly email: string;
  /** Both halves of the session, as the browser sends them. */
  readonly headers: { readonly Authorization: string; readonly Cookie: string };
}

export interface BorrowerOptions extends Partial<NewPerson> {
  /** `full` unless told: signed in and active, whenever the test's clock is. `real` ends as sessions end. */
  readonly session?: 'full' | 'basic' | 'real' | undefined;
  /** Purposes that the session has a fresh proof for; none unless told. */
  readonly stepUp?: readonly StepUpPurpose[] | 'everything';
}

let people = 0;

/** A person with a session, through the real tables; another one with every call. */
export async function aBorrower(lending: TestLending, options: BorrowerOptions = {}): Promise<Borrower> {
  const { session = 'full', stepUp = [], ...details } = options;
  const { db, vault, clock } = lending;
  const number = ++people;
  const person = {
    documentType: 'DNI' as const,
    documentNumber: String(40_000_000 + number),
    firstName: 'Rosa',
    lastName1: 'Quispe',
    lastName2: 'Huamán',
    birthDate: '1990-05-01',
    phone: `+519${String(80_000_000 + number)}`,
    email: `rosa${number}@example.pe`,
    phoneVerifiedAt: new Date(clock.now()),
    emailVerifiedAt: new Date(clock.now()),
    ...details,
  };
  const created = await createPerson(db.kysely, vault, person, clock.now());
  const signedIn = await signIn(lending, created.personId, session);
  const purposes = stepUp === 'everything' ? STEP_UP_PURPOSES : stepUp;
  if (purposes.length > 0) await proveAgain(lending, { ...signedIn, personId: created.personId }, purposes);
  const { documentNumber, phone, email } = person;
  return { ...signedIn, personId: created.personId, documentNumber, phone, email };
}

/** Another session of a person: another browser. */
export async function signIn({ db, clock }: TestLending, personId: string, level: 'full' | 'basic' | 'real' = 'full') {
  const now = clock.now();
  const person = { personId, full: level !== 'basic', caller: '203.0.113.9', userAgent: 'Test', now };
  const { sessionId, token, bind } = await createSession(db.kysely, person);
  if (level !== 'real') {
    const ends = { expires_at: FAR, rotated_at: FAR, ...(level === 'full' && { full_until: FAR }) };
    await db.kysely.updateTable('session').set(ends).where('id', '=', sessionId).execute();
  }
  return { sessionId, token, bind, headers: sessionHeaders({ token, bind }) };
}

/** Makes the headers with which a browser sends the two halves of a session. */
export function sessionHeaders({ token, bind }: SessionPair): Borrower['headers'] {
  return { Authorization: `Bearer ${token}`, Cookie: `auth=${token}; ${BIND_COOKIE}=${bind}` };
}

/** A met challenge for each purpose, as after a code. */
export async function proveAgain(
  { db, clock }: TestLending,
  { sessionId, personId }: Pick<Borrower, 'sessionId' | 'personId'>,
  purposes: readonly StepUpPurpose[],
): Promise<void> {
  const at = new Date(clock.now());
  const grants = purposes.flatMap((purpose) =>
    stepUpMethods(purpose).map((method) => ({ purpose, method, challenge_id: uuidv7(clock.now()) })),
  );
  const met = { kind: 'STEP_UP', method: 'password', created_at: at, expires_at: at, met_at: at } as const;
  await db.kysely
    .insertInto('challenge')
    .values(
      grants.map(({ purpose, challenge_id }) => ({
        ...met,
        id: challenge_id,
        purpose,
        person_id: personId,
        session_id: sessionId,
      })),
    )
    .execute();
  await db.kysely
    .insertInto('session_grant')
    .values(grants.map((grant) => ({ ...grant, session_id: sessionId, granted_at: at, until: FAR })))
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'purpose', 'method']).doUpdateSet((of) => ({
        challenge_id: of.ref('excluded.challenge_id'),
        granted_at: of.ref('excluded.granted_at'),
        until: of.ref('excluded.until'),
      })),
    )
    .execute();
}

/** Staff in the place of a client of theirs, with a session as the redeemed link gives it. */
export async function anImpersonation(lending: TestLending, mode: ImpersonationMode): Promise<Borrower> {
  const client = await aBorrower(lending);
  const { db, clock } = lending;
  const now = clock.now();
  const id = uuidv7(now);
  const staff = { staff: 'Ana Torres', reason: 'The client cannot see a payment.', ticket_id: 'T-1', mode };
  const times = { issued_at: new Date(now), redeemed_at: new Date(now) };
  await db.kysely
    .insertInto('impersonation')
    .values({ id, person_id: client.personId, ...staff, ...times })
    .execute();
  const issued = await createSession(db.kysely, {
    personId: client.personId,
    full: true,
    caller: '198.51.100.4',
    userAgent: 'Test',
    now,
    impersonation: { id, until: FAR.getTime() },
  });
  return { ...client, ...issued, headers: sessionHeaders(issued) };
}
