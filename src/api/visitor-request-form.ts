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

/** The most characters of the field that long texts are pasted into: it says how many are too many. */
export const VISITOR_REQUEST_LENGTHS = { detail: VISITOR_REQUEST_LIMITS.detailMax } as const;

/** The address that the form posts to, with and without script. */
export const VISITOR_FORM_PATH = '/api/v1/public/data-requests/form';
