/**
 * What the home page's calculator and the client area both use would part into files of its own: a request more on the
 * page that must be fastest, and bytes it does not need. So the client area takes copies. Never two on one page: the
 * client area's pages have its island alone.
 */
const OWN = '?client-area';
const SHARED =
  /\/src\/(?:api|calculator|i18n|layouts\/default|loan|stores|ui)\/[^?]*\.tsx?$|\/node_modules\/(?:js-cookie|nanostores|@nanostores|ua-parser-js)\/[^?]*$/;
const CLIENT_AREA = /\/src\/(?:client-area|layouts\/(?:account|client))\//;

/** What every screen uses, in one file; without it each mixture of parts would become one. */
export const CLIENT_BASE = new RegExp(
  [
    '/src/stores/(?:activity|cookies|environment|error-banner|frame-events|online|progress|protected-call|reauth|request|session|selection-cookies)\\.ts\\?',
    '/src/(?:i18n/(?:locale|translate)|api/(?:screens|call|errors|access|page-kind|endpoint))\\.ts\\?',
    '/src/client-area/(?:router|guards|notice|site|screen-views|step-focus|use-store|guard-result|countdown|visitor-only|begin-session)\\.tsx?',
    '/src/ui/(?:icon|note|skeleton|button)/[^?]*\\?client-area$',
    '/node_modules/(?:nanostores|@nanostores/router)/[^?]*\\?client-area$',
    '/node_modules/zod/',
  ].join('|'),
);
/** What every form uses. */
export const CLIENT_FORMS =
  /\/src\/(?:ui\/(?:field\/(?:text|password|code|check|field)-f|error-summary)|api\/(?:field-rules|validate))[^?]*\?client-area$|\/src\/client-area\/form\//;

/** Signing in, which three screens have: one file instead of seven. */
export const CLIENT_SIGN_IN =
  /\/src\/client-area\/sign-in\/(?!.*\.screen)|\/src\/api\/(?:session-answer|sign-in-fields|endpoints\/(?:sign-in|send-sign-in-code|answer-challenge))\.ts\?/;

/** Amounts that open how they come about, which most screens have: one file instead of six. */
export const CLIENT_EXPLAIN = /\/src\/client-area\/explain\/|\/src\/api\/explained-term\.ts\?/;

/** Fields of an endpoint that only servers and documentation read (src/api/endpoint.ts). */
const FOR_SERVERS = new Set(['summary', 'examples', 'refusals', 'maxBodyBytes', 'ignoresUnknownFields']);

/** The client area's own copies, and its endpoints without what a browser never reads. */
export function clientAreaBuild() {
  return [ownCopies(), endpointsWithoutDocumentation()];
}

function ownCopies() {
  return {
    name: 'client-area-own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (!importer || !(CLIENT_AREA.test(importer) || importer.endsWith(OWN))) return undefined;
      const found = await this.resolve(source, importer.replace(OWN, ''), { ...options, skipSelf: true });
      if (!found || found.external || !SHARED.test(found.id)) return found;
      return { ...found, id: found.id + OWN };
    },
  };
}

function endpointsWithoutDocumentation() {
  return {
    name: 'endpoints-without-documentation',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/api\/endpoints\/[^?]*\.ts(?:\?|$)/ },
      handler(code) {
        const unused = [];
        for (const call of endpointCalls(this.parse(code))) {
          const [definition] = call.arguments;
          for (const { key, start, end } of definition.properties) {
            if (FOR_SERVERS.has(key?.name)) unused.push({ start, end });
          }
        }
        return { code: unused.reduceRight(cut, code), map: null };
      },
    },
  };
}

/** `export const x = endpoint({…})`, once each. */
function endpointCalls({ body }) {
  return body
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ declarations = [] }) => declarations)
    .map(({ init }) => init)
    .filter((init) => init?.type === 'CallExpression' && init.callee.name === 'endpoint');
}

function cut(code, { start, end }) {
  return code.slice(0, start) + code.slice(end).replace(/^\s*,/, '');
}

/** A screen's chunk is named by its URL, so that its page can preload it: `screen-application-personal`. */
export function screenChunkName({ facadeModuleId }) {
  const folder = /\/src\/client-area\/(.+)\/[^/]+\.screen\.tsx(?:\?|$)/.exec(facadeModuleId ?? '')?.[1];
  return folder ? `_astro/screen-${folder.replaceAll('/', '-')}.[hash].js` : '_astro/[name].[hash].js';
}
