import { MAY_IMPORT } from './rooms.mjs';

/** Rooms whose code may run in a browser; none of them may reach the server, however many files lie between. */
export const BROWSER_ROOMS = ['loan', 'api', 'ui', 'i18n', 'stores', 'calculator', 'public-area', 'client-area'];

/** Rooms that Astro builds pages from: their islands and scripts reach the browser too. */
export const PAGE_ROOMS = ['blocks', 'layouts', 'pages'];

/** The lending server's own files are its composition root; its folders are rooms of their own. */
const ROOT_ROOM = 'server/lending';

/** @returns a pattern of the paths in these rooms */
export const inRooms = (rooms) =>
  `^src/(?:${rooms.map((room) => (room === ROOT_ROOM ? `${room}/[^/]+$` : `${room}/`)).join('|')})`;

/** One direction rule per room: everything in src that the room does not list is forbidden. */
function directionRules() {
  return Object.entries(MAY_IMPORT)
    .filter(([, allowed]) => allowed !== null)
    .map(([room, allowed]) => ({
      name: `room-${room.replaceAll('/', '-')}`,
      comment: `${room} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}`,
      severity: 'error',
      from: { path: inRooms([room]) },
      to: { path: '^(?:src|tests)/', pathNot: inRooms([room, ...allowed]) },
    }));
}

/**
 * Rules that dependency-cruiser runs, generated from rooms.mjs so that the table and the check cannot differ. It reads
 * .ts, .tsx and .mjs; .astro files are read by astro-imports.ts.
 */
export const FORBIDDEN = [
  ...directionRules(),
  {
    name: 'loan-imports-nothing',
    comment: 'The loan rules are pure: no package, no Node, nothing outside their room (house §1).',
    severity: 'error',
    from: { path: inRooms(['loan']) },
    to: { pathNot: inRooms(['loan']) },
  },
  {
    name: 'browser-has-no-node',
    comment: 'A browser has no Node modules.',
    severity: 'error',
    from: { path: inRooms([...BROWSER_ROOMS, ...PAGE_ROOMS]) },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'nothing-imports-tools',
    comment: 'Commands compose the product; the product does not know them.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/tools/' },
    to: { path: '^(?:src/tools|tests)/' },
  },
  {
    name: 'start-composes',
    comment: 'The composition root of `npm start` knows everything; commands and tests alone know it.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/(?:tools|server/start)/' },
    to: { path: '^src/server/start/' },
  },
  {
    name: 'sandbox-is-no-production',
    comment: 'The embedded content service and its editor are for `npm start`, commands and tests.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/(?:tools|server/start|server/publishing/sandbox)/' },
    to: { path: '^src/server/publishing/sandbox/' },
  },
  {
    name: 'no-circles',
    comment: 'Two files that need each other are one file, or three.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    comment: 'A typo, or a package that is not in package.json.',
    severity: 'error',
    from: { path: '^src/' },
    // Virtual modules exist only inside a build.
    to: { couldNotResolve: true, pathNot: '^(?:astro|virtual):' },
  },
];

/** Settings of reading and resolving imports: type-only ones count, because a type is knowledge too. */
export const CRUISE_OPTIONS = {
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '\\.(?:css|json|svg|astro)$' },
};

/** Resolution as Node and Vite do it on a server: `#room/file.ts` by the import map of package.json. */
export const RESOLVE_OPTIONS = {
  conditionNames: ['import', 'node', 'default', 'types'],
  exportsFields: ['exports'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
  mainFields: ['module', 'main', 'types'],
};
