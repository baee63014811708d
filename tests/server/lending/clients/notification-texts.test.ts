import { describe, expect, test } from 'vitest';
import { SCREENS } from '#api/screens.ts';
import type { Language } from '#server/lending/clients/notification-kind.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { emailOf, smsOf, titleAndBody } from '#server/lending/clients/notification-texts.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';

const LOAN = { loanNumber: 'P-2026-0000001' };
const DUE = { ...LOAN, amountCents: 57_303, dueDate: '2026-02-14' };
const UNTIL = { untilDate: '2026-01-18', untilTime: '15:40' };
const PARAMS: Readonly<Record<NotificationKind, Readonly<Record<string, unknown>>>> = {
  'payment-soon': { ...DUE, lastDay: '2026-02-16' },
  'payment-due': { ...DUE, lastDay: '2026-02-16' },
  'payment-late': { ...DUE, asOf: '2026-02-17' },
  'payment-overdue': { ...DUE, asOf: '2026-03-01' },
  'plan-at-risk': { ...DUE, endsOn: '2026-03-19' },
  'flex-at-risk': { ...DUE, endsOn: '2026-03-19' },
  'payment-received': { ...LOAN, amountCents: 57_303, paidOn: '2026-02-14' },
  'payment-taken-back': { ...LOAN, amountCents: 57_303, paidOn: '2026-02-14' },
  'loan-disbursed': { ...LOAN, amountCents: 50_000 },
  'disbursement-failed': { ...LOAN, amountCents: 50_000, answerBy: '2026-01-19' },
  'account-ending': { ...LOAN, answerBy: '2026-01-19' },
  'loan-paid-off': LOAN,
  'extension-active': { ...LOAN, newDueDate: '2026-02-28' },
  'plan-confirmed': { ...LOAN, payments: 3, amountCents: 58_531, firstDate: '2026-02-28' },
  'plan-broken': LOAN,
  'flex-activated': { ...LOAN, amountCents: 9939, firstDate: '2026-04-01' },
  'flex-ended': LOAN,
  'top-up-ending': { ...LOAN, amountCents: 20_000, ...UNTIL },
  'top-up-left': { ...DUE, leftCents: 21_466 },
  'top-up-paid': { ...LOAN, amountCents: 20_000 },
  'top-up-failed': { ...LOAN, amountCents: 20_000 },
  'top-up-stopped': { ...LOAN, amountCents: 20_000 },
  'next-loan': {},
  'application-approved': UNTIL,
  'application-rejected': { reapplyDate: '2026-02-14' },
  'application-needs-information': UNTIL,
  'information-ending': UNTIL,
  'offer-ending': UNTIL,
  'draft-ending': UNTIL,
  'email-changing': {},
  'phone-changing': {},
  'account-changing': {},
  'passkey-adding': {},
  'passkeys-removed': {},
  'changes-stopped': {},
};
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
const LANGUAGES: readonly Language[] = ['es', 'en'];
const all = KINDS.flatMap((kind) => LANGUAGES.map((language) => [kind, language] as const));
const surroundings = (language: Language) => ({
  language,
  siteUrl: 'https://manay.example',
  lender: 'Mañay',
  path: '/profile/',
  settingsPath: '/profile/settings/',
});

test('every kind has its texts in both languages, and an example here', () => {
  // Both languages are in the kind's own entry, and its type asks for them.
  expect(Object.keys(PARAMS).sort(), 'PARAMS of this test').toEqual([...KINDS].sort());
});

test('every kind is sent by somebody', {
  tags: ['promise-reminders-of-a-loan', 'promise-payments-that-wait-or-are-being-confirmed'],
}, () => {
  const code = filesUnder('src/server/lending')
    .filter((file) => !/\/(?:notification-kinds?|texts-e[sn]|[a-z]+-notifications)\.ts$/.test(file))
    .map((file) => read(file))
    .join('\n');
  const silent = KINDS.filter((kind) => !code.includes(`'${kind}'`));
  expect(silent, 'call notify(trx, { kind, … }) where it happens').toEqual([]);
});

describe.each(all)('%s in %s', (kind, language) => {
  const told = { kind, params: PARAMS[kind] };

  test('has every word filled in, wherever it goes', () => {
    const { title, body } = titleAndBody(told, language);
    const email = emailOf(told, 'Rosa', surroundings(language));
    const sms = [true, false].map((details) => smsOf(told, details, surroundings(language)));
    for (const text of [title, body, email.subject, email.body, ...sms]) {
      expect(text.length).toBeGreaterThan(10);
      expect(text).not.toMatch(/[{}]|undefined|NaN/);
    }
  });

  test('shows no amount where a locked screen shows it, and links to a screen there is', () => {
    expect(titleAndBody(told, language).title).not.toContain('S/');
    expect(SCREENS[NOTIFICATION_KINDS[kind].link]).toBeDefined();
  });

  test.runIf(NOTIFICATION_KINDS[kind].purpose !== 'marketing')(
    'tells, where that was chosen, neither lender nor debt',
    () => {
      const sms = smsOf(told, false, surroundings(language));
      expect(sms).not.toMatch(/Mañay|manay|S\/|\d|pr[eé]stamo|pago|loan|pay|http/i);
    },
  );
});

test('an English e-mail leads to the English pages', () => {
  const { body } = emailOf({ kind: 'loan-paid-off', params: LOAN }, undefined, surroundings('en'));
  expect(body).toContain('https://manay.example/en/profile/');
  expect(body).toMatch(/^Hello,\n/);
});

test('advertising says who advertises and how to end it', { tags: 'promise-advertising' }, () => {
  const told = { kind: 'next-loan', params: {} } as const;
  expect(smsOf(told, false, surroundings('es'))).toMatch(/^Mañay: /);
  expect(emailOf(told, 'Rosa', surroundings('es')).body).toContain('Puedes retirarlo cuando quieras');
});

test('no text is the same in both languages', () => {
  for (const kind of KINDS) {
    for (const part of ['title', 'body', 'sms'] as const) {
      expect(NOTIFICATION_KINDS[kind][part].en).not.toBe(NOTIFICATION_KINDS[kind][part].es);
    }
  }
});
