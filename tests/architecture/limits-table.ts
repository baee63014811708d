import { ATTACHMENT_LIMITS } from '#api/complaint-form.ts';
import { MAX_VOUCHER_BYTES } from '#api/endpoints/payments/send-voucher.ts';
import { VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import type { RateLimit } from '#server/kit/rate-limit.ts';
import { MAX_BODY_BYTES } from '#server/kit/request-body.ts';
import { INQUIRY_LIMIT, UPLOAD_LIMIT } from '#server/lending/applications/application-context.ts';
import { MAX_FILE_BYTES, MAX_FILES } from '#server/lending/applications/application-files.ts';
import { FILING_LIMIT, POSTING_LIMIT, TRACKING_LIMIT } from '#server/lending/complaints/complaints-context.ts';
import { ISSUE_LIMIT } from '#server/lending/documents/documents-context.ts';
import { PUBLIC_OFFER_LIMIT } from '#server/lending/parameters/parameters.ts';
import { POLICY_KEYS, type PolicyKey } from '#server/lending/parameters/policies.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { PAYMENT_LIMIT, VOUCHER_LIMIT, WEBHOOK_LIMIT } from '#server/lending/payments/payment-context.ts';
import { PICTURE_MAX_BYTES } from '#server/lending/people/recover-phone.ts';
import { CODE_MS, MAX_TRIES } from '#server/lending/people/store/challenge-store.ts';
import { MAX_SESSIONS } from '#server/lending/people/store/session-store.ts';
import type { BucketScope, ThrottleScope } from '#server/lending/people/store/throttle-store.ts';
import {
  ACCOUNT_EMAIL_LIMIT,
  CODE_ACCOUNT_LIMIT,
  CODE_ADDRESS_LIMIT,
  CODE_AGAIN_LIMIT,
  CODE_LIMIT,
  CODE_NAME_LIMIT,
  DOCUMENTS_LIMIT,
  FREE_FAILURES,
  FREE_FAILURES_OF_PERSON,
  type Most,
  PICTURE_LIMIT,
  SIGN_IN_ADDRESS_LIMIT,
  VISITOR_POSTING_LIMIT,
  VISITOR_REQUEST_LIMIT,
  WRONG_CODES_LIMIT,
} from '#server/lending/people/throttles.ts';
import { VISITOR_LIMIT } from '#server/lending/people/visitor.ts';
import { WEBHOOK_LIMIT as HINT_LIMIT } from '#server/publishing/publisher/webhook.ts';
import { SIGN_IN_LIMIT } from '#server/publishing/sandbox/editor/guard.ts';

type Row = readonly [what: string, by: string, most: string];

const delay = (free: number) => `${free} failures in 15 min, then a wait of 30 s, doubled up to 15 min; never a lock`;
const RESET = 'letters with a reset link';

/** Counted in the database: every scope there is has its row here, or `tsc` says so. */
const COUNTED: Readonly<Record<ThrottleScope | BucketScope, Row>> = {
  'sign-in': ['sign-in with a password', 'name as it is looked up; known browser', delay(FREE_FAILURES)],
  'sign-in-of-person': [
    'the same, from browsers not known',
    'person, over all names; not told',
    delay(FREE_FAILURES_OF_PERSON),
  ],
  'sign-in-from-address': ['failed sign-ins, not of known browsers', 'address', most(SIGN_IN_ADDRESS_LIMIT.limits)],
  password: ['password inside a session', 'person', delay(FREE_FAILURES)],
  'code-again': [
    'another code for the same purpose',
    'telephone; not told without a proof',
    most(CODE_AGAIN_LIMIT.limits),
  ],
  'code-to-phone': [
    'codes to a telephone that anybody can name: sign-in by code, registration, new telephone',
    'telephone; not told',
    most(CODE_LIMIT.limits),
  ],
  'code-behind-proof': [
    'codes behind a right password, a session or a reset link',
    'person with telephone or mailbox',
    most(CODE_LIMIT.limits),
  ],
  'code-for-account': ['the same, to however many telephones', 'person', most(CODE_ACCOUNT_LIMIT.limits)],
  'code-for-registration': ['registration', 'telephone as typed', most(CODE_NAME_LIMIT.limits)],
  'document-of-phone': ['the same of them again', 'telephone and document', 'counted, never refused'],
  'documents-of-phone': ['documents of a registration', 'telephone, once it is proven', most(DOCUMENTS_LIMIT.limits)],
  'code-for-identifier': ['sign-in by code', 'name as it is looked up', most(CODE_NAME_LIMIT.limits)],
  'code-from-address': ['codes and account letters', 'address', rate(CODE_ADDRESS_LIMIT)],
  'reset-for-identifier': [RESET, 'name as it is looked up', most(ACCOUNT_EMAIL_LIMIT.limits)],
  'reset-of-person': [RESET, 'person, over all names; not told', most(ACCOUNT_EMAIL_LIMIT.limits)],
  recovery: ['recoveries of a lost telephone', 'document', most(ACCOUNT_EMAIL_LIMIT.limits)],
  'visitor-data-day': ['requests about data without an account', 'address', most(VISITOR_REQUEST_LIMIT.limits)],
  'visitor-data-letter': ['letters about them', 'mailbox; not told', most(ACCOUNT_EMAIL_LIMIT.limits)],
  'email-change': ['changes of e-mail', 'person', most(ACCOUNT_EMAIL_LIMIT.limits)],
  'bank-account-change': ['changes of bank account', 'person', most(ACCOUNT_EMAIL_LIMIT.limits)],
  'recovery-picture': ['pictures for a recovery', 'address', rate(PICTURE_LIMIT)],
  'visitor-data-posted': ['forms about data without a session, right or wrong', 'address', rate(VISITOR_POSTING_LIMIT)],
  'visitor-data-request': ['requests about data without a session', 'address', rate(PICTURE_LIMIT)],
  inquiry: ['inquiries for a loan', 'person', rate(INQUIRY_LIMIT)],
  'application-document': ['files of an application', 'person', rate(UPLOAD_LIMIT)],
  'loan-document': ['documents issued on request, each kind', 'person', rate(ISSUE_LIMIT)],
  payment: ['new payments', 'person', rate(PAYMENT_LIMIT)],
  voucher: ['vouchers', 'person', rate(VOUCHER_LIMIT)],
  'complaint-posted': ['complaint forms sent, right or wrong', 'address', rate(POSTING_LIMIT)],
  'complaint-filed': ['complaints filed', 'address, never the document', rate(FILING_LIMIT)],
};

const IN_PROCESS: readonly Row[] = [
  ['public offers and product settings', 'address', `${rate(PUBLIC_OFFER_LIMIT)} (parameter \`rate_limit\`)`],
  ['each other call about a visitor, verification of a document', 'address', rate(VISITOR_LIMIT)],
  ['look-ups of a complaint', 'address', rate(TRACKING_LIMIT)],
  ['webhooks of payment providers, right or wrong', 'address', rate(WEBHOOK_LIMIT)],
  ['webhooks of the content service, right or wrong', 'address', rate(HINT_LIMIT)],
  ['sign-ins of editors', 'address', rate(SIGN_IN_LIMIT)],
];

const SIZES: readonly Row[] = [
  ['wrong answers to one code', 'challenge', `${MAX_TRIES}, within ${minutes(CODE_MS)}`],
  ['wrong codes of one kind', 'person', `${WRONG_CODES_LIMIT.count} to the codes of one hour`],
  ['sessions', 'person', `${MAX_SESSIONS}; a further one ends the oldest`],
  ['a JSON body', 'request', bytes(MAX_BODY_BYTES)],
  [
    'files of a complaint',
    'complaint',
    `${ATTACHMENT_LIMITS.files}, ${bytes(ATTACHMENT_LIMITS.bytesPerFile)} each, ${bytes(ATTACHMENT_LIMITS.bytesInAll)} together`,
  ],
  ['files of an application', 'application', `${MAX_FILES}, ${bytes(MAX_FILE_BYTES)} each`],
  ['the file of a voucher', 'voucher', bytes(MAX_VOUCHER_BYTES)],
  ['the picture of a recovery', 'recovery', bytes(PICTURE_MAX_BYTES)],
  ['the identity document of a request about data', 'request', bytes(VISITOR_REQUEST_LIMITS.identityBytes)],
  ['requests worked on at once', 'person, in each process', 'a third of the database connections'],
  ['open data requests of one kind', 'person', '1'],
  ['codes to everybody', 'the whole lender', `a task for staff above policy \`codes\`; none is refused`],
];

/** What the dated policies limit: operators change them, four eyes, never the code. */
const POLICIES: Readonly<Record<PolicyKey, string>> = {
  late: 'moratory rate, its cap, days until default and write-off',
  prepayment: 'days to change one’s mind, instalments paid in advance, credit that stays',
  allocation: 'the order in which money is used',
  extension: 'terms, how often, how many days in all, how late',
  'top-up': 'days since the beginning and until the end, step, fee',
  plan: 'items, least payment, days, broken plans',
  flex: 'least payment, periods, days',
  payment: 'least and most of each method, how long it waits',
  codes: 'codes an hour to everybody before staff are told',
  retention: 'days that papers of abandoned and refused applications, and flags of erased people, are kept',
  'four-eyes': 'the most that one colleague approves, refunds, matches, returns or settles alone',
  'chart-of-accounts': 'nothing: what each account is called in the lender’s books',
  underwriting: 'age, share of income, applications in 30 days, days late',
  requirements: 'what each amount asks for: fields, people, papers, checks by others; the points of the answers',
  trust: 'points, levels, the most a level may borrow',
};

/** The limits of the lender, as the code has them. */
export function limitsTable(): string {
  return [
    '### Counted in the database, by all processes together\n',
    table(
      ['Counted as', 'What', 'By', 'At most'],
      Object.entries(COUNTED).map(([scope, row]) => [`\`${scope}\``, ...row]),
    ),
    '\n### Counted in each process\n',
    table(['What', 'By', 'At most'], IN_PROCESS),
    '\n### Counted where it is kept\n',
    table(['What', 'Of one', 'At most'], SIZES),
    '\n### Dated policies\n',
    table(
      ['Policy', 'Limits', 'A new lender starts with'],
      POLICY_KEYS.map((key) => [`\`${key}\``, POLICIES[key], `\`${JSON.stringify(SEED_POLICIES[key])}\``]),
    ),
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function most(limits: readonly Most[]): string {
  return limits.map(({ count, inMs }) => `${count} in ${minutes(inMs)}`).join(', ');
}

function rate({ perMinute, burst }: RateLimit): string {
  const each = perMinute >= 1 ? `${perMinute} a minute` : `${perMinute * 60} an hour`;
  return `${burst} at once, ${each}`;
}

function minutes(ms: number): string {
  const count = ms / 60_000;
  return count >= 1440 ? `${count / 1440} d` : count >= 60 ? `${count / 60} h` : `${count} min`;
}

function bytes(count: number): string {
  return count < 1024 * 1024 ? `${count / 1024} KiB` : `${Number((count / 1024 / 1024).toFixed(1))} MiB`;
}
