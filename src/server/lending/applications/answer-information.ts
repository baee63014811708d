import { INFORMATION_ITEMS } from '#api/application-information.ts';
import type { FieldError } from '#api/errors.ts';
import { anyPhone } from '#api/field-rules/any-phone.ts';
import { checkBankAccount, readAccountAnswer } from '#api/field-rules/bank-account.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { freeText } from '#api/field-rules/text.ts';
import { allowedEvents } from '#loan/application.ts';
import { eventOfInformation } from '#loan/application-decisions.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import { type Bank, readBanks } from '#server/lending/parameters/bank-store.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import type { ApplicationContext } from './application-context.ts';
import { illegalTransition, noApplication } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import {
  canNameAccount,
  changeAccount,
  changeReturned,
  type Naming,
  proveAccount,
  returnedLoanOf,
} from './named-account.ts';
import { markSubmitted, readApplicationDocuments } from './store/application-document-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { answerItem, type InformationItem, readOpenItems } from './store/information-store.ts';
import { rememberPictures } from './store/remember-used.ts';
import { causeOrThrow } from './with-application.ts';

export interface Answer {
  readonly itemId: string;
  readonly documentIds?: readonly string[] | undefined;
  readonly value?: string | undefined;
}

type AskedItem = Pick<InformationItem, 'id' | 'code'>;

/** An answer in its own form, beside what it answers. */
interface Checked {
  readonly item: AskedItem;
  readonly value: string | undefined;
  readonly documentIds: readonly string[];
}

/**
 * Takes the answers to a request (domain 2.3.2 row 11): all of it at once, or nothing. In the middle of a decision they
 * lead on with it; for a loan whose account the bank refused they send the money to another one (row 22).
 */
export async function answerInformation(
  context: ApplicationContext & IdentityContext,
  held: LockedApplication,
  { answers, naming }: { readonly answers: readonly Answer[]; readonly naming: Naming },
): Promise<Refusal | undefined> {
  const { trx, seal, now, application } = held;
  const returned = await returnedLoanOf(held);
  if (returned) return answerReturned(context, held, returned, { answers, naming });
  if (!application) return noApplication();
  const { stage } = application;
  const open = await readOpenItems(trx, application.id);
  const isAsked = (stage === 'INFO_MISSING' || stage === 'ISSUING') && open.length > 0;
  if (!isAsked) return nothingAsked(stage);
  const checked = await checkAnswers(held, application, open, answers);
  if ('fieldErrors' in checked) return invalidFields(checked.fieldErrors);
  const account = checked.answers.find(({ item }) => INFORMATION_ITEMS[item.code].kind === 'BANK_ACCOUNT')?.value;
  if (account !== undefined) {
    if (!(await canNameAccount(held, application))) return nothingAsked(stage);
    const unproved = await proveAccount(context, held, application, { value: account, naming });
    if (unproved) return unproved;
  }
  for (const { item, value, documentIds } of checked.answers) {
    await answerItem(trx, seal, { itemId: item.id, value, documentIds, now });
    await markSubmitted(trx, documentIds, now);
  }
  await rememberPictures(context.vault, held, application);
  if (account !== undefined) await changeAccount(context, held, application, account);
  if (stage === 'INFO_MISSING') {
    const items = open.map(({ code, askedBy }) => ({ kind: INFORMATION_ITEMS[code].kind, askedBy: kindOf(askedBy) }));
    await causeOrThrow(held, eventOfInformation(items), {
      actor: 'client',
      data: { items: open.map(({ code }) => code) },
    });
  }
  return undefined;
}

/** For a loan that no application speaks for, the account is all that is asked. */
async function answerReturned(
  context: ApplicationContext & IdentityContext,
  held: LockedApplication,
  loanId: string,
  { answers, naming }: { readonly answers: readonly Answer[]; readonly naming: Naming },
): Promise<Refusal | undefined> {
  const checked = await checkAnswers(held, { id: loanId }, [{ id: loanId, code: 'bank_account' }], answers);
  if ('fieldErrors' in checked) return invalidFields(checked.fieldErrors);
  return changeReturned(context, held, loanId, { value: checked.answers[0]?.value ?? '', naming });
}

