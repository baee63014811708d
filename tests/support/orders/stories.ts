import {
  AGREEMENT_ACTS,
  APPLICANT_ACTS,
  APPLICANT_NIGHT_ACTS,
  aRefusedSigner,
  aSignerToBe,
  REFUSED_ACTS,
} from './agreement-acts.ts';
import { aLateDebtor } from './late-loan.ts';
import { LOAN_ACTS, NIGHTLY_ACTS } from './loan-acts.ts';
import { JANITOR_ACTS, LOST_ACTS, MONEY_ACTS } from './money-acts.ts';
import { aDebtorOfCentimos, aLostDebtor, WAIVER_ACTS, WRITE_OFF_ACTS } from './other-loans.ts';
import { PAYMENT_ACTS } from './payment-acts.ts';
import {
  aLoanForTheFile,
  anOrderOnItsWay,
  aSignedLoan,
  BATCH_ACTS,
  CLIENT_OF_PAYOUT_ACTS,
  ON_ITS_WAY_ACTS,
  ordersAtBank,
  PAYOUT_ACTS,
  PAYOUT_NIGHT_ACTS,
} from './payout-acts.ts';
import { aClientAtRest, aVisitorToBe, PEOPLE_ACTS, PEOPLE_NIGHT_ACTS, peopleOf, VISITOR_ACTS } from './people-acts.ts';
import { type Story, story } from './story.ts';
import { aGoodDebtor, TOP_UP_ACTS, TOP_UP_NIGHT_ACTS } from './top-up-acts.ts';

type MoneyAct = keyof typeof MONEY_ACTS;
const some = (...names: readonly MoneyAct[]) => Object.fromEntries(names.map((name) => [name, MONEY_ACTS[name]]));

/** Money that can come to any loan, or leave it. */
const MONEY = some(
  'the money of a transfer is booked',
  'a card is charged',
  'a payment is paid back',
  'a card payment is lost to the bank',
  'a colleague matches unnamed money',
);

/** None is asked for while a top-up is on its way. */
const EXTENSION_ACTS = {
  ...some('the money of an extension is booked'),
  'the client asks for an extension': LOAN_ACTS['the client asks for an extension'],
};

export const STORIES = {
  'a late loan': story(
    aLateDebtor,
    { ...MONEY_ACTS, ...JANITOR_ACTS, ...LOAN_ACTS, ...NIGHTLY_ACTS, ...LOST_ACTS },
    { first: JANITOR_ACTS, last: { ...NIGHTLY_ACTS, ...LOST_ACTS } },
  ),
  'one payment': story(aLateDebtor, PAYMENT_ACTS),
  'a loan of ten days': story(
    aGoodDebtor,
    {
      ...TOP_UP_ACTS,
      ...MONEY,
      ...some('a transfer that pays everything is booked'),
      ...EXTENSION_ACTS,
      'the client names another account': CLIENT_OF_PAYOUT_ACTS['the client names another account'],
      ...TOP_UP_NIGHT_ACTS,
      ...PAYOUT_NIGHT_ACTS,
    },
    { first: EXTENSION_ACTS, last: { ...TOP_UP_NIGHT_ACTS, ...PAYOUT_NIGHT_ACTS } },
  ),
  'a loan in default': story(
    aLostDebtor,
    {
      ...WRITE_OFF_ACTS,
      ...MONEY,
      'the client goes on flex pay': LOAN_ACTS['the client goes on flex pay'],
      ...PAYOUT_NIGHT_ACTS,
    },
    { last: PAYOUT_NIGHT_ACTS },
  ),
  'a loan that lacks some céntimos': story(
    aDebtorOfCentimos,
    { ...WAIVER_ACTS, ...PAYOUT_NIGHT_ACTS },
    { last: PAYOUT_NIGHT_ACTS },
  ),
  'a signed loan': story(aSignedLoan, { ...PAYOUT_ACTS, ...CLIENT_OF_PAYOUT_ACTS }, { outside: ordersAtBank }),
  'a signed loan of a batch': story(
    aLoanForTheFile,
    { ...BATCH_ACTS, ...CLIENT_OF_PAYOUT_ACTS },
    { outside: ordersAtBank },
  ),
  'an order on its way': story(
    anOrderOnItsWay,
    { ...ON_ITS_WAY_ACTS, ...CLIENT_OF_PAYOUT_ACTS, ...PAYOUT_NIGHT_ACTS },
    { last: PAYOUT_NIGHT_ACTS, outside: ordersAtBank },
  ),
  'an agreement': story(
    aSignerToBe,
    { ...AGREEMENT_ACTS, ...APPLICANT_ACTS, ...CLIENT_OF_PAYOUT_ACTS, ...APPLICANT_NIGHT_ACTS },
    { last: APPLICANT_NIGHT_ACTS },
  ),
  'an account that the bank refused': story(
    aRefusedSigner,
    { ...REFUSED_ACTS, ...APPLICANT_ACTS, ...CLIENT_OF_PAYOUT_ACTS, ...APPLICANT_NIGHT_ACTS },
    { last: APPLICANT_NIGHT_ACTS },
  ),
  'a client': story(aClientAtRest, { ...PEOPLE_ACTS, ...PEOPLE_NIGHT_ACTS }, { last: PEOPLE_NIGHT_ACTS }),
  'a visitor': story(aVisitorToBe, VISITOR_ACTS, { outside: peopleOf }),
} as const satisfies Readonly<Record<string, Story>>;

export type StoryName = keyof typeof STORIES;
