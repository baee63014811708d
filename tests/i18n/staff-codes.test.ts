import { expect, test } from 'vitest';
import type { APPLICATION_DOCUMENT_TYPES, InformationCode } from '#api/application-information.ts';
import type { CANCELLATION_REASONS } from '#api/cancellation-reasons.ts';
import type { ANSWER_CHANNELS } from '#api/complaint-form.ts';
import type { DOCUMENT_TYPES } from '#api/document-types.ts';
import type { OptionCode } from '#api/options.ts';
import type { PAYMENT_FAILURES } from '#api/payment.ts';
import * as applications from '#i18n/staff-codes/applications.ts';
import * as desk from '#i18n/staff-codes/desk.ts';
import * as loans from '#i18n/staff-codes/loans.ts';
import * as money from '#i18n/staff-codes/money.ts';
import * as parameters from '#i18n/staff-codes/parameters.ts';
import { NOTICE_KIND } from '#i18n/staff-codes/timeline.ts';
import type { ApplicationEvent, ApplicationStage } from '#loan/application.ts';
import type { RejectionReason } from '#loan/application-decisions.ts';
import type { ComplaintAct, ComplaintStatus } from '#loan/complaint.ts';
import type { CONTACT_CHANNELS, CONTACT_OUTCOMES, ContactRefusal, PauseReason } from '#loan/contact-hours.ts';
import type { DATA_REQUEST_KINDS } from '#loan/data-request.ts';
import type { ExtensionStatus } from '#loan/extension.ts';
import type { Account } from '#loan/ledger.ts';
import type { LoanEvent, LoanFact, LoanStatus, PrepaymentMode } from '#loan/loan.ts';
import type { Component } from '#loan/obligation.ts';
import type {
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PaymentIntentEvent,
  PaymentIntentStatus,
} from '#loan/payment-intent.ts';
import type { RepaymentRefusal } from '#loan/repayment.ts';
import type { CHECK_KINDS, CHECK_NEEDS, CHOSEN_FIELDS, REQUIRED_PAPERS } from '#loan/requirements.ts';
import type { TrustEventName } from '#loan/trust-level.ts';
import type { CheckFinding, DeviceOutcome } from '#server/lending/applications/underwriting/snapshot.ts';
import type { NotificationKind } from '#server/lending/clients/notification-kinds.ts';
import type { ScoreLineName } from '#server/lending/parameters/policy.ts';
import type { POLICY_SCHEMAS } from '#server/lending/parameters/policy-schemas.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import type { TASK_KINDS } from '#server/lending/staff/task-store.ts';
import type { TAX_DOCUMENT_STATUSES, TAX_OUTCOMES } from '#server/lending/tax-documents/tables.ts';

type WordsOf<Code extends string> = Readonly<Record<Code, readonly [es: string, en: string]>>;
type One<List extends readonly string[]> = List[number];

