/** A subject of the lending server may use what every server may, and the subjects it lists. */
function subjects(lists) {
  return Object.fromEntries(
    Object.entries(lists).map(([subject, above]) => [
      `server/lending/${subject}`,
      ['server/kit', 'api', 'loan', 'i18n', ...above.map((name) => `server/lending/${name}`)],
    ]),
  );
}

/**
 * Subjects of the lending server (house §1a): each subject may use what every server may, and the subjects it lists,
 * which are above it. What a subject tells one below it, it tells through a function that the composition root hands in.
 */
const SUBJECTS = subjects({
  gateways: [],
  staff: [],
  parameters: ['staff'],
  documents: ['parameters'],
  messages: ['gateways'],
  pages: [],
  people: ['staff', 'parameters', 'documents', 'messages'],
  fraud: ['staff', 'parameters', 'people'],
  complaints: ['staff', 'parameters', 'documents', 'messages', 'pages', 'people'],
  clients: ['parameters', 'documents', 'messages', 'people'],
  loans: ['staff', 'parameters', 'messages', 'people', 'complaints', 'clients'],
  payouts: ['gateways', 'staff', 'parameters', 'people', 'fraud', 'loans'],
  'loan-documents': ['parameters', 'documents', 'people', 'loans', 'payouts'],
  applications: [
    'gateways',
    'staff',
    'parameters',
    'documents',
    'messages',
    'people',
    'fraud',
    'clients',
    'loans',
    'payouts',
    'loan-documents',
  ],
  payments: ['gateways', 'staff', 'parameters', 'messages', 'people', 'loans', 'payouts', 'applications'],
  arrangements: [
    'staff',
    'parameters',
    'documents',
    'people',
    'fraud',
    'loans',
    'payouts',
    'loan-documents',
    'applications',
    'payments',
  ],
  'tax-documents': [
    'gateways',
    'staff',
    'parameters',
    'documents',
    'messages',
    'people',
    'loans',
    'loan-documents',
    'applications',
    'payments',
  ],
  profile: [
    'staff',
    'parameters',
    'messages',
    'people',
    'fraud',
    'complaints',
    'clients',
    'loans',
    'payouts',
    'applications',
    'payments',
  ],
  privacy: [
    'staff',
    'parameters',
    'documents',
    'messages',
    'pages',
    'people',
    'fraud',
    'complaints',
    'clients',
    'loans',
    'payouts',
    'applications',
    'payments',
    'arrangements',
    'tax-documents',
    'profile',
  ],
  portfolio: [
    'staff',
    'parameters',
    'documents',
    'messages',
    'people',
    'fraud',
    'complaints',
    'clients',
    'loans',
    'payouts',
    'applications',
    'payments',
    'arrangements',
    'tax-documents',
    'privacy',
  ],
  desk: ['gateways', 'staff', 'messages'],
});

/** @param {string} names its files that other subjects import; everything else of a subject is its own */
function faces(names) {
  return names.trim().split(/\s+/);
}

/**
 * Modules that each subject shows the others: `people-context` is `server/lending/people/people-context.ts`. The fewer,
 * the better.
 */
export const FACES = {
  gateways: faces(`
    card/card-gateway cash-code/cash-code-gateway cash-code/pagoefectivo-notice checks/checks
    device-risk/device-risk email/email-gateway no-answer payout/payout-gateway sandbox/sandbox-page
    sms/sms-gateway tax-documents/tax-document-service transfer/bank-statement transfer/payment-reference transfer/read-csv transfer/statement-format
    transfer/statement-values transfer/transfer-accounts
  `),
  staff: faces(`
    act-fields act answer approval-store approvals audit-store colleague-store colleague figure list-source staff-list
    staff-networks staff-route task-store value-text
  `),
  parameters: faces(`
    bank-store business-calendar holiday-store lender-time lending-context parameter-source parameter-store
    parameters policies policy sandbox-clock ubigeo-store
  `),
  documents: faces(`
    consulted document-body document-head document-store documents-context lima-clock page-count pdf-canvas tagged-pdf
    texts/text-versions
  `),
  messages: faces('dispatch-outbox gsm-text lima-time outbox-store'),
  pages: faces('fill-page page-source posted-form'),
  people: faces(`
    borrower contact-change device-name end-access idempotent-call link-page masks
    messages/identity-messages messages/send-account-email messages/shown-words people-context person-seal refused-proof send-code
    session-gate start-step-up store/access-log-store store/challenge-store store/consent-store
    store/contact-change-store store/idempotency-store store/link-store store/person-store store/recovery-store
    store/session-store store/suppression-store store/throttle-store throttles visitor
  `),
  fraud: faces('flag-hold fraud-flag-list fraud-flag-store person-mark-store'),
  complaints: faces('complaint-seal list-complaints'),
  clients: faces(`
    bank-account-store contact-change-notifications marketing-body notification-kinds notification-store notify
    privacy-notice
  `),
  loans: faces(`
    client-history close-of-business loan-snapshot loans-as-known notify-of-loan open-loan present-row present-term
    record-trust remind-clients store/contact-store store/ledger-store store/loan-store store/trust-store store/write-off-store
    waive-remainders with-loan write-off
  `),
  payouts: faces(`
    begun-payouts being-released contact-hold disburse disbursement-store flag-hold missing-payout payout-archive
    payout-batch-store payout-destination payout-way queue-disbursement send-once stop-payout surplus-payout
  `),
  'loan-documents': faces(`
    contract due-documents ensure-loan-document hoja-resumen loan-figures schedule signature-evidence
    topup-addendum
  `),
  applications: faces(`
    account-in-use application-refusals checks/external-check-store four-eyes named-account offer-id
    routes/staff-loans store/application-document-store store/application-step-store store/application-store
    store/decision-store store/declaration-store store/information-store store/record-signature
    store/screen-seen-store
  `),
  payments: faces('answer-with-payment create-payment payment-context store/payment-store store/refund-store'),
  arrangements: faces('expire-extensions expire-top-ups'),
  'tax-documents': faces('client-tax-documents tax-books'),
  privacy: faces('people-of-subjects'),
};

/** A room may import only the rooms it lists. Every arrow points up this list, so there are no circles. */
export const MAY_IMPORT = {
  loan: [],
  api: ['loan'],
  ui: [],
  i18n: [],
  storyblok: ['api', 'i18n'],
  stores: ['api', 'loan', 'i18n'],
  calculator: ['loan', 'api', 'stores', 'i18n', 'ui'],
  blocks: ['calculator', 'storyblok', 'stores', 'api', 'loan', 'i18n', 'ui'],
  'public-area': ['calculator', 'stores', 'api', 'loan', 'i18n', 'ui'],
  'client-area': ['calculator', 'stores', 'api', 'loan', 'i18n', 'ui'],
  layouts: ['blocks', 'storyblok', 'stores', 'api', 'i18n', 'ui'],
  pages: ['layouts', 'blocks', 'public-area', 'client-area', 'calculator', 'storyblok', 'api', 'i18n', 'ui'],
  'server/kit': ['api'],
  ...SUBJECTS,
  'server/lending/documentation': ['server/kit', 'api'],
  // The composition root: app, config, services, jobs.
  'server/lending': ['server/kit', 'api', 'loan', 'i18n', ...Object.keys(SUBJECTS), 'server/lending/documentation'],
  'server/publishing': ['server/kit', 'storyblok', 'api', 'i18n'], // its sandbox/ is for server/start, tools and tests
  'server/start': null, // the composition root of `npm start`: may import anything; only tools and tests import it
  tools: null, // may import anything; nothing imports it
};
