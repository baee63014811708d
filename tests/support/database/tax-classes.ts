import type { Export, Level } from './data-levels.ts';

/** Of tax documents, which are kept for the tax term, also after an erasure. */
export const TAX_CLASSES: Readonly<Record<string, Readonly<Partial<Record<Level | Export, string>>>>> = {
  tax_answer: {
    sealed: 'cdr_sealed',
    personal: 'id document_id summary_id at outcome code words notes cdr_sha256',
    notExported: 'what the tax authority said to the lender; how each document stands is with the documents',
  },
  tax_declared: { internal: 'id month declared_on amount reference declared_by at' },
  tax_document: {
    sealed: 'xml_sealed content_sealed',
    personal:
      'id position name kind series number loan_id issue_date net vat corrects reason xml_sha256 digest status summary_id is_printed attempts next_try_at issued_at',
    exportedAs: 'taxDocuments',
  },
  tax_line: { personal: 'document_id position key net vat', exportedAs: 'taxDocuments' },
  tax_series: { internal: 'series kind last_number' },
  tax_summary: {
    sealed: 'xml_sealed',
    personal: 'id name issue_date xml_sha256 status ticket attempts next_try_at issued_at',
    notExported: 'lists of documents of a day; a client’s own are exported as they are',
  },
  tax_watch: { personal: 'loan_id due_on', notExported: 'when a loan is looked at next' },
};
