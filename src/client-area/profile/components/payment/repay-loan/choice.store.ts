import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { MakePaymentRequest } from '#api/endpoints/payments/make-payment.ts';
import { makePaymentPreview, type PaymentPreviewBody } from '#api/endpoints/payments/make-payment-preview.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import { withDecimalSign } from '#i18n/format.ts';
import { PREPAYMENT_MODES, type PrepaymentMode } from '#loan/loan.ts';
import { type Cents, cents, fromSoles, toSoles } from '#loan/money.ts';
import type { PaymentMethod, PaymentPurpose } from '#loan/payment-intent.ts';
import { request } from '#stores/protected-call.ts';
import type { Repayment } from './repay-loan.store.ts';

export type PaymentOptionBody = Repayment['options']['purposes'][number];

/** The current choice. */
export interface Choice {
  readonly purpose: PaymentPurpose;
  /** As typed, for a free amount. */
  readonly amount: string;
  readonly mode: PrepaymentMode;
  readonly method: PaymentMethod | '';
}

/** The allocation of the chosen amount. `none`: an amount is still missing. */
type Preview =
  | { readonly kind: 'none' | 'asking' | 'failed' }
  | { readonly kind: 'ready'; readonly amountCents: Cents; readonly body: PaymentPreviewBody };

/** An amount, or its error. */
export type ChosenAmount =
  | { readonly kind: 'amount'; readonly amountCents: Cents }
  | { readonly kind: 'wrong'; readonly code: Extract<FieldCode, 'required' | 'invalid' | 'out_of_range'> };

export interface ChoiceStore {
  readonly $choice: WritableAtom<Choice>;
  readonly $preview: ReadableAtom<Preview>;
  readonly $amount: ReadableAtom<ChosenAmount>;
  readonly change: (part: Partial<Choice>) => void;
  /** Loads the preview again. */
  readonly preview: () => Promise<void>;
  /** The request body; undefined while something is missing. */
  readonly paymentRequest: () => MakePaymentRequest | undefined;
  readonly stop: () => void;
}

/** Debounce of typing. */
const TYPING_MS = 300;

/**
 * Lists the options this screen can pay: an extension has its own screen with a quote. A settlement has one exact
 * amount: any other amount is an ordinary payment, which does not end the loan.
 */
export function payable({
  options,
  settlement,
}: Pick<Repayment, 'options' | 'settlement'>): readonly PaymentOptionBody[] {
  const all = options.purposes.filter(({ code }) => code !== 'EXTENSION');
  const flex = settlement && all.find(({ code }) => code === 'FLEX');
  if (!settlement || !flex) return all;
  return [{ code: 'FLEX', amount: settlement.amount, explanation: flex.explanation, terms: settlement.terms }];
}

/** Tells whether the client chooses the amount of an option. */
export function isFree({ min, max }: PaymentOptionBody): boolean {
  return min !== undefined && max !== undefined && min < max;
}

/** Reads the chosen amount, checked against the server's bounds. */
function chosenAmount(option: PaymentOptionBody | undefined, typed: string): ChosenAmount {
  if (!option) return { kind: 'wrong', code: 'required' };
  const { amount, min = 0, max = Number.POSITIVE_INFINITY } = option;
  if (!isFree(option)) return { kind: 'amount', amountCents: fromSoles(amount ?? max) };
  if (typed.trim() === '') return { kind: 'wrong', code: 'required' };
  const read = centsTyped(typed);
  if (read === undefined) return { kind: 'wrong', code: 'invalid' };
  const amountCents = cents(read);
  if (amountCents < fromSoles(min) || amountCents > fromSoles(max)) return { kind: 'wrong', code: 'out_of_range' };
  return { kind: 'amount', amountCents };
}

/** The request in the address: a payment that failed is tried again with its own amount. */
interface Asked {
  readonly purpose?: string | undefined;
  readonly amount?: string | undefined;
  /** Instead of the last one. */
  readonly method?: string | undefined;
}

/**
 * Makes the initial choice: the previous one if still available, else the address's purpose, the due amount, the next
 * instalment, or everything; with the address's amount, else the server's.
 */
