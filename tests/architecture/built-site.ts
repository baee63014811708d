import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { filesUnder } from './source-tree.ts';

/** A page as a visitor's browser meets it: what it asks for until it is idle, by kind. */
export interface BuiltPage {
  /** `/en/requirements/` */
  readonly path: string;
  readonly html: string;
  readonly hasIsland: boolean;
  /** Its own scripts that stand in the page, as one text. */
  readonly inlineScript: string;
  /** Scripts of the calculator's island, which come with the first act. */
  readonly islandScripts: readonly string[];
  /** Files of the site by URL path; nothing counts twice. */
  readonly scripts: readonly string[];
  /** Scripts that come when a visitor's page is idle. */
  readonly idleScripts: readonly string[];
  /** Those that come for a client alone, without what they import. */
  readonly clientScripts: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Pictures asked for at once: not the lazy ones, nor those inside the HTML. */
  readonly pictures: readonly string[];
  /** The picture of the hero, which the budgets leave out. */
  readonly heroPictures: readonly string[];
}

/**
 * Finds the built site that the tests look at: `BUILT_SITE`, or the release that is live under `DATA_DIR`.
 * @throws when neither is there, with what to do
 */
export function builtSite(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const folder = env['BUILT_SITE'] ?? (env['DATA_DIR'] && join(env['DATA_DIR'], 'releases/current'));
  if (folder && existsSync(join(folder, 'index.html'))) return folder;
  throw new Error(`no built site in ${folder ?? 'BUILT_SITE or DATA_DIR'}: run \`npm test -- --only bundle\``);
}

/** Every page of the site. */
export function pagesOf(site: string): BuiltPage[] {
  return filesUnder('.', site)
    .filter((file) => file.endsWith('.html'))
    .map((file) => readPage(site, file));
}

/** Every script file of the site, as URL paths. */
export function scriptsOf(site: string): string[] {
  return filesUnder('.', site)
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => `/${file}`);
}

/** The site does not change while it is looked at, and compressing takes its time. */
const known = new Map<string, number>();

/** Bytes on the wire: the release's own brotli file, or what a server would make of it. */
export function transferBytes(site: string, url: string): number {
  const file = join(site, url.endsWith('/') ? `${url}index.html` : url);
  const bytes = known.get(file) ?? bytesOf(file);
  known.set(file, bytes);
  return bytes;
}

