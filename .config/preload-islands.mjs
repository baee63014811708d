import { readdir, readFile } from 'node:fs/promises';
import { dirname, posix } from 'node:path';

/** The calculator's island waits for the first act (src/calculator/client-act.ts): its modules are asked for with it. */
const WAITING_ISLAND = /<astro-island [^>]*? client="act"/g;
const ISLAND_MODULE = /(?:component|renderer)-url="(\/[^"]+\.js)"/g;
// Rolldown writes `import{a}from"./x.js"` and `import"./x.js"`; a dynamic `import("./x.js")` has a parenthesis.
const STATIC_IMPORT = /(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g;

/** A page of the client area names its screen, whose chunk is named by it (client-area-build.mjs). */
const SCREEN = /\sdata-screen="([^"]+)"/;
const STYLE_SHEET = /\/_astro\/[\w.-]+\.css/g;

/**
 * Islands hydrate when the browser is idle; their modules are asked for earlier, at low priority, so that the first tap
 * on a slow phone finds them there (quality B2: 1.87 s instead of 2.28 s) without delaying the first paint. Astro has
 * no option for it, and knows the hashed names only after bundling: so the finished HTML gets the links. The client area
 * loads its screens by itself; the one of the page's own address is asked for with the island, and so are its styles.
 * Without it the home page's directive knows no module to ask for, and each import is found when another has come.
 * @param {string} outDir the built site, with a slash at the end; its scripts are read once each
 * @returns {Promise<(html: string) => Promise<string>>} adds the links to a page
 */
export async function preloader(outDir) {
  const chunks = await readdir(`${outDir}_astro`);
  const codes = new Map();
  const codeOf = (url) => {
    if (!codes.has(url)) codes.set(url, readFile(`${outDir}${url.slice(1)}`, 'utf8'));
    return codes.get(url);
  };
  return async (page) => {
    const html = await withWaitingIslands(page, codeOf);
    const own = screenChunks(html, chunks);
    const modules = await modulesOf(html.replace(WAITING_ISLAND, ''), own, codeOf);
    return modules.length === 0 ? html : withLinks(html, modules, await styleSheetsOf(own, codeOf));
  };
}

/** Its modules, for the directive to ask for at once: a browser finds what a module imports only when it has come. */
async function withWaitingIslands(html, codeOf) {
  let page = html;
  for (const [island] of html.matchAll(WAITING_ISLAND)) {
    const modules = await modulesOf(island, [], codeOf);
    const names = modules.map((url) => url.replace('/_astro/', ''));
    page = page.replace(island, () => `${island} data-modules="${names.join(' ')}"`);
  }
  return page;
}

/** The island's own modules and everything they import, each once, in the order they are needed. */
async function modulesOf(html, more, codeOf) {
  const found = new Set();
  const visit = async (url) => {
    if (found.has(url)) return;
    found.add(url);
    for (const [, path] of (await codeOf(url)).matchAll(STATIC_IMPORT)) await visit(posix.join(dirname(url), path));
  };
  for (const url of [...[...html.matchAll(ISLAND_MODULE)].map(([, module]) => module), ...more]) await visit(url);
  return [...found];
}

/** The chunk of the page's own screen, if it has one. */
function screenChunks(html, chunks) {
  const [, slug] = SCREEN.exec(html) ?? [];
  if (!slug) return [];
  return chunks
    .filter((name) => /^screen-.*\.js$/.test(name) && name.startsWith(`screen-${slug}.`))
    .map((name) => `/_astro/${name}`);
}

async function styleSheetsOf(own, codeOf) {
  const codes = await Promise.all(own.map(codeOf));
  return [...new Set(codes.flatMap((code) => code.match(STYLE_SHEET) ?? []))];
}

function withLinks(html, modules, styleSheets) {
  const missing = modules.filter((url) => !html.includes(`<link rel="modulepreload" href="${url}"`));
  const links = missing.map((url) => `<link rel="modulepreload" href="${url}" fetchpriority="low">`).join('');
  const sheets = styleSheets.map((url) => `<link rel="stylesheet" href="${url}">`).join('');
  // After what a visitor reads: on a slow line the scripts would take most of its bandwidth.
  return html.replace('</head>', `${sheets}</head>`).replace('</main>', `</main>${links}`);
}
