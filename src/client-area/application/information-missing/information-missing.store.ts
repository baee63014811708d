import type { ApplicationDocumentType } from '#api/application-information.ts';
import type { CallOutput } from '#api/call.ts';
import type { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import type { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import type { FieldCode, FieldError } from '#api/errors.ts';
import { cciNumber, checkBankAccount } from '#api/field-rules/bank-account.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { anyPhone } from '#api/field-rules/phone.ts';
import { freeText } from '#api/field-rules/text.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { notify } from '#client-area/notice.ts';
import { followElsewhere, goOn } from '../parts/go-on.ts';
import { createUpload, type UploadStore } from '../parts/upload.store.ts';

export type Item = CallOutput<typeof getMissingInformation>[number];
export type Banks = CallOutput<typeof listBanks>;

/** Most papers have a front and a back, or three months of pages. */
export const MAX_FILES = 5;

/** By item: what was typed, or the ids of its files with commas between. A bank stands beside its item. */
export type MissingValues = Readonly<Record<string, string>>;

export const bankFieldOf = (itemId: string) => `${itemId}-bank`;

/** What stands in the form of an answer, in the body's own shape. */
export function answerOf({ itemId, kind }: Item, values: MissingValues) {
  const value = values[itemId] ?? '';
  if (kind === 'DOCUMENT') return { itemId, ...(value && { documentIds: value.split(',') }) };
  if (kind === 'BANK_ACCOUNT') {
    return { itemId, value: `${values[bankFieldOf(itemId)]} ${cciNumber.normalise(value)}` };
  }
  return { itemId, ...(value.trim() && { value }) };
}

/** What is wrong with an answer, by the rules of the server. */
export function answerErrors(item: Item, values: MissingValues, banks: Banks): FieldError[] {
  const { itemId, kind, code } = item;
  const value = values[itemId] ?? '';
  const wrong = (found: FieldCode | undefined) => (found ? [{ field: itemId, code: found }] : []);
  if (kind === 'DOCUMENT') return wrong(value === '' ? 'required' : undefined);
  if (kind === 'BANK_ACCOUNT') return accountErrors(itemId, values, banks);
  return wrong(checkField(code === 'call' ? freeText(2, 200) : anyPhone, value).code);
}

function accountErrors(itemId: string, values: MissingValues, banks: Banks): FieldError[] {
  const bankId = values[bankFieldOf(itemId)] ?? '';
  const { value: cci, code } = checkField(cciNumber, values[itemId] ?? '');
  const missing: FieldError[] = bankId ? [] : [{ field: bankFieldOf(itemId), code: 'required' }];
  if (code) return [...missing, { field: itemId, code }];
  const bank = banks.find(({ id }) => id === bankId);
  const found = bank ? checkBankAccount(bank, { cci }).fieldErrors : [];
  return [...missing, ...found.map((error) => ({ field: itemId, code: error.code }))];
}

export interface MissingStore {
  /** What is still to be answered, in the order of the server. */
  readonly open: readonly Item[];
  readonly form: FormStore<MissingValues>;
  /** The files of a document, one after the other. */
  readonly uploadsOf: (itemId: string) => readonly UploadStore[];
  readonly addUpload: (itemId: string) => void;
}

/** Everything that is asked for, answered at once: all of it, or nothing. */
export function createMissing(items: readonly Item[], banks: Banks, sentText: string): MissingStore {
  const open = items.filter(({ done }) => !done);
  const uploads = new Map<string, UploadStore[]>();
  const initial = Object.fromEntries(
    open
      .flatMap(({ itemId, kind }) => (kind === 'BANK_ACCOUNT' ? [itemId, bankFieldOf(itemId)] : [itemId]))
      .map((id) => [id, '']),
  );
  const form = createForm<typeof submitMissingInformation, MissingValues>({
    endpoint: submitMissingInformation,
    initial,
    toBody: (values) => ({ items: open.map((item) => answerOf(item, values)) }),
    check: (values) => open.flatMap((item) => answerErrors(item, values, banks)),
    aliases: Object.fromEntries(
      open.flatMap(({ itemId }, index) => ['value', 'documentIds'].map((part) => [`items.${index}.${part}`, itemId])),
    ),
    onDone: (state) => {
      notify(sentText);
      goOn(state);
    },
    onRefused: followElsewhere,
  });

  const takeIds = (itemId: string) => {
    const ids = (uploads.get(itemId) ?? []).flatMap(({ $upload }) => $upload.get().documentId ?? []);
    if (ids.join(',') !== form.$state.get().values[itemId]) form.change(itemId, ids.join(','));
  };
  const addUpload = (itemId: string) => {
    const own = uploads.get(itemId) ?? [];
    if (own.length >= MAX_FILES) return;
    const upload = createUpload();
    upload.$upload.listen(() => takeIds(itemId));
    uploads.set(itemId, [...own, upload]);
  };
  for (const { itemId, kind } of open) if (kind === 'DOCUMENT') addUpload(itemId);

  return { open, form, uploadsOf: (itemId) => uploads.get(itemId) ?? [], addUpload };
}

/** What a paper counts as; the first of what is accepted, unless the client says. */
export function typeOf({ acceptedTypes }: Item, chosen: string): ApplicationDocumentType {
  return acceptedTypes.find((type) => type === chosen) ?? acceptedTypes[0] ?? 'OTHER';
}
