import { describe, expect, test } from 'vitest';
import { NOTIFICATION_KINDS, type NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import { smsOf } from '#server/lending/clients/notification-texts.ts';
import { smsParts } from '#server/lending/messages/gsm-text.ts';
import { CODE_PURPOSES, type CodePurpose, codeMessage } from '#server/lending/people/messages/code-message.ts';
import {
  ACCOUNT_LETTERS,
  IDENTITY_SMS,
  identitySms,
  letterAsSms,
} from '#server/lending/people/messages/identity-messages.ts';

/** The longest that each value can be. */
const SUM = 'S/\u00a099.999,99';
const DATE = '30/12/2026';
const HOST = 'https://prestamos.manay-credito.com.pe';
const VALUES = {
  ...{ amount: SUM, total: SUM, count: '12', date: DATE, time: '15:40', day: DATE, name: 'Rosa', brand: 'Mañay' },
  ...{ value: 'r•••@una-empresa-de-la-sierra.com.pe', device: 'Chrome', staff: 'Rosa', ticket: 'C-123', phone: '321' },
  link: `${HOST}/api/v1/profile/changes/stop/${'x'.repeat(43)}?lang=es`,
};
const PARAMS = {
  ...{ loanNumber: 'P-2026-0000001', amountCents: 9_999_999, leftCents: 9_999_999, payments: 12, untilTime: '15:40' },
  ...Object.fromEntries(
    [
      'dueDate',
      'lastDay',
      'asOf',
      'endsOn',
      'paidOn',
      'answerBy',
      'newDueDate',
      'firstDate',
      'untilDate',
      'reapplyDate',
    ].map((name) => [name, '2026-12-30']),
  ),
};
const LANGUAGES = ['es', 'en'] as const;
const SIGN: readonly CodePurpose[] = ['sign-agreement', 'extend', 'confirm-plan', 'activate-flex', 'top-up'];

test('the host of the figures below has thirty letters', () => {
  expect(new URL(HOST).hostname).toHaveLength(30);
});

test('one letter that the GSM alphabet lacks makes parts of 67 of the whole message', () => {
  expect(smsParts('a'.repeat(160))).toEqual({ parts: 1, foreign: [] });
  expect(smsParts('€'.repeat(81)).parts).toBe(2);
  expect(smsParts(`${'a'.repeat(159)}ó`)).toEqual({ parts: 3, foreign: ['ó'] });
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(CODE_PURPOSES)(
    'a code for %s names the lender and what it does, in one part; two where it signs',
    (use) => {
      const about = { use, values: VALUES };
      const to = { channel: 'SMS', to: '+51987654321', code: '123456', language } as const;
      const { body } = codeMessage({ ...to, about, siteUrl: HOST, brandName: 'Mañay' });
      expect(body).toMatch(/^Mañay: use?a? 123456 /);
      expect(body).not.toMatch(/[{}]/);
      expect(smsParts(body).foreign).toEqual([]);
      expect(smsParts(body).parts).toBeLessThanOrEqual(SIGN.includes(use) ? 2 : 1);
    },
  );

  test.each(Object.keys(NOTIFICATION_KINDS) as NotificationKind[])('%s fits into one part, without amounts', (kind) => {
    const context = { language, siteUrl: HOST, lender: 'Mañay', path: '/profile/', settingsPath: '/profile/settings/' };
    for (const details of [true, false]) {
      const text = smsOf({ kind, params: PARAMS }, details, context);
      expect(text).not.toMatch(/S\/|[{}]/);
      expect(smsParts(text)).toEqual({ parts: 1, foreign: [] });
    }
    expect(smsOf({ kind, params: PARAMS }, true, context)).toMatch(/^Mañay: /);
  });

  test.each(IDENTITY_SMS)('the news of %s has no letter that makes it three times as long', (name) => {
    const values = { ...VALUES, ...(name === 'bank-account-changing' && { value: '••••1234' }) };
    const { body } = identitySms(name, { phone: '+51987654321', language }, values);
    expect(smsParts(body).foreign).toEqual([]);
    expect(smsParts(body).parts).toBeLessThanOrEqual(2);
  });

  test.each(ACCOUNT_LETTERS)('the letter %s, told by SMS, fits into one part', (name) => {
    const { body } = letterAsSms(name, { phone: '+51987654321', language }, VALUES);
    expect(smsParts(body)).toEqual({ parts: 1, foreign: [] });
  });
});
