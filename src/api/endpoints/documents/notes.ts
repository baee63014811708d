/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // list-documents
  'list-documents.type': 'Only papers of this kind.',
  'list-documents.loan': 'Only papers of this loan.',
  'list-documents.cursor': 'nextCursor of the page before.',
  'list-documents.items': 'Newest first, at most 50.',
  'items.loanNumber': 'The loan it is about; null for papers of the person.',

  // verify-document
  issued: 'Whether a file with this SHA-256 was issued by this lender.',
};
