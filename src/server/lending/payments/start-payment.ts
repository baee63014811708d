import { daysBetween } from '#loan/calendar.ts';
import { railOf } from '#loan/payment-intent.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { businessDateOf, completedUrl, type PaymentContext, payUrl } from './payment-context.ts';
import {
  canMove,
  hasPaidBefore,
  type IntentPatch,
  lockIntent,
  moveIntent,
  type PaymentIntent,
} from './store/payment-store.ts';

export type ShownPayment = { readonly kind: 'shown'; readonly intent: PaymentIntent } | Refusal;

/**
 * The e-mail of a client's card payment goes to the antifraud service, their data to the provider that prints the code.
 */
type Payer = Person & Required<Pick<Person, 'email' | 'phone' | 'firstName' | 'lastName1'>>;

/** Codes are asked about now and then: a message that says one was paid can be lost. */
const FIRST_LOOK_MS = 15 * 60_000;

/**
 * Has the provider prepare what the client needs: a card form or a code. Runs outside any transaction, because the
 * provider may be slow. Until the client has seen it a retry is safe: when an answer is lost the payment stays CREATED,
 * and a repeated call continues here.
 */
export async function showPayment(
  context: PaymentContext,
  intent: PaymentIntent,
  client: { readonly ip: string },
): Promise<ShownPayment> {
  if (intent.status !== 'CREATED') return { kind: 'shown', intent };
  try {
    const patch = await prepare(context, intent, client);
    return 'kind' in patch ? patch : { kind: 'shown', intent: await show(context, intent, patch) };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    context.log.warn({ err: error, payment: intent.id, method: intent.method }, 'a provider did not answer');
    return { ...refused(503, 'method_unavailable', 'The provider does not answer.'), headers: { 'Retry-After': '10' } };
  }
}

async function prepare(
  context: PaymentContext,
  intent: PaymentIntent,
  client: { readonly ip: string },
): Promise<IntentPatch | Refusal> {
  const payer = await payerOf(context, intent);
  if (!payer) return refused(409, 'contact_data_missing', 'The provider needs an e-mail, a telephone and a name.');
  return railOf(intent.method) === 'card'
    ? openForm(context, intent, payer, client)
    : issueCode(context, intent, payer);
}

async function payerOf({ db, vault }: PaymentContext, { personId }: PaymentIntent): Promise<Payer | undefined> {
  const person = await readPerson(db.kysely, vault, personId);
  const isWhole = person?.email && person.phone && person.firstName && person.lastName1;
  return isWhole ? (person as Payer) : undefined;
}

async function openForm(
  context: PaymentContext,
  intent: PaymentIntent,
  payer: Payer,
  { ip }: { readonly ip: string },
): Promise<IntentPatch> {
  const { card } = context.gateways;
  if (!card) throw new NoAnswer('no card provider is set up', { mayHaveHappened: false });
  const { clock } = context;
  const today = businessDateOf(clock, clock.now());
  const session = await card.openSession({
    purchaseNumber: intent.purchaseNumber,
    amountCents: intent.amountCents,
    email: payer.email,
    clientId: intent.personId,
    isFrequent: await hasPaidBefore(context.db.kysely, intent.personId),
    clientIp: ip,
    registeredDays: Math.max(0, daysBetween(businessDateOf(clock, payer.createdAt.getTime()), today)),
    expiresAt: intent.expiresAt,
    actionUrl: payUrl(context, intent.id),
    timeoutUrl: completedUrl(context, intent),
  });
  const { actionUrl: _, timeoutUrl: __, expirationMinutes: ___, ...form } = session.form;
  return { card_form: JSON.stringify(form), expires_at: new Date(Math.min(intent.expiresAt, session.expiresAt)) };
}

async function issueCode(context: PaymentContext, intent: PaymentIntent, payer: Payer): Promise<IntentPatch | Refusal> {
  const { cashCode } = context.gateways;
  if (!cashCode) throw new NoAnswer('no provider of codes is set up', { mayHaveHappened: false });
  const loan = await readLoan(context.db.kysely, { id: intent.loanId });
  const { email, firstName, lastName1, documentType, documentNumber, phone } = payer;
  const issued = await cashCode.createCode({
    reference: intent.id,
    amountCents: intent.amountCents,
    expiresAt: intent.expiresAt,
    concept: `Préstamo ${loan?.loan.number ?? ''}`.trim(),
    payer: { email, firstName, lastName: lastName1, documentType, documentNumber, phone },
  });
  if (issued.kind === 'refused') {
    const { log } = context;
    log.error({ payment: intent.id, code: issued.code, field: issued.field }, 'a code was refused by its provider');
    return refused(409, 'contact_data_missing', 'The provider does not accept the data of the client.');
  }
  return {
    code: issued.code,
    code_url: issued.codeUrl,
    expires_at: new Date(issued.expiresAt),
    next_query_at: new Date(context.clock.now() + FIRST_LOOK_MS),
  };
}

/** Of two concurrent calls the second finds the payment shown already and discards its own form or code. */
function show({ db, clock }: PaymentContext, { id }: PaymentIntent, patch: IntentPatch): Promise<PaymentIntent> {
  return db.kysely.transaction().execute(async (trx) => {
    const intent = (await lockIntent(trx, id)) as PaymentIntent;
    if (!canMove(intent, 'shown-to-customer')) return intent;
    const moved = { actor: 'client', businessDate: clock.businessDate(), now: clock.now() };
    return moveIntent(trx, intent, 'shown-to-customer', moved, patch);
  });
}
