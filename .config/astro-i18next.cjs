/**
 * astro-i18next reads this file as CommonJS only: on the Node we run, an `.mjs` is ignored in silence and pages print
 * raw keys. What it does for us: initialise one i18next over the translation files that the content sync writes.
 */
const { join, resolve } = require('node:path');

const dataDir = resolve(process.env.DATA_DIR ?? join(__dirname, '..', '.data'));

module.exports = {
  defaultLocale: 'es',
  locales: ['es', 'en'],
  namespaces: ['general', 'my-loans', 'application'],
  defaultNamespace: 'general',
  load: ['server'],
  i18nextServer: {
    // Beside the mirror instead of public/: a test run and a running site keep apart, and no file is published twice.
    backend: { loadPath: join(dataDir, 'locales', '{{lng}}', '{{ns}}.json') },
    initAsync: false,
    // A missing key falls back to its English default in the code (product-spec §8), never to the other language.
    fallbackLng: false,
    preload: ['es', 'en'],
    returnEmptyString: false,
    // Keys are flat, and some carry dots: `errors.amount.out_of_range`.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    // An unknown name stays as it stands, and so does every name of a text that the browser fills in.
    missingInterpolationHandler: (_text, [name]) => name,
  },
};
