import { createHash } from 'node:crypto';
import type { DocumentLanguage } from '#api/document-types.ts';
import type { PaperBlock, ReadPaper } from '#api/paper-words.ts';
import { formatSoles } from '#i18n/format.ts';
import { type Locale, withDefaultLocale } from '#i18n/locale.ts';
import { fill } from '#i18n/translate.ts';
import type { TopUpOffer, TopUpPrices } from '#loan/top-up.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { laterDestination } from '#server/lending/applications/account-in-use.ts';
import { titleOf } from '#server/lending/documents/document-head.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { pageCount } from '#server/lending/documents/page-count.ts';
import { maskedAccount } from '#server/lending/loan-documents/ensure-loan-document.ts';
import { renderTopUpAddendum } from '#server/lending/loan-documents/topup-addendum.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { readBorrower } from '#server/lending/people/borrower.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import type { ArrangementContext } from './arrangement-context.ts';
import type { TopUpRequest } from './top-up-store.ts';

export type AddendumContext = ArrangementContext & Pick<DocumentsContext, 'provider' | 'siteUrl'>;

/** The addendum as it would be signed now: shown, and stored byte for byte once it is signed. */
export interface Addendum extends ReadPaper {
  readonly type: 'TOPUP_ADDENDUM';
  readonly bytes: Uint8Array;
}

/** A request at the prices of the day. */
export interface PricedRequest {
  readonly request: TopUpRequest;
  readonly offer: TopUpOffer;
  readonly prices: TopUpPrices;
}

/** The words beside its box (see ACCEPTANCE_TEXTS): the server's own, because they are part of what is signed. */
const ACCEPTANCE = {
  es: 'Leí la adenda y la acepto: recibo {received} más y devuelvo {amount} por eso junto con mi préstamo.',
  en: 'I have read the addendum and accept it: I take {received} more and pay back {amount} for it together with my loan.',
} as const satisfies Record<Locale, string>;

export function acceptanceOf({ principalRequestedCents, topUpTotalCents }: TopUpOffer, locale: Locale): string {
  const values = { received: formatSoles(principalRequestedCents), amount: formatSoles(topUpTotalCents) };
  return fill(ACCEPTANCE[locale], values);
}

/**
 * Renders the addendum in Spanish, the text that binds, and in English for clients who read it. The same day, account
 * and price must give the same bytes, so that what is signed can be compared with what was shown.
 */
export async function addendaOf(
  { vault, provider, siteUrl }: AddendumContext,
  db: Db,
  { id, personId, loan, day }: LoanSnapshot,
  { offer, prices }: Pick<PricedRequest, 'offer' | 'prices'>,
): Promise<Addendum[]> {
  const person = await readPerson(db, vault, personId);
  if (!person) throw new Error(`no borrower of loan ${loan.number}`);
  const borrower = await readBorrower(db, person);
  const account = maskedAccount((await destinationOf(db, { id, personId }, vault)).destination.cci);
  const { teaPercent } = prices.rates;
  const print = async (language: DocumentLanguage): Promise<Addendum> => {
    const words: PaperBlock[] = [];
    const head = { provider, siteUrl, language, issuedOn: day.date, issuedAt: new Date(day.date), words };
    const bytes = await renderTopUpAddendum({ head, borrower, loanNumber: loan.number, offer, teaPercent, account });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const type = 'TOPUP_ADDENDUM';
    return {
      type,
      language,
      title: titleOf(type, language, loan.number),
      pages: pageCount(bytes),
      sha256,
      words,
      bytes,
    };
  };
  return Promise.all(withDefaultLocale(person.language).map(print));
}

/** Kept under the order of its payout, so that it is the only addendum of this top-up. The person is locked. */
export async function storeAddenda(
  trx: Trx,
  { vault }: Pick<AddendumContext, 'vault'>,
  { id: loanId, personId, day, now }: LoanSnapshot,
  { orderId, addenda }: { readonly orderId: string; readonly addenda: readonly Addendum[] },
): Promise<void> {
  const key = { personId, loanId, type: 'TOPUP_ADDENDUM', cause: orderId, businessDate: day.date, now } as const;
  for (const { language, title, bytes } of addenda) await storeDocument(trx, vault, { ...key, language, title, bytes });
}

/**
 * The account that the loan itself was paid to, which is proved to be the client's, or the one that they have named in
 * their settings since.
 */
export async function destinationOf(db: Db, { id, personId }: Pick<LoanSnapshot, 'id' | 'personId'>, vault: Vault) {
  const confirmed = (await readOrders(db, id)).findLast(({ status }) => status === 'CONFIRMED');
  if (!confirmed) throw new Error(`loan ${id} was never paid out`);
  const later = await laterDestination(db, vault, { personId, after: confirmed.createdAt });
  if (later) return { destination: later.destination, notBefore: later.usableAt.getTime() };
  return { destination: await openDestinations(db, vault)(confirmed) };
}
