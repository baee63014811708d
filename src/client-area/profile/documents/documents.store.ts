import { atom, type ReadableAtom } from 'nanostores';
import type { CallOutput } from '#api/call.ts';
import type { StoredDocumentBody } from '#api/document-item.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { requestStatement } from '#api/endpoints/loan-documents/request-statement.ts';
import { type LoanSummary, listLoans } from '#api/endpoints/loans/list-loans.ts';
import { createLoaded, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { createPaged, type PagedStore } from '#client-area/data/paged.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { request } from '#stores/protected-call.ts';

type Page = CallOutput<typeof listDocuments>;

export interface DocumentsStore {
  readonly loans: LoadedStore<CallOutput<typeof listLoans>>;
  readonly list: PagedStore<Page>;
  /** Number of the loan whose documents are shown; empty for all. */
  readonly $loan: ReadableAtom<string>;
  readonly show: (loan: string) => void;
  /** Adds a document that was just issued. */
  readonly add: (paper: StoredDocumentBody) => void;
}

/** Creates the list of the client's documents, newest first, of one loan or of all. */
export function createDocuments(loan: string): DocumentsStore {
  const $loan = atom(loan);
  const list = createPaged((cursor, reading) => {
    const query = { ...($loan.get() && { loan: $loan.get() }), ...(cursor && { cursor }) };
    return request(listDocuments, { query }, reading);
  });

  return {
    loans: createLoaded(listLoans, {}),
    list,
    $loan,
    show: (number) => {
      $loan.set(number);
      list.load();
    },
    add: (paper) => {
      const state = list.$state.get();
      if (state.kind !== 'ready') return;
      const others = state.value.items.filter(({ id }) => id !== paper.id);
      list.amend({ ...state.value, items: [paper, ...others] });
    },
  };
}

/** Picks the loans that were paid out, because only they have a statement. */
export function disbursedOf(loans: readonly LoanSummary[]): LoanSummary[] {
  return loans.filter(({ valueDate }) => valueDate !== null);
}

type StatementValues = Readonly<Record<'loanNumber' | 'from' | 'to', string>>;
type PayoffValues = Readonly<Record<'loanNumber' | 'date', string>>;
type OnDone = (paper: StoredDocumentBody) => void;

/** Creates the form of a statement; by default it covers disbursement to today. */
export function createStatementForm(loanNumber: string, onDone: OnDone): FormStore<StatementValues> {
  const initial: StatementValues = { loanNumber, from: '', to: '' };
  return createForm({ endpoint: requestStatement, initial, toBody: given, onDone });
}

/** Creates the form of a payoff; by default of today. */
export function createPayoffForm(loanNumber: string, onDone: OnDone): FormStore<PayoffValues> {
  const initial: PayoffValues = { loanNumber, date: '' };
  return createForm({ endpoint: requestPayoffPaper, initial, toBody: given, onDone });
}
