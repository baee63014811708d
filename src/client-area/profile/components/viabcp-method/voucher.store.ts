import { atom, type ReadableAtom } from 'nanostores';
import { MAX_VOUCHER_BYTES, sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { centsTyped } from '#api/field-rules/amount.ts';
import type { PaymentBody } from '#api/payment.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { amountText } from '#client-area/loan-parts/money-text.ts';
import { uploadOf } from '#stores/fetch-with-progress.ts';
import type { UploadState } from '#ui/file-upload/file-upload.tsx';

/** The form's fields; the file is sent with them. */
type VoucherValues = Readonly<Record<'paidTo' | 'fromBank' | 'operationNumber' | 'paidAt' | 'amount', string>>;

/** Lists the accounts of ours that may have been paid. */
export function accountsOf({ action }: PaymentBody) {
  return action?.type === 'TRANSFER' ? action.accounts : [];
}

interface ChosenFile {
  readonly state: UploadState;
  readonly error?: FieldCode | undefined;
}

interface VoucherStore {
  readonly form: FormStore<VoucherValues>;
  readonly $file: ReadableAtom<ChosenFile>;
  readonly choose: (file: File) => void;
  readonly drop: () => void;
}

export const VOUCHER_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const NO_FILE: ChosenFile = { state: { kind: 'empty' } };

/**
 * Creates the form that reports the transfer. The optional picture is sent in the same request, so that both arrive or
 * neither.
 */
export function createVoucher(payment: PaymentBody, take: (payment: PaymentBody) => void): VoucherStore {
  const $file = atom<ChosenFile>(NO_FILE);
  const [account, ...others] = accountsOf(payment);
  let chosen: File | undefined;

  const form = createForm({
    endpoint: sendVoucher,
    initial: {
      // With one account there is nothing to choose.
      paidTo: account && others.length === 0 ? account.bank : '',
      fromBank: '',
      operationNumber: '',
      paidAt: payment.today,
      amount: amountText(payment.amount),
    },
    aliases: { bankId: 'paidTo' },
    toBody: wireOf,
    toInput: () => ({ params: { id: payment.id } }),
    toUpload: (values) => {
      if (!chosen) return undefined;
      const { name } = chosen;
      const whole = chosenState(chosen);
      const onProgress = (share: number) => $file.set({ state: share < 1 ? { kind: 'sending', name, share } : whole });
      return uploadOf(formOf(values, chosen), onProgress);
    },
    onDone: take,
    onRefused: ({ status, error }) => {
      const code = fileCodeOf(status, error?.fieldErrors);
      if (code && chosen) $file.set({ ...$file.get(), error: code });
      return code !== undefined;
    },
  });

  form.$state.listen(({ isSubmitting }) => {
    const { state, error } = $file.get();
    // The upload failed: the chosen file stays and can be replaced.
    if (!isSubmitting && chosen && state.kind === 'sending') $file.set({ state: chosenState(chosen), error });
  });

  const choose = (file: File) => {
    // While it is being submitted the file cannot change.
    if (form.$state.get().isSubmitting) return;
    const error = fileError(file);
    if (error) return $file.set({ ...$file.get(), error });
    chosen = file;
    $file.set({ state: chosenState(file) });
  };
  const drop = () => {
    if (form.$state.get().isSubmitting) return;
    chosen = undefined;
    $file.set(NO_FILE);
  };
  return { form, $file, choose, drop };
}

/** Converts the typed amount to soles; text that is not an amount stays, for the schema to refuse. */
function wireOf(values: VoucherValues): Record<string, unknown> {
  const { paidTo: bankId, ...rest } = values;
  const amountCents = centsTyped(values.amount);
  return { ...given({ bankId, ...rest }), ...(amountCents !== undefined && { amount: amountCents / 100 }) };
}

function formOf(values: VoucherValues, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(wireOf(values))) form.append(name, String(value));
  form.append('file', file);
  return form;
}

function fileError({ type, size }: Pick<File, 'type' | 'size'>): FieldCode | undefined {
  if (!VOUCHER_TYPES.includes(type)) return 'unsupported_type';
  return size > MAX_VOUCHER_BYTES ? 'too_large' : undefined;
}

function fileCodeOf(status: number, errors: readonly { readonly field: string; readonly code: string }[] = []) {
  if (status === 413) return 'too_large';
  if (status === 415) return 'unsupported_type';
  return errors.find(({ field }) => field === 'file')?.code as FieldCode | undefined;
}

/** Describes a chosen file, with its size. */
function chosenState({ name, size }: Pick<File, 'name' | 'size'>): UploadState {
  return { kind: 'sent', name, size: sizeText(size) };
}

function sizeText(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
