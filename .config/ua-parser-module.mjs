const FILE = /ua-parser-js[\\/]src[\\/]ua-parser\.js(?:\?|$)/;

/**
 * ua-parser-js is CommonJS, and what makes CommonJS run in a browser would be shared with React: on every page it would
 * become a file of its own. The parser needs nothing but a place for its exports, so it becomes a module here.
 */
export function uaParserModule() {
  return {
    name: 'ua-parser-module',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({
        code: `let module = { exports: {} }, exports = module.exports;\n${code}\nexport const UAParser = module.exports;`,
        map: null,
      }),
    },
  };
}
