import { APPLICATION_STAGE } from './applications.ts';
import type { CodeWords } from './code-words.ts';
import { COLLEAGUE_STATUS, COMPLAINT_STATUS, FLAG_STATE, PROPOSAL_STATUS } from './desk.ts';
import { CALL_NOW, LAST_OUTCOME, LAST_PROMISE, LOAN_STATUS } from './loans.ts';
import { BATCH_STATUS, PAYMENT_STATUS, PAYOUT_STATE, PAYOUT_STATUS, REFUND_STATUS } from './money.ts';

/** Whether a status is as it should be, needs a look, or is bad; any other has no tone. */
export type Tone = 'good' | 'attention' | 'bad';

const of = <Codes extends CodeWords>(
  codes: Codes,
  tones: Readonly<Partial<Record<keyof Codes & string, Tone>>>,
): readonly [CodeWords, Readonly<Record<string, Tone>>] => [codes, tones as Readonly<Record<string, Tone>>];

/** The tones of each list of statuses. They are shown beside the word, never in its place. */
export const TONES: ReadonlyMap<CodeWords, Readonly<Record<string, Tone>>> = new Map([
  of(APPLICATION_STAGE, { MANUAL_REVIEW: 'attention', INFO_MISSING: 'attention', REJECTED: 'bad', EXPIRED: 'bad' }),
  of(LOAN_STATUS, {
    PERFORMING: 'good',
    PAID: 'good',
    DISBURSMENT_FAILED: 'attention',
    PAYMENT_PLAN: 'attention',
    FLEX: 'attention',
    PAST_DUE: 'bad',
    DEFAULTED: 'bad',
    WRITTEN_OFF: 'bad',
  }),
  of(PAYMENT_STATUS, {
    SUCCEEDED: 'good',
    UNKNOWN: 'attention',
    IN_REVIEW: 'attention',
    REFUND_PENDING: 'attention',
    DISPUTED: 'bad',
    REVERSED: 'bad',
    FAILED: 'bad',
  }),
  of(PAYOUT_STATE, { paid: 'good', waiting: 'attention', failed: 'bad' }),
  of(PAYOUT_STATUS, { CONFIRMED: 'good', SENDING: 'attention', SENT: 'attention', REJECTED: 'bad' }),
  of(REFUND_STATUS, { PAID: 'good', SENDING: 'attention', SENT: 'attention', REJECTED: 'bad' }),
  of(BATCH_STATUS, { SENT: 'good', MADE: 'attention', RELEASED: 'attention' }),
  of(COMPLAINT_STATUS, { ANSWERED: 'good', SETTLED: 'good', CLOSED: 'good', RECEIVED: 'bad', ASSIGNED: 'attention' }),
  of(PROPOSAL_STATUS, { APPROVED: 'good', PROPOSED: 'attention', REJECTED: 'bad' }),
  of(COLLEAGUE_STATUS, { ACTIVE: 'good', INVITED: 'attention', EXPIRED: 'attention', LOCKED: 'bad', CLOSED: 'bad' }),
  of(FLAG_STATE, { OPEN: 'bad', LIFTED: 'good' }),
  of(CALL_NOW, {
    yes: 'good',
    'daily-limit': 'attention',
    'weekly-limit': 'attention',
    night: 'attention',
    weekend: 'attention',
    holiday: 'attention',
    'third-party': 'attention',
    paused: 'attention',
  }),
  of(LAST_OUTCOME, { PROMISED: 'good', NOT_RECORDED: 'attention', REFUSES: 'bad', WRONG_NUMBER: 'bad' }),
  of(LAST_PROMISE, { KEPT: 'good', OPEN: 'attention', BROKEN: 'bad' }),
]);
