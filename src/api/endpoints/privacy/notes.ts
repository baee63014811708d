/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  decidedAt: 'When it was answered.',
  exportUntil: 'Until when everything can be downloaded (get-data-export); null where the answer is not the data.',

  // get-access-log
  'get-access-log.items': 'The newest first.',
  at: 'When.',
  'items.address': 'From where; null for staff.',

  // list-data-requests
  'list-data-requests.items': 'What was asked, newest first.',
  'items.dueDate': 'The last day for the answer.',

  // make-data-request
  'make-data-request.type':
    'ACCESS: what is known. PORTABILITY: to take it along. RECTIFICATION: to correct it. CANCELLATION: to delete it. OPPOSITION: not to use it for something.',
  'make-data-request.status': 'RECEIVED, IN_PROGRESS, DONE or DENIED.',
  'make-data-request.dueDate': 'The last day for the answer.',

  // make-visitor-data-request
  'make-visitor-data-request.type': 'As make-data-request has it.',
  'make-visitor-data-request.documentType': 'DNI, or CE for people from abroad.',
  'make-visitor-data-request.email': 'Where the answer goes.',
  identity: 'The document: JPG, PNG, WebP or PDF of up to 2.5 MB, in base64. It is deleted with the answer.',
  'make-visitor-data-request.dueDate': 'The last day for the answer.',
};

/** Meanings of the error codes of these calls. */
export const ERROR_NOTES: Readonly<Record<string, string>> = {
  already_asked: 'The same request waits for its answer already.',
  export_not_ready: 'The data can be downloaded for seven days from the answer to a request for access.',
};
