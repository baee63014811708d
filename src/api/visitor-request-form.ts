/** The fields of a visitor's request about their data, in the order of its form. */
export const VISITOR_REQUEST_FIELDS = [
  'type',
  'detail',
  'firstName',
  'lastName1',
  'lastName2',
  'documentType',
  'documentNumber',
  'identity',
  'email',
] as const;

export const VISITOR_REQUEST_LIMITS = { detailMin: 10, detailMax: 2000, name: 60, identityBytes: 2_500_000 } as const;

/** Where the form posts, with and without script. */
export const VISITOR_FORM_PATH = '/api/v1/public/data-requests/form';
