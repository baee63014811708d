import { expect } from 'vitest';
import type { LoanTerms } from '#loan/loan.ts';
import type { TestLending } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import type { ClientLoans, ClientWithLoan } from '../loans/client-loans.ts';
import { aLoan, closeThrough } from '../loans/loan-service.ts';
import { codeTo } from '../messages/messages.ts';
import type { Borrower } from '../people/borrower.ts';
import { aClient, PASSWORD } from '../people/client.ts';
import type { ClientScreen } from './client-screen.ts';

/** A client with a password and a loan on a later day, signed in, who has proven nothing beyond that. */
export async function aClientWhoProves(
  loans: ClientLoans,
  date: string,
  terms: LoanTerms = EX1_TERMS,
): Promise<ClientWithLoan> {
  loans.clock.moveTo('2026-01-15');
  const client: Borrower = await aClient(loans, { session: 'full' });
  const loan = await aLoan(loans, terms, client.personId);
  await closeThrough(loans, date);
  return { ...client, loan };
}

/** Answers the question for a proof with the code that came by SMS. */
export async function prove(lending: TestLending, screen: ClientScreen, phone: string): Promise<void> {
  await screen.until(() => screen.find('#proof-code'));
  await screen.type('#proof-code', await codeTo(lending, phone));
  await screen.press('dialog button[type=submit]');
}

/** Answers it with the password and then the code, which went by SMS or to the mailbox. */
export async function proveBoth(lending: TestLending, screen: ClientScreen, to: string): Promise<void> {
  await screen.until(() => screen.find('#proof-password'));
  await screen.type('#proof-password', PASSWORD);
  await screen.press('dialog button[type=submit]');
  await prove(lending, screen, to);
}

/** Chooses an option of a list as a person does. */
export async function choose(screen: ClientScreen, selector: string, value: string): Promise<void> {
  const select = screen.find<HTMLSelectElement>(selector);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(select), 'value')?.set?.call(select, value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await screen.until(() => expect(screen.find<HTMLSelectElement>(selector).value).toBe(value));
}

/** Fifteen minutes without activity: the session asks for a proof, and the page holds no amounts. */
export async function lockedByInactivity({ clock }: Pick<TestLending, 'clock'>, screen: ClientScreen): Promise<void> {
  // Of the page's own modules. What begins to watch after the fifteen minutes finds a session that has ended.
  const { $idle } = await import('#stores/idle.ts');
  await screen.until(() => expect($idle.get().kind).toBe('active'));
  clock.pass({ minutes: 15 });
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.until(() => expect(screen.text()).toContain('Confirm it is you'));
  await screen.until(() => expect(document.body.textContent).not.toMatch(/S\/|509/));
  await screen.until(() => screen.find('dialog button[type=submit]'));
  // What asks for the proof is not an activity of the client's.
  expect(document.body.textContent).not.toMatch(/S\/|509/);
}
