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
  'server/lending': ['server/kit', 'api', 'loan', 'i18n'],
  'server/publishing': ['server/kit', 'storyblok', 'api'],
  tools: null, // may import anything; nothing imports it
};