function firstChoice(repayment: Repayment, asked: Asked, before: Choice | undefined): Choice {
  const all = payable(repayment);
  const same = before && all.find(({ code }) => code === before.purpose);
  if (same) return { ...before, amount: isFree(same) ? before.amount || typedOf(same) : '' };
  // A part ahead of the date is named otherwise, but asked for by the same links.
  const codes = asked.purpose === 'PARTIAL' ? ['PARTIAL', 'PREPAY'] : [asked.purpose];
  const option = all.find(({ code }) => codes.includes(code)) ?? all[0];
  const amount =
    option && option.code === asked.purpose && isFree(option) && asked.amount
      ? withDecimalSign(asked.amount)
      : undefined;
  return {
    purpose: option?.code ?? 'PAYOFF',
    amount: amount ?? typedOf(option),
    mode: PREPAYMENT_MODES[0],
    method: before?.method ?? usable(repayment, asked.method) ?? usable(repayment, repayment.lastMethod) ?? '',
  };
}

/** Finds a method by its code, while it can be used today. */
function usable({ options }: Repayment, wanted: string | undefined): PaymentMethod | undefined {
  return options.methods.find(({ code, available }) => code === wanted && available)?.code;
}

/** Formats a suggested amount for the field: `20,00`. */
function typedOf(option: PaymentOptionBody | undefined): string {
  return option && isFree(option) && option.amount !== undefined ? withDecimalSign(option.amount.toFixed(2)) : '';
}

/**
 * Creates the choice.
 * @param asked the request in the address
 * @param before the choice made with earlier figures
 */
export function createChoice(repayment: Repayment, asked: Asked = {}, before?: Choice): ChoiceStore {
  const { loanNumber, quote } = repayment;
  const $choice = atom(firstChoice(repayment, asked, before));
  const $preview = atom<Preview>({ kind: 'none' });
  const optionOf = (purpose: PaymentPurpose) => payable(repayment).find(({ code }) => code === purpose);
  const $amount = computed($choice, ({ purpose, amount }) => chosenAmount(optionOf(purpose), amount));
  let attempt = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const preview = async () => {
    clearTimeout(timer);
    attempt.abort();
    const amount = $amount.get();
    if (amount.kind === 'wrong') return $preview.set({ kind: 'none' });
    attempt = new AbortController();
    const { amountCents } = amount;
    const body = { amount: toSoles(amountCents), date: quote.date, ...previewedModeOf($choice.get(), optionOf) };
    const { signal } = attempt;
    const answer = await request(makePaymentPreview, { params: { number: loanNumber }, body }, { signal, quiet: true });
    if (answer.kind === 'aborted') return;
    $preview.set(answer.kind === 'ok' ? { kind: 'ready', amountCents, body: answer.value } : { kind: 'failed' });
  };

  const change: ChoiceStore['change'] = (part) => {
    const before = $choice.get();
    const isOther = part.purpose !== undefined && part.purpose !== before.purpose;
    const amount = isOther ? typedOf(optionOf(part.purpose as PaymentPurpose)) : before.amount;
    $choice.set({ ...before, amount, ...part });
    if (part.method !== undefined) return;
    // Aborts, because a preview must never belong to another choice.
    attempt.abort();
    $preview.set({ kind: $amount.get().kind === 'amount' ? 'asking' : 'none' });
    clearTimeout(timer);
    timer = setTimeout(preview, part.amount === undefined ? 0 : TYPING_MS);
  };

  const paymentRequest = (): MakePaymentRequest | undefined => {
    const [choice, amount] = [$choice.get(), $amount.get()];
    if (choice.method === '' || amount.kind === 'wrong') return undefined;
    const { purpose, method } = choice;
    const settles = purpose === 'FLEX' && repayment.settlement !== undefined;
    return {
      loanNumber,
      purpose,
      amount: toSoles(amount.amountCents),
      method,
      ...modeOf(choice, optionOf),
      ...(settles && { settles }),
    };
  };

  const stop = () => {
    clearTimeout(timer);
    attempt.abort();
  };
  return { $choice, $preview, $amount, change, preview, paymentRequest, stop };
}

/** A preview knows no purpose, so it is told that an instalment before its due date is paid in advance (`paymentUse`). */
function previewedModeOf(choice: Choice, optionOf: Parameters<typeof modeOf>[1]): ReturnType<typeof modeOf> {
  return choice.purpose === 'INSTALLMENT' ? { mode: 'ADVANCE' } : modeOf(choice, optionOf);
}

function modeOf(
  { purpose, mode }: Choice,
  optionOf: (purpose: PaymentPurpose) => PaymentOptionBody | undefined,
): { readonly mode?: PrepaymentMode } {
  return optionOf(purpose)?.modes?.includes(mode) ? { mode } : {};
}