/** Lists of codes, each with the type of its codes: a new code without words does not compile. */
const LISTS = {
  ANSWER_CHANNEL: desk.ANSWER_CHANNEL satisfies WordsOf<One<typeof ANSWER_CHANNELS>>,
  APPLICATION_EVENT: applications.APPLICATION_EVENT satisfies WordsOf<ApplicationEvent>,
  APPLICATION_STAGE: applications.APPLICATION_STAGE satisfies WordsOf<ApplicationStage>,
  CALL_NOW: loans.CALL_NOW satisfies WordsOf<ContactRefusal>,
  CHECK_FINDING: applications.CHECK_FINDING satisfies WordsOf<CheckFinding>,
  CHECK_KIND: applications.CHECK_KIND satisfies WordsOf<One<typeof CHECK_KINDS>>,
  CHECK_POLICY: applications.CHECK_POLICY satisfies WordsOf<One<typeof CHECK_NEEDS>>,
  COMPLAINT_EVENT: desk.COMPLAINT_EVENT satisfies WordsOf<ComplaintAct>,
  COMPLAINT_STATUS: desk.COMPLAINT_STATUS satisfies WordsOf<ComplaintStatus>,
  CONTACT_CHANNEL: loans.CONTACT_CHANNEL satisfies WordsOf<One<typeof CONTACT_CHANNELS>>,
  CONTACT_OUTCOME: loans.CONTACT_OUTCOME satisfies WordsOf<One<typeof CONTACT_OUTCOMES>>,
  DEBT_COMPONENT: parameters.DEBT_COMPONENT satisfies WordsOf<Component>,
  DEVICE_OUTCOME: applications.DEVICE_OUTCOME satisfies WordsOf<DeviceOutcome>,
  EXTENSION_STATUS: money.EXTENSION_STATUS satisfies WordsOf<ExtensionStatus>,
  FAILURE_REASON: money.FAILURE_REASON satisfies WordsOf<One<typeof PAYMENT_FAILURES>>,
  GIVING_UP_REASON: applications.GIVING_UP_REASON satisfies WordsOf<One<typeof CANCELLATION_REASONS>>,
  INCOME_SOURCE: applications.INCOME_SOURCE satisfies WordsOf<OptionCode<'IncomeSource'>>,
  LEDGER_ACCOUNT: money.LEDGER_ACCOUNT satisfies WordsOf<Account>,
  LOAN_EVENT: loans.LOAN_EVENT satisfies WordsOf<LoanEvent>,
  LOAN_FACT: loans.LOAN_FACT satisfies WordsOf<LoanFact['kind']>,
  LOAN_STATUS: loans.LOAN_STATUS satisfies WordsOf<LoanStatus>,
  MISSING_ITEM: applications.MISSING_ITEM satisfies WordsOf<InformationCode>,
  MONEY_REASON: money.MONEY_REASON satisfies WordsOf<RepaymentRefusal>,
  NOTICE_KIND: NOTICE_KIND satisfies WordsOf<NotificationKind>,
  PAPER_TYPE: loans.PAPER_TYPE satisfies WordsOf<One<typeof DOCUMENT_TYPES>>,
  PARAMETER_KEY: parameters.PARAMETER_KEY satisfies WordsOf<keyof typeof POLICY_SCHEMAS>,
  PAUSE_REASON: loans.PAUSE_REASON satisfies WordsOf<PauseReason>,
  PAYMENT_EVENT: money.PAYMENT_EVENT satisfies WordsOf<PaymentIntentEvent>,
  PAYMENT_METHOD: money.PAYMENT_METHOD satisfies WordsOf<One<typeof PAYMENT_METHODS>>,
  PAYMENT_PURPOSE: money.PAYMENT_PURPOSE satisfies WordsOf<One<typeof PAYMENT_PURPOSES>>,
  PAYMENT_STATUS: money.PAYMENT_STATUS satisfies WordsOf<PaymentIntentStatus>,
  PICTURE_TYPE: applications.PICTURE_TYPE satisfies WordsOf<One<typeof APPLICATION_DOCUMENT_TYPES>>,
  PREPAYMENT_MODE: loans.PREPAYMENT_MODE satisfies WordsOf<PrepaymentMode>,
  REJECTION_REASON: applications.REJECTION_REASON satisfies WordsOf<RejectionReason>,
  REQUEST_TYPE: desk.REQUEST_TYPE satisfies WordsOf<One<typeof DATA_REQUEST_KINDS>>,
  REQUIRED_FIELD: applications.REQUIRED_FIELD satisfies WordsOf<One<typeof CHOSEN_FIELDS>>,
  REQUIRED_PAPER: applications.REQUIRED_PAPER satisfies WordsOf<One<typeof REQUIRED_PAPERS>>,
  ROLE: desk.ROLE satisfies WordsOf<Role>,
  SCORE_LINE: applications.SCORE_LINE satisfies WordsOf<ScoreLineName>,
  TASK_KIND: desk.TASK_KIND satisfies WordsOf<One<typeof TASK_KINDS>>,
  TAX_OUTCOME: money.TAX_OUTCOME satisfies WordsOf<One<typeof TAX_OUTCOMES>>,
  TAX_STATUS: money.TAX_STATUS satisfies WordsOf<One<typeof TAX_DOCUMENT_STATUSES>>,
  TRUST_EVENT: parameters.TRUST_EVENT satisfies WordsOf<TrustEventName>,
};

test.each(Object.entries(LISTS))('no two codes of %s are told in the same words', (_, list) => {
  const said = Object.entries<readonly [string, string]>(list).map(([code, [es, en]]) => [code, `${es} | ${en}`]);
  const twice = said.filter(([code, words]) => said.some((other) => other[0] !== code && other[1] === words));
  expect(twice.map(([code]) => code)).toEqual([]);
});
