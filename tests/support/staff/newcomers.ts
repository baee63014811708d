import { expect } from 'vitest';
import { endVisitsOf } from '#server/lending/people/end-visits.ts';
import { inviteFirstAdministrator } from '#server/lending/staff/first-administrator.ts';
import type { TestLending } from '../lending/lending-app.ts';
import { codeOfApp } from './colleagues.ts';

export const PASSWORD = 'ocho llamas cruzan el puente';

export type StaffAnswer = Readonly<Record<string, unknown>> & {
  readonly error?: { readonly code: string; readonly message: string };
};

/** The session of a colleague in a call. */
export const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` });

let made = 0;

/** Gives tests of accounts what they do: they call the staff API as anybody, and take invitations. */
export function newcomersOf(lending: Pick<TestLending, 'app' | 'db' | 'clock'>) {
  async function send(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const response = await lending.app.request(`/api/v1/staff/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as StaffAnswer };
  }

  /** Somebody who has taken an invitation: a login of their own, and what their app shows now. */
  async function somebody(name = 'Rosa') {
    made += 1;
    const { db, clock } = lending;
    const login = `${name} ${made}`;
    const invited = await inviteFirstAdministrator(db.kysely, { login, name }, clock.now(), endVisitsOf);
    if (invited.kind !== 'invited') throw new Error(invited.kind);
    const { invitation } = invited;
    const taken = await send('invitations', { login, invitation, password: PASSWORD });
    expect(taken.status).toBe(201);
    const code = () => codeOfApp(taken.body['secondFactor'], clock.now());
    const confirmed = await send('invitations/confirm', { login, invitation, code: code() });
    expect(confirmed.status).toBe(201);
    // The code that confirmed it is used.
    clock.pass({ minutes: 1 });
    return { login, invitation, code, recoveryCodes: confirmed.body['recoveryCodes'] as readonly string[] };
  }

  const signIn = (login: string, code: string, password = PASSWORD) => send('sign-in', { login, password, code });
  return { send, somebody, signIn };
}