function nothingAsked(stage: StoredApplication['stage']): Refusal {
  const events = allowedEvents(stage, 'client');
  return illegalTransition({ kind: 'refused', reason: 'illegal-transition', stage, allowedEvents: events });
}

function kindOf(askedBy: string): 'engine' | 'staff' {
  return askedBy.startsWith('operator:') ? 'staff' : 'engine';
}

/** Every open item is answered, with files of this application or a value in its form. */
async function checkAnswers(
  { trx }: LockedApplication,
  { id }: Pick<StoredApplication, 'id'>,
  open: readonly AskedItem[],
  answers: readonly Answer[],
): Promise<{ readonly answers: readonly Checked[] } | { readonly fieldErrors: readonly FieldError[] }> {
  const documents = await readApplicationDocuments(trx, id);
  const banks = await readBanks(trx);
  const errors: FieldError[] = [];
  const checked: Checked[] = [];
  for (const [index, item] of open.entries()) {
    const answer = answers.find(({ itemId }) => itemId === item.id);
    const result = answer ? checkAnswer(item, answer, { documents, banks }) : 'required';
    if (typeof result === 'object') checked.push(result);
    else errors.push({ field: answer ? fieldOf(item, answers.indexOf(answer)) : `items.${index}`, code: result });
  }
  const strangers = answers.filter(({ itemId }) => !open.some((item) => item.id === itemId));
  for (const stranger of strangers)
    errors.push({ field: `items.${answers.indexOf(stranger)}.itemId`, code: 'unknown' });
  // Of two answers to one question nobody knows which is meant.
  for (const [index, { itemId }] of answers.entries()) {
    const isSecond = answers.findIndex((answer) => answer.itemId === itemId) < index;
    if (isSecond) errors.push({ field: `items.${index}.itemId`, code: 'duplicate' });
  }
  return errors.length > 0 ? { fieldErrors: errors } : { answers: checked };
}

function fieldOf({ code }: AskedItem, index: number): string {
  return `items.${index}.${INFORMATION_ITEMS[code].kind === 'DOCUMENT' ? 'documentIds' : 'value'}`;
}

function checkAnswer(
  item: AskedItem,
  { documentIds = [], value = '' }: Answer,
  known: { readonly documents: Awaited<ReturnType<typeof readApplicationDocuments>>; readonly banks: readonly Bank[] },
): Checked | FieldError['code'] {
  const { kind, acceptedTypes } = INFORMATION_ITEMS[item.code];
  if (kind === 'DOCUMENT') {
    const types: readonly string[] = acceptedTypes;
    const isFile = (id: string) =>
      known.documents.some((document) => document.id === id && types.includes(document.type));
    if (documentIds.length === 0) return 'required';
    return documentIds.every(isFile) ? { item, value: undefined, documentIds } : 'unknown';
  }
  if (kind === 'BANK_ACCOUNT') {
    const code = accountCode(value, known.banks);
    return code ?? { item, value, documentIds: [] };
  }
  const rule = item.code === 'call' ? freeText(2, 200) : anyPhone;
  const result = checkField(rule, value);
  return result.code ?? { item, value: result.value, documentIds: [] };
}

function accountCode(value: string, banks: readonly Bank[]): FieldError['code'] | undefined {
  if (value === '') return 'required';
  const { bankId, cci } = readAccountAnswer(value);
  const bank = banks.find(({ id }) => id === bankId);
  if (cci === '') return 'invalid';
  return checkBankAccount(bank && { ...bank, cciPrefix: bank.code }, { cci }).fieldErrors[0]?.code;
}
