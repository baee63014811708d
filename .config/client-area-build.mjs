/**
 * Mark of the client area's copies. Code that the home page's calculator and the client area both use would be split
 * into files of its own: one more request on the page that must be fastest, and bytes that it does not need. So the
 * client area takes copies. One page never loads both, because the client area's pages have its island alone. The
 * scripts of a page's frame take copies too, each for itself, because a script that shared code with an island would be
 * two files. Without copies every page of text loads React.
 */
const OWN = '?client-area';
const SHARED =
  /\/src\/(?:api|calculator|i18n|layouts\/default|loan|stores|ui)\/[^?]*\.tsx?$|\/node_modules\/(?:js-cookie|nanostores|@nanostores|ua-parser-js)\/[^?]*$/;
/** The help without a telephone, for visitors, and the fields that it has in common with clients' screens alone. */
const HELP = /\/modals\/no-phone-access\//;
const FOR_HELP = /\/src\/ui\/(?:file-upload\/file-upload|field\/date-field)\.tsx$/;
const CLIENT_AREA = /\/src\/(?:client-area|layouts\/client)\//;
/** The visitors' calculator, an island: what it shared with a page's own script would be a request more for that. */
const CALCULATOR = /\/src\/calculator\/calculator\.island\.tsx$/;
const FRAME_SCRIPT = /\/src\/layouts\/(account|consent|device|interface)\//;

/** Fields of an endpoint that browsers read; the others are for servers and documentation (src/api/endpoint.ts). */
const FOR_BROWSERS = new Set(['method', 'path', 'body', 'envelope', 'response']);

/** The client area's own copies, its endpoints without what a browser never reads, and its list of screens. */
export function clientAreaBuild() {
  return [ownCopies(), endpointsWithoutDocumentation(), viewsByName(), shortPreloadLists()];
}

function ownCopies() {
  return {
    name: 'client-area-own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const mark = importer && markOf(importer);
      if (!mark) return undefined;
      const found = await this.resolve(source, importer.replace(mark, '').replace(/\?help$/, ''), {
        ...options,
        skipSelf: true,
      });
      if (!found || found.external || !SHARED.test(found.id)) return found;
      // Read without a session only: from the clients' file the help would bring all that clients have.
      const forHelp = HELP.test(importer) && FOR_HELP.test(found.id);
      // Schemas and tables alone: a module of which nothing is read is left out.
      const moduleSideEffects = found.id.includes('/src/api/') ? false : found.moduleSideEffects;
      return { ...found, moduleSideEffects, id: found.id + (forHelp ? `?help${mark}` : mark) };
    },
  };
}

/** Whose copies a module gets: those of the script or area that it belongs to; undefined for the shared ones. */
function markOf(importer) {
  const script = FRAME_SCRIPT.exec(importer)?.[1];
  if (script) return `?${script}`;
  if (CLIENT_AREA.test(importer)) return OWN;
  if (CALCULATOR.test(importer)) return '?calculator';
  return /\?(?:client-area|account|consent|device|interface|calculator)$/.exec(importer)?.[0];
}

/** Cuts what documentation and servers alone read. Without it nearly every file brings sentences for the API's readers. */
function endpointsWithoutDocumentation() {
  return {
    name: 'endpoints-without-documentation',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/api\/[^?]*\.ts(?:\?|$)/ },
      handler(code) {
        const calls = callsIn(this.parse(code));
        const unread = calls.filter(({ callee }) => callee.name === 'endpoint').flatMap(unreadParts);
        const meanings = calls.filter(({ callee }) => callee.name === 'means').flatMap(aroundSchema);
        const left = (part) => !unread.some(({ start, end }) => start <= part.start && part.end <= end);
        const parts = [...unread, ...meanings.filter(left)].sort((one, other) => one.start - other.start);
        return { code: parts.reduceRight(cut, code), map: null };
      },
    },
  };
}

