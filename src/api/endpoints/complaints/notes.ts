/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {
  // several calls
  type: 'RECLAMO: disagreement with the product or service. QUEJA: discontent about the attention.',
  answerDueDate: 'Last day for the answer: 15 business days after filing.',
  pdfUrl: 'The sheet as a tagged PDF, in Spanish; asked for with the header tracking-key.',
  filedOn: 'Day of filing in Lima.',
  url: 'Where to load it: a file with the header tracking-key, the page of a sheet as it is.',

  // file-complaint
  lastName: 'Both surnames; at most 120 letters.',
  documentType: 'Kind of identity document.',
  phone: 'A mobile or landline of Peru, or a number with + and country code.',
  email: 'Needed when the answer is to come by e-mail; the copy of the sheet goes there.',
  district: 'District of the address.',
  province: 'Province of the address.',
  department: 'First two digits of the INEI ubigeo: 15 is Lima.',
  isMinor: 'True when the person affected is under age: then the guardian’s three fields are needed.',
  guardianName: 'Parent or guardian of a minor.',
  guardianDocumentType: 'Document of the parent or guardian.',
  guardianDocumentNumber: 'Number of that document.',
  good: 'What the complaint is about.',
  description: 'The product or service in a few words, 3 to 200 characters.',
  loanNumber: 'As printed on the contract.',
  'file-complaint.amount': 'Amount claimed, soles.',
  request: 'What the consumer asks for, 10 to 3,000 characters.',
  answerChannel: 'How the answer is to be sent; POSTAL is a letter to the address.',
  declaration: 'True: what is told is true.',
  consent: 'True: the data may be processed for this complaint, and for nothing else.',
  trackingKey: 'Opens this sheet; read aloud or typed in any case, with or without dashes.',

  // get-complaint
  'tracking-key': 'The tracking key.',
  status: 'RECEIVED, ASSIGNED, ANSWERED, SETTLED or CLOSED.',
  steps: 'What has happened and what is still to come, in order.',
  text: 'In the lender’s words.',
  solution: 'What became of the request.',
  attachments: 'Files of the answer.',
  'attachments.name': 'File name.',

  // list-complaints
  'list-complaints.items': 'The client’s own sheets, newest first.',
};
