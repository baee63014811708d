import type { ApplicationDocumentType } from '#api/application-information.ts';
import type { CallOutput } from '#api/call.ts';
import type { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import type { FieldError } from '#api/errors.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { anyPhone } from '#api/field-rules/any-phone.ts';
import { cciNumber } from '#api/field-rules/bank-account.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { createForm, type FormStore } from '#client-area/form/form.store.ts';
import { notify } from '#client-area/frame/notice.ts';
import { followOtherWindow, openNextScreen } from '../any-step/next-step.ts';
import { type Banks, bankErrors, bankIdOf } from '../financial/account-fields.tsx';
import { createUpload, type UploadStore } from '../iov/upload.store.ts';

export type Item = CallOutput<typeof getMissingInformation>[number];

/** A document may have two sides, or the pages of three months. */
export const MAX_FILES = 5;

/** The typed value by item, or the ids of its files separated by commas. */
export type MissingValues = Readonly<Record<string, string>>;

/** Builds the answer to an item, as the request body has it. */
export function answerOf({ itemId, kind }: Item, values: MissingValues, banks: Banks) {
  const value = values[itemId] ?? '';
  if (kind === 'DOCUMENT') return { itemId, ...(value && { documentIds: value.split(',') }) };
  if (kind === 'BANK_ACCOUNT') {
    return { itemId, value: `${bankIdOf(banks, value)} ${cciNumber.normalise(value)}` };
  }
  return { itemId, ...(value.trim() && { value }) };
}

/** Finds the errors of an answer, by the server's rules. */
export function answerErrors(item: Item, values: MissingValues, banks: Banks): FieldError[] {
  const { itemId, kind, code } = item;
  const value = values[itemId] ?? '';
  const wrong = (found: FieldCode | undefined) => (found ? [{ field: itemId, code: found }] : []);
  if (kind === 'DOCUMENT') return wrong(value === '' ? 'required' : undefined);
  if (kind === 'BANK_ACCOUNT') return accountErrors(itemId, values, banks);
  return wrong(checkField(code === 'call' ? freeText(2, 200) : anyPhone, value).code);
}

function accountErrors(itemId: string, values: MissingValues, banks: Banks): FieldError[] {
  const typed = values[itemId] ?? '';
  const { code } = checkField(cciNumber, typed);
  return code ? [{ field: itemId, code }] : bankErrors(banks, itemId, typed);
}

export interface MissingStore {
  /** Items not answered yet, in the server's order. */
  readonly open: readonly Item[];
  readonly form: FormStore<MissingValues>;
  /** The uploads of a document item, in order. */
  readonly uploadsOf: (itemId: string) => readonly UploadStore[];
  readonly addUpload: (itemId: string) => void;
}

/** Creates the form of all requested items, submitted together. */
export function createMissing(items: readonly Item[], banks: Banks, sentText: string): MissingStore {
  const open = items.filter(({ done }) => !done);
  const uploads = new Map<string, UploadStore[]>();
  const initial = Object.fromEntries(open.map(({ itemId }) => [itemId, '']));
  const form = createForm<typeof submitMissingInformation, MissingValues>({
    endpoint: submitMissingInformation,
    initial,
    toBody: (values) => ({ items: open.map((item) => answerOf(item, values, banks)) }),
    check: (values) => open.flatMap((item) => answerErrors(item, values, banks)),
    aliases: Object.fromEntries(
      open.flatMap(({ itemId }, index) => ['value', 'documentIds'].map((part) => [`items.${index}.${part}`, itemId])),
    ),
    onDone: (state) => {
      notify(sentText);
      openNextScreen(state);
    },
    onRefused: followOtherWindow,
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

/** Tells the document type of an upload: the client's choice, else the first accepted type. */
export function typeOf({ acceptedTypes }: Item, chosen: string): ApplicationDocumentType {
  return acceptedTypes.find((type) => type === chosen) ?? acceptedTypes[0] ?? 'OTHER';
}
