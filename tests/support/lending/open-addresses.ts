/**
 * What the lending application answers beside the endpoints and the staff's addresses: none asks for a session, and each
 * says what takes its place. The ASVS sheet prints it.
 */
export const OPEN_ADDRESSES: Readonly<Record<string, string>> = {
  'GET /healthz': 'anybody: whether the service is ready, without data',
  'GET /livez': 'machines: whether the process answers, without data',
  'GET /readyz': 'machines: whether it should be sent requests, without data',
  'GET /api/docs': 'anybody: the documentation',
  'GET /api/docs/style.css': 'anybody: its styles',
  'GET /api/v1/openapi.json': 'anybody: the documentation for programs',
  'GET /api/v1/auth/not-me':
    'anybody: a page with a button; the secret of the link is looked at only when it is pressed',
  'GET /api/v1/auth/not-me/:token': 'anybody: as above, from the link',
  'POST /api/v1/auth/not-me': 'the secret of the link that a client was sent',
  'GET /api/v1/profile/email/link': 'anybody: a page with a button, as above',
  'GET /api/v1/profile/email/link/:token': 'anybody: as above, from the link',
  'POST /api/v1/profile/email/link': 'the secret of the link that a mailbox was sent',
  'GET /api/v1/profile/changes/stop': 'anybody: a page with a button, as above',
  'GET /api/v1/profile/changes/stop/:token': 'anybody: as above, from the link',
  'POST /api/v1/profile/changes/stop': 'the secret of the link that an old channel was sent',
  'GET /api/v1/maintenance-pass/:pass':
    'the seal of a pass for staff; gives a cookie with which the closed product answers',
  'GET /api/v1/online-payment/:intentKey':
    'the secret of a payment, as the provider was given it; leads to a page that shows nothing without a session',
  'POST /api/v1/online-payment/:intentKey': 'the same, as the card provider sends its result',
  'GET /api/v1/public/complaints': 'the tracking key of a sheet',
  'GET /api/v1/public/complaints/:code/:document{[a-z]+\\.pdf}': 'the tracking key of a sheet',
  'GET /api/v1/public/complaints/:code/files/:file': 'the tracking key of a sheet',
  'GET /api/v1/public/data-requests/form': 'anybody: leads to the form',
  'POST /api/v1/public/data-requests/form': 'anybody: asks within the limits of the endpoint',
  'GET /libro-de-reclamaciones/hoja/': 'the cookie of a sheet, for half an hour',
  'GET /libro-de-reclamaciones/hoja/:code/:key': 'the tracking key of a sheet, which becomes that cookie',
  'GET /libro-de-reclamaciones/hoja/:document{[a-z]+\\.pdf}': 'the cookie of a sheet',
  'GET /libro-de-reclamaciones/hoja/files/:file': 'the cookie of a sheet',
  'POST /libro-de-reclamaciones/hoja/': 'code and tracking key of a sheet',
  'GET /libro-de-reclamaciones/hoja/nueva': 'anybody: leads to the form of the book',
  'POST /libro-de-reclamaciones/hoja/nueva': 'anybody: files a sheet, within the limits of the book',
  'GET /en/libro-de-reclamaciones/hoja/': 'the same in English',
  'GET /en/libro-de-reclamaciones/hoja/:code/:key': 'the same in English',
  'GET /en/libro-de-reclamaciones/hoja/:document{[a-z]+\\.pdf}': 'the same in English',
  'GET /en/libro-de-reclamaciones/hoja/files/:file': 'the same in English',
  'POST /en/libro-de-reclamaciones/hoja/': 'the same in English',
  'GET /en/libro-de-reclamaciones/hoja/nueva': 'the same in English',
  'POST /en/libro-de-reclamaciones/hoja/nueva': 'the same in English',
  'POST /api/v1/webhooks/pagoefectivo': 'the provider’s signature',
};