/** The parts of `endpoint({…})` that no browser reads, each with its comma. */
function unreadParts({ arguments: [{ properties = [] }] }) {
  return properties.flatMap(({ key, value, start, end }) => {
    if (!key || FOR_BROWSERS.has(key.name)) return [];
    // A screen that is opened asks for nothing that needs more than its session may do (stores/protected-call.ts).
    return key.name === 'access' && value.value === 'full' ? [] : [{ start, end, withComma: true }];
  });
}

/** The two parts of `means('…', schema)` that stand around the schema. */
function aroundSchema({ start, end, arguments: [, schema] }) {
  return [
    { start, end: schema.start },
    { start: schema.end, end },
  ];
}

/**
 * Names the views in the list of all screens by the screen, which is its folder with dashes and stands in the frame
 * anyway, in place of their paths: every visitor of the client area loads the list. Without it `/sign-in/` is above its
 * budget, by 140 bytes more.
 */
function viewsByName() {
  return {
    name: 'views-by-name',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/client-area\/screen-views\.ts(?:\?|$)/ },
      handler(code) {
        const named = code
          .replace(/(["'])\.\/([^"']+)\/[^/"']+\.screen\.tsx\1:/g, (_, quote, folder) => {
            return `${quote}${folder.replaceAll('/', '-')}${quote}:`;
          })
          .replace('VIEWS[keyOf(name)]', 'VIEWS[name]');
        if (named.includes('VIEWS[keyOf') || /\.screen\.tsx["']:/.test(named)) this.error('a screen kept its path');
        return { code: named, map: null };
      },
    },
  };
}

/** Every call of a part of the program, the outer ones first. */
function callsIn(part) {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(callsIn);
  return part.type === 'CallExpression' ? [part, ...inside] : inside;
}

function cut(code, { start, end, withComma = false }) {
  const after = code.slice(end);
  return code.slice(0, start) + (withComma ? after.replace(/^\s*,/, '') : after);
}

/**
 * A screen's chunk is named by its URL, so that its page can preload it: `screen-application-personal`. Every visitor of
 * the client area loads the list of these names, and hashes do not compress: seven signs are the fewest for so many.
 */
export function screenChunkName({ facadeModuleId }) {
  const folder = screenOf(facadeModuleId ?? '');
  return folder ? `_astro/screen-${folder.replaceAll('/', '-')}.[hash:7].js` : '_astro/[name].[hash:7].js';
}

/** The folder of a screen's view, which is its URL: `application/personal`. */
function screenOf(id) {
  return /\/src\/client-area\/(.+)\/[^/]+\.screen\.tsx(?:\?|$)/.exec(id)?.[1];
}

/**
 * Sections of screens that a client goes through within a visit. Code that only screens of one section share is one
 * file; a screen is of the first section that matches it, and one that none matches is a section of its own.
 */
const SECTIONS = [
  ['sign-in', /^(?:sign-in|forgot-|reset-|login-as|application\/existing-client)/],
  ['sign-up', /^(?:sign-up|application\/new-client|modals\/no-phone-access)/],
  ['outcome', /^application\/(?:completed|topup-completed|in-progress|waiting|rejected|cancelled)/],
  ['application', /^application/],
  ['calculator', /^calculator$/],
  ['settings', /^profile\/(?:settings|notifications|components\/marketing)/],
  ['arrangements', /^(?:profile\/(?:cards|documents|what-if)|modals\/payment-plan-schedule)/],
  ['loan', /^(?:profile$|profile\/components\/navigation|modals\/payment-schedule)/],
  [
    'payment',
    /^(?:online-payment|modals\/inactivity-warning|profile\/(?:pay-sheet|components\/(?:payment\/|modal-loader|[a-z-]+-method)))/,
  ],
];

const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|rolldown\/runtime|vite\/preload-helper/;
const ISLAND = /\/src\/client-area\/client-area\.island\.tsx$/;
/** The code that runs beside every screen of a signed-in client. */
const SESSION = /\/src\/client-area\/session\/signed-in\.ts$/;
/** A part that is imported when it is opened, and shares its code with the payment screen. */
const SHEET = /\/src\/client-area\/profile\/pay-sheet\.tsx/;
/** Its package's index names it for everybody; only clients' screens use it. */
const FOR_CLIENTS = /\/nanostores\/computed\//;
const OWN_CODE = /\?client-area$|\/src\/client-area\/|\/node_modules\/zod\//;

/**
 * The files of the client area, grouped by what is used together (decision 136), which is read from the graph of
 * imports: a new part does not need a line here. `react`; `client-area`, the frame and signing in;
 * `client-area-shared`, what visitors and clients use; `client-area-session`, what every client has and what more than
 * one section uses; one file for each section; and what only one screen uses stays with it.
 */
export function clientAreaGroups() {
  const usersOf = userFinder();
  const fileOf = (id, graph) => {
    if (REACT.test(id)) return 'react';
    if (FOR_CLIENTS.test(id)) return 'client-area-session';
    return OWN_CODE.test(id) ? fileFor(usersOf(id, graph)) : undefined;
  };
  const sections = SECTIONS.map(([section]) => `client-area-${section}`);
  const files = ['react', 'client-area', 'client-area-shared', 'client-area-session', ...sections, 'screen-calculator'];
  // A group takes with it what its modules import: what more screens use goes first.
  return files.map((file, index) => ({
    name: (id, graph) => (fileOf(id, graph) === file ? file : null),
    debugName: file,
    priority: files.length - index,
  }));
}

/** The file of a module that these screens bring; undefined for what one screen has for itself. */
function fileFor(users) {
  const sections = new Set([...users].map(sectionOf));
  const has = (section) => sections.has(section);
  if (has('shell') || (has('sign-in') && sections.size > 1)) return 'client-area';
  if (has('sign-up') && users.size > 1) return 'client-area-shared';
  if (has('session') || sections.size > 1) return 'client-area-session';
  // The home page has this screen too (embed.tsx).
  if (has('calculator')) return 'screen-calculator';
  return users.size > 1 ? `client-area-${[...sections][0]}` : undefined;
}

/** The files that every page of the client area has, by name. */
const ALWAYS_THERE = /\/client(?:-area\.island)?\.[^/]+$/;

/**
 * Shortens the list of files that are preloaded beside a file imported later: not the file itself, and in the client
 * area nothing that is there already. The list travels with the frame, and hashes do not compress; sorted, lists repeat
 * each other, which compresses. Astro drops the option from its own settings. Without it the two pages of the way in are
 * half a kilobyte above their budgets.
 */
function shortPreloadLists() {
  const resolveDependencies = (file, imported, { hostId }) => {
    const isClientArea = ALWAYS_THERE.test(hostId);
    return imported.filter((other) => other !== file && !(isClientArea && ALWAYS_THERE.test(other))).sort();
  };
  return {
    name: 'short-preload-lists',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              modulePreload: { polyfill: false, resolveDependencies },
              rolldownOptions: { preserveEntrySignatures: 'allow-extension' },
            },
          }
        : undefined,
  };
}

function sectionOf(user) {
  if (user === 'session' || user === 'shell') return user;
  return SECTIONS.find(([, screens]) => screens.test(user))?.[0] ?? user;
}

/** Finds the screens that bring a module with them, through whatever they import; beside them the frame and the session. */
function userFinder() {
  const known = new Map();
  return (id, graph) => {
    if (!known.has(id)) {
      const users = [...importersOf(id, graph)].map(userOf).filter(Boolean);
      known.set(id, new Set(users));
    }
    return known.get(id);
  };
}

function userOf(id) {
  if (ISLAND.test(id)) return 'shell';
  if (SHEET.test(id)) return 'profile/pay-sheet';
  return SESSION.test(id) ? 'session' : screenOf(id);
}

/** A module and everything that imports it, directly or through others. */
function importersOf(id, graph, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) importersOf(importer, graph, found);
  return found;
}
