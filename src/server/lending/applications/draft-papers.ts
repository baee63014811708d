import type { DocumentLanguage } from '#api/document-types.ts';
import type { PaperBlock } from '#api/paper-words.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Consulted } from '#loan/requirements.ts';
import { contractGroups } from '#loan/tranche.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { Place, Seal } from '#server/kit/vault.ts';
import { renderPrivacyNotice } from '#server/lending/clients/privacy-notice.ts';
import { type Borrower, type DocumentHead, titleOf } from '#server/lending/documents/document-head.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { TEXT_VERSIONS } from '#server/lending/documents/texts/text-versions.ts';
import { type AgreedLoan, renderContract } from '#server/lending/loan-documents/contract.ts';
import { renderHojaResumen } from '#server/lending/loan-documents/hoja-resumen.ts';
import { renderSchedule } from '#server/lending/loan-documents/schedule.ts';
import type { DataOfficer } from '#server/lending/parameters/policies.ts';
import type { ShownDocument } from './tables.ts';

/** A paper that was printed to be shown. */
export interface Draft {
  readonly type: ShownDocument['type'];
  readonly language: DocumentLanguage;
  readonly title: string;
  readonly bytes: Uint8Array;
  /** The words of the paper, taken down while it was printed. */
  readonly words: readonly PaperBlock[];
}

export interface AgreedParty {
  readonly loan: AgreedLoan;
  readonly borrower: Borrower;
  /** The account as printed, masked. */
  readonly account: string;
  readonly calendar: BankCalendar;
  readonly consulted: Consulted;
  readonly dataOfficer: DataOfficer | undefined;
}

type Printing = Pick<DocumentsContext, 'clock' | 'provider' | 'siteUrl'>;

/** A paper of today. */
export function documentHead({ clock, provider, siteUrl }: Printing, language: DocumentLanguage): DocumentHead {
  const issuedOn = calendarDate(clock.businessDate());
  return { provider, siteUrl, language, issuedAt: new Date(clock.now()), issuedOn };
}

/** Everything that is read before signing (domain 2.9). */
export async function renderDrafts(
  context: Printing,
  { loan, borrower, account, calendar, consulted, dataOfficer }: AgreedParty,
  language: DocumentLanguage,
): Promise<Draft[]> {
  const plain = documentHead(context, language);
  const groups = contractGroups(loan.terms, loan.valueDate);
  const { reference, valueDate } = loan;
  const printed: readonly (readonly [Draft['type'], (head: DocumentHead) => Promise<Uint8Array>])[] = [
    ['CONTRACT', (head) => renderContract({ head, borrower, loan, account, consulted })],
    ['HOJA_RESUMEN', (head) => renderHojaResumen({ head, borrower, loan, calendar })],
    [
      'SCHEDULE',
      (head) => renderSchedule({ head, borrower, reference, reason: 'contract', reasonDate: valueDate, groups }),
    ],
    ['PRIVACY_NOTICE', (head) => renderPrivacyNotice({ head, consulted, dataOfficer })],
  ];
  return Promise.all(
    printed.map(async ([type, print]) => {
      const words: PaperBlock[] = [];
      const bytes = await print({ ...plain, words });
      return { type, language, title: titleOf(type, language, reference), bytes, words };
    }),
  );
}

/** Keeps what is shown, byte for byte; nobody's list of papers has it before it is signed. */
export async function storeDrafts(
  trx: Trx,
  { clock, vault }: Pick<DocumentsContext, 'clock' | 'vault'>,
  {
    personId,
    seal,
    agreementId,
    consulted,
  }: {
    readonly personId: string;
    readonly seal: Seal;
    readonly agreementId: string;
    readonly consulted: Consulted;
  },
  drafts: readonly Draft[],
): Promise<ShownDocument[]> {
  const shown: ShownDocument[] = [];
  for (const { type, language, title, bytes, words } of drafts) {
    const stored = await storeDocument(trx, vault, {
      personId,
      loanId: null,
      type,
      cause: type === 'PRIVACY_NOTICE' ? noticeCause(consulted) : `agreement:${agreementId}`,
      language,
      title,
      bytes,
      businessDate: calendarDate(clock.businessDate()),
      now: clock.now(),
    });
    const wordsSealed = seal.seal(JSON.stringify(words), wordsPlace(agreementId, stored.id));
    shown.push({ id: stored.id, type, language, title, pages: stored.pages, sha256: stored.sha256, wordsSealed });
  }
  return shown;
}

/** Reads the words of a paper that was shown. */
export function wordsOf(seal: Seal, agreementId: string, { id, wordsSealed }: ShownDocument): PaperBlock[] {
  return JSON.parse(seal.open(wordsSealed, wordsPlace(agreementId, id)));
}

function wordsPlace(agreementId: string, documentId: string): Place {
  return { table: 'agreement', column: 'documents', id: `${agreementId}:${documentId}` };
}

/** The notice is the same for every agreement until its text changes, or who was asked: one copy is enough. */
function noticeCause({ provider, kinds }: Consulted): string {
  const version = `notice:${TEXT_VERSIONS.PRIVACY_NOTICE}`;
  return kinds.length === 0 ? version : `${version}:${kinds.join('+')}:${provider}`;
}