function bytesOf(file: string): number {
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
  const content = readFileSync(file);
  // Fonts and pictures are compressed already.
  if (!/\.(?:html|js|css|svg|json)$/.test(file)) return content.length;
  const quality = file.endsWith('.html') ? 5 : 11;
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

/** Counts the bytes that a text adds to a page at most, on the wire. */
export function textBytes(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length;
}

/** Sum of the bytes on the wire. */
export function sumBytes(site: string, urls: readonly string[]): number {
  return urls.reduce((sum, url) => sum + transferBytes(site, url), 0);
}

/** Templates of a page; one may be in another. */
const TEMPLATES =
  /<template\b(?:(?!<\/?template\b)[\s\S]|<template\b(?:(?!<\/?template\b)[\s\S])*<\/template>)*<\/template>/g;

/** Parts of a page that only clients load. */
const CLIENTS = /<template class="clients">.*?<\/template>/gs;

/** Part of a page that a form loads when its field for an address is reached. */
const EMAIL = /<template class="email">.*?<\/template>/gs;

/** The calculator's island: its modules come with the first act on it. */
const FIRST_ACT = /<astro-island\b[^>]*\sclient="act"[^>]*>/g;
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src|type="application))[^>]*>([\s\S]*?)<\/script>/g;

function readPage(site: string, file: string): BuiltPage {
  const html = readFileSync(join(site, file), 'utf8');
  const path = file === 'index.html' ? '/' : file.endsWith('/index.html') ? `/${file.slice(0, -10)}` : `/${file}`;
  // What is in a template is asked for when the page is idle, if at all: design §8 counts it apart.
  const [atOnce, templates] = [html.replace(TEMPLATES, ''), (html.match(TEMPLATES) ?? []).join('')];
  // What only clients have waits in a template that a visitor's page leaves alone.
  const whenIdle = templates.replace(CLIENTS, '').replace(EMAIL, '');
  const firstAct = atOnce.match(FIRST_ACT) ?? [];
  const tags = [...atOnce.replace(FIRST_ACT, '').matchAll(/<(?:script|link|astro-island|img|source)\b[^>]*>/g)].map(
    ([tag]) => tag,
  );
  const styles = ours(tags.filter((tag) => /\brel="?stylesheet/.test(tag)).map((tag) => attribute(tag, 'href')));
  const images = tags.filter((tag) => tag.startsWith('<img') && !/\bloading="?lazy/.test(tag));
  const isHero = (tag: string): boolean => /\bfetchpriority="?high/.test(tag);
  return {
    path,
    html,
    hasIsland: firstAct.length > 0 || tags.some((tag) => tag.startsWith('<astro-island')),
    inlineScript: [...atOnce.matchAll(INLINE_SCRIPT)].map(([, code]) => code).join('\n'),
    islandScripts: withStaticImports(site, ours(firstAct.flatMap(scriptUrls))),
    scripts: withStaticImports(site, ours(tags.flatMap(scriptUrls))),
    idleScripts: withStaticImports(site, ours([...whenIdle.matchAll(/<script\b[^>]*>/g)].map(([tag]) => src(tag)))),
    clientScripts: ours(
      [...(templates.match(CLIENTS) ?? []).join('').matchAll(/<script\b[^>]*>/g)].map(([tag]) => src(tag)),
    ),
    styles,
    fonts: ours([...tags.filter((tag) => /\bas="?font/.test(tag)).map(href), ...fontsIn(site, html, styles)]),
    pictures: ours(images.filter((tag) => !isHero(tag)).map(src)),
    heroPictures: ours(images.filter(isHero).map(src)),
  };
}

const href = (tag: string): string | undefined => attribute(tag, 'href');
const src = (tag: string): string | undefined => attribute(tag, 'src');

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s>]+))`).exec(tag)?.slice(1).find(Boolean);
}

function scriptUrls(tag: string): (string | undefined)[] {
  if (tag.startsWith('<script')) return [src(tag)];
  if (tag.startsWith('<link') && /\brel="?modulepreload/.test(tag)) return [href(tag)];
  if (!tag.startsWith('<astro-island')) return [];
  return ['component-url', 'renderer-url', 'before-hydration-url'].map((name) => attribute(tag, name));
}

/** Paths on our own host, each once; a picture of the content service is not the site's. */
function ours(urls: readonly (string | undefined)[]): string[] {
  return [...new Set(urls.filter((url): url is string => url !== undefined && /^\/[^/]/.test(url)))];
}

/** A module brings what it imports, and that in turn; a dynamic `import()` comes with the first act. */
export function withStaticImports(site: string, urls: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (url: string): void => {
    if (found.has(url)) return;
    found.add(url);
    const code = readFileSync(join(site, url), 'utf8');
    for (const [, specifier] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{0,2}\/[^"']+\.js)["']/g)) {
      visit(posix.resolve(posix.dirname(url), specifier as string));
    }
  };
  for (const url of urls) visit(url);
  return [...found];
}

/** Fonts of style sheets, and of the styles that are in the page. */
function fontsIn(site: string, html: string, styles: readonly string[]): string[] {
  const sheets = styles.map((url) => ({ folder: posix.dirname(url), css: readFileSync(join(site, url), 'utf8') }));
  const own = [...html.matchAll(/<style>([^<]*)/g)].map(([, css = '']) => ({ folder: '/', css }));
  return [...sheets, ...own].flatMap(({ folder, css }) =>
    [...css.matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)].map(([, font]) => posix.resolve(folder, font as string)),
  );
}
