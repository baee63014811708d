import type { CardDeclineReason } from '#api/payment.ts';

/** The only code that means money was taken. */
export const APPROVED = '000';

/**
 * Niubiz's action codes by what the client can do about them. The numbers are those of public integrations; the
 * provider's current list is to be confirmed when the merchant is certified [R]. A card reported lost or stolen gets
 * the same text as any other decline by the bank.
 */
const CODES: Readonly<Record<CardDeclineReason, readonly string[]>> = {
  'insufficient-funds': ['116'],
  'expired-card': ['101', '201'],
  'invalid-card': ['118', '180', '666'],
  'wrong-security-code': ['129'],
  'wrong-pin': ['106', '112', '117', '119', '126', '206'],
  'not-permitted': ['104', '110', '181', '182', '204'],
  'amount-not-permitted': ['113', '121'],
  'contact-bank': ['102', '107', '108', '190', '191', '192', '202', '207', '208', '209', '280', '282', '283', '284'],
  'try-later': [
    '183',
    '290',
    '670',
    '904',
    '907',
    '909',
    '910',
    '911',
    '912',
    '916',
    '928',
    '940',
    '945',
    '946',
    '948',
  ],
  'our-side': ['109', '111', '263', '401', '404', '405', '406', '407', '668', '669', '673', '674', '676', '677', '678'],
  refused: ['199'],
};

const REASONS: ReadonlyMap<string, CardDeclineReason> = new Map(
  (Object.entries(CODES) as [CardDeclineReason, readonly string[]][]).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason] as const),
  ),
);

/** Repeated purchase number: the first outcome counts, not this answer. */
const DUPLICATES = new Set(['913', '994', '997']);

export function isDuplicate(actionCode: string): boolean {
  return DUPLICATES.has(actionCode);
}

/** `116` is `insufficient-funds`; an undocumented code is `refused`. */
export function declineReason(actionCode: string): CardDeclineReason {
  return REASONS.get(actionCode) ?? 'refused';
}
