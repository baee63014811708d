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
 * What the lending server is about (house §1a): each subject may use what every server may, and the subjects it lists,
 * which stand above it. What a subject tells one below it, it tells through a function that the composition root hands in.
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
    'privacy',
  ],
  desk: ['gateways', 'staff', 'messages'],
});

/** A room may import only the rooms it lists. Every arrow points up this list, so there are no circles. */
export const MAY_IMPORT = {
  loan: [],
  api: ['loan'],
  ui: [],
  i18n: [],
  storyblok: ['i18n'],
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
