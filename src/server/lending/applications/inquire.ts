import { missingFields } from '#api/application-form.ts';
import type { DeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { InquiryDecision, SelectionAdjustment } from '#loan/application-decisions.ts';
import { adjustAmount, amountLimit, decideInquiry } from '#loan/application-decisions.ts';
import type { Product } from '#loan/product.ts';
import { type RequirementRow, type Requirements, requirementsFor } from '#loan/requirements.ts';
import type { TrustSettings } from '#loan/trust-level.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { endNotifications } from '#server/lending/clients/notification-store.ts';
import { type ClientHistory, readClientHistory } from '#server/lending/loans/client-history.ts';
import { limaDateOf } from '#server/lending/parameters/lender-time.ts';
import type { ApplicationContext } from './application-context.ts';
import type { LockedApplication } from './locked-application.ts';
import { stateOf } from './read-profile-state.ts';
import { completeStep, readLastCompletion, readSteps, saveDraft } from './store/application-step-store.ts';
import {
  insertApplication,
  insertApplicationEvent,
  readLatestApplication,
  type StoredApplication,
} from './store/application-store.ts';

export interface Inquiry {
  /** Of today, uncut: whatever the product has may be asked for, and is then brought under the client's limit. */
  readonly product: Product;
  readonly amount: number;
  readonly term: number;
  readonly marketing: Readonly<Record<string, string>>;
  readonly device: DeviceData;
  readonly deviceId: string | undefined;
  readonly caller: string;
  /** Read before the transaction, like every parameter. */
  readonly trust: TrustSettings;
  readonly asked: readonly RequirementRow[];
}

export interface Inquired {
  readonly application: StoredApplication;
  readonly adjusted: readonly SelectionAdjustment[];
}

/**
 * Makes an application (domain 2.3.2 row 1): nothing open, no loan owed, not in cool-down; the amount under the
 * client's own limit. Answers that a client gave within 180 days are not asked again, if they are all that the amount
 * asks for; older or incomplete ones are in the form, to be confirmed.
 */
export async function inquire(
  { calendar }: Pick<ApplicationContext, 'calendar'>,
  held: LockedApplication,
  inquiry: Inquiry,
): Promise<Inquired | Refusal> {
  const { trx, seal, personId, today, now, realNow } = held;
  const { trust, product, term } = inquiry;
  const days = await calendar.days(trx);
  const history = await readClientHistory(trx, { personId, day: { date: today, calendar: days }, trust });
  const { amount, adjusted } = adjustAmount(product, inquiry.amount, limitOf(product, history));
  const known = await readLastCompletion(trx, personId);
  const isEnough = known && (await hasAll(held, known.applicationId, requirementsFor(inquiry.asked, amount)));
  const decision = decideInquiry({
    today,
    latest: held.application && { stage: held.application.stage, canReapplyAt: held.application.canReapplyOn },
    loanStatus: history.openLoanStatus,
    dataConfirmedOn: known && isEnough ? limaDateOf(known.at) : undefined,
  });
  if (decision.kind === 'refused') return inquiryRefused(held, decision);
  const id = uuidv7(now);
  await endNotifications(trx, personId, ['application-rejected', 'next-loan'], realNow);
  await insertApplication(trx, seal, {
    ...inquiry,
    id,
    personId,
    stage: decision.stage,
    isRepeat: history.paidLoanCount > 0,
    productType: product.productType,
    productId: product.productId,
    amount,
    term,
    parameterVersion: product.pricing.parameterVersion,
    businessDate: today,
    now,
  });
  const data = { productId: product.productId, amount, term, adjusted: adjusted.length > 0 };
  await insertApplicationEvent(trx, {
    applicationId: id,
    event: 'inquiry',
    from: null,
    to: decision.stage,
    actor: 'client',
    data,
    businessDate: today,
    now,
  });
  if (known) await carryOver(held, { from: known.applicationId, to: id, isFresh: decision.stage === 'DEVICE' });
  return { application: (await readLatestApplication(trx, personId)) as StoredApplication, adjusted };
}

/** Tells whether the answers given for one amount are all that another amount asks for. */
async function hasAll({ trx, seal }: LockedApplication, from: string, asked: Requirements): Promise<boolean> {
  const { personal, financial } = await readSteps(trx, seal, from);
  if (!personal.data || !financial.data) return false;
  const missing = [
    ...missingFields('personal', personal.data, asked),
    ...missingFields('financial', financial.data, asked),
  ];
  return missing.length === 0;
}

/** The most a client may have of a product today. */
export function limitOf(product: Product, history: Pick<ClientHistory, 'paidLoanCount' | 'trust'>) {
  const sequence = history.paidLoanCount > 0 ? 2 : 1;
  return amountLimit(product, sequence, history.trust.level.maxSinglePayCents);
}

/** Fresh steps count as done, on the day they were done; older ones are in the form. */
async function carryOver(
  { trx, seal, now }: LockedApplication,
  { from, to, isFresh }: { readonly from: string; readonly to: string; readonly isFresh: boolean },
): Promise<void> {
  const { personal, financial } = await readSteps(trx, seal, from);
  const target = { applicationId: to, now };
  if (isFresh) {
    if (personal.data)
      await completeStep(trx, seal, {
        ...target,
        step: 'personal',
        data: personal.data,
        completedAt: personal.completedAt,
      });
    if (financial.data)
      await completeStep(trx, seal, {
        ...target,
        step: 'financial',
        data: financial.data,
        completedAt: financial.completedAt,
      });
    return;
  }
  if (personal.data) await saveDraft(trx, seal, { ...target, step: 'personal', draft: personal.data });
  if (financial.data) await saveDraft(trx, seal, { ...target, step: 'financial', draft: financial.data });
}

async function inquiryRefused(
  { trx, personId, application, now }: LockedApplication,
  decision: Extract<InquiryDecision, { readonly kind: 'refused' }>,
): Promise<Refusal> {
  switch (decision.reason) {
    case 'application-exists': {
      const { nextScreen } = await stateOf(trx, personId, application, now);
      return { ...refused(409, 'application_exists', 'There is an open application.'), details: { nextScreen } };
    }
    case 'active-loan':
      return refused(409, 'active_loan', 'There is a loan that is not paid.');
    case 'reapply-later': {
      const { canReapplyAt } = decision;
      return { ...refused(409, 'reapply_later', 'It is too soon after the last answer.'), details: { canReapplyAt } };
    }
  }
}
