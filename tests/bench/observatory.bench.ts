import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Row } from './table.ts';

/** Not a package of ours: two hundred others come with it. `OBSERVATORY_DIR` names a folder in which it is installed. */
const PACKAGE = '@mdn/mdn-http-observatory';
const VERSION = '1.4.8';
const LEAST = 130;
/** Above it extra points count. */
const FOR_EXTRA = 90;

/** A page of each kind, of each role that serves pages. */
const PAGES = [
  '/',
  '/en/',
  '/preguntas/',
  '/sign-in/',
  '/sign-up/',
  '/profile/',
  '/en/profile/components/niubiz-method/',
  '/libro-de-reclamaciones/',
  '/calculatoripl/',
  '/nowhere/',
  '/en/nowhere/',
  '/api/docs',
  '/api/v1/public/complaints?code=LR-2026-000001&key=none',
  '/api/v1/auth/not-me?token=none',
  '/sandbox',
  '/sandbox/outbox',
  '/editor/sign-in',
  '/preview/',
];

interface Scored {
  readonly score: number;
  readonly below: readonly string[];
}

/**
 * Grades the pages of a running product as the HTTP Observatory of MDN does, as if TLS ended in front of it: with its
 * own tests and its own table of points. @throws when one has less than 130 points
 */
export async function benchObservatory(baseUrl: string): Promise<Row[]> {
  const given = process.env['OBSERVATORY_DIR'];
  const folder = resolve(given ?? mkdtempSync(join(tmpdir(), 'manay-observatory-')));
  try {
    const grade = await openGrader(folder);
    const rows: Row[] = [];
    for (const path of PAGES) {
      const { score, below } = await grade(new URL(path, baseUrl));
      rows.push({ page: path, points: score, 'takes points away': below.join(', ') || '–' });
    }
    const short = rows.filter(({ points }) => Number(points) < LEAST);
    if (short.length > 0) throw new Error(`less than ${LEAST} points: ${JSON.stringify(short, null, 1)}`);
    return rows;
  } finally {
    if (!given) rmSync(folder, { recursive: true, force: true });
  }
}

/** What of the package is used; it has no types. */
interface Output {
  readonly result: string | null;
}

async function openGrader(folder: string): Promise<(url: URL) => Promise<Scored>> {
  const home = join(folder, 'node_modules', PACKAGE);
  if (!existsSync(home)) install(folder);
  // The list of preloaded hosts is fetched after an installation; none of ours is in it.
  const preloaded = join(home, 'conf/hsts-preload.json');
  if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
  const part = (file: string) => import(pathToFileURL(join(home, 'src', file)).href);
  const [{ ALL_TESTS }, { Requests }, { getScoreModifier }, { parseHttpEquivHeaders }] = await Promise.all(
    ['constants.js', 'types.js', 'grader/grader.js', 'retriever/utils.js'].map(part),
  );
  return async (url) => {
    const host = `lender.example${url.pathname}`;
    const request = new Requests('lender.example');
    const page = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const text = await page.text();
    if (!page.headers.get('content-type')?.startsWith('text/html')) throw new Error(`${url.pathname} is no page`);
    const asked = { 'Access-Control-Request-Method': 'GET', origin: 'https://http-observatory.security.mozilla.org' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers: asked, redirect: 'manual' });
    const answer = { ...shown(page), httpEquiv: parseHttpEquivHeaders(text, `https://${host}`) };
    request.session = { url: new URL(`https://${host}`) };
    request.resources.path = text;
    request.responses.auto = answer;
    request.responses.https = answer;
    request.responses.cors = { ...shown(preflight), request: { headers: asked } };
    request.responses.http = { status: 301, headers: {}, verified: true };
    request.responses.httpRedirects = [`http://${host}`, `https://${host}`].map((to) => ({
      url: new URL(to),
      status: 301,
    }));
    const results = (ALL_TESTS as ((from: unknown) => Output)[]).map((test) => String(test(request).result));
    return scoreOf(results.map((result) => [result, getScoreModifier(result) as number] as const));
  };
}

function scoreOf(results: readonly (readonly [result: string, points: number])[]): Scored {
  const sum = (points: readonly number[]): number => points.reduce((total, one) => total + one, 100);
  const base = sum(results.map(([, points]) => Math.min(0, points)));
  const score = base >= FOR_EXTRA ? sum(results.map(([, points]) => points)) : base;
  return { score, below: results.filter(([, points]) => points < 0).map(([result]) => result) };
}

function shown({ status, headers }: Response) {
  const cookies = headers.getSetCookie();
  return {
    status,
    verified: true,
    headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
  };
}

function install(folder: string): void {
  const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`];
  const { status } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${PACKAGE} could not be installed: set OBSERVATORY_DIR to where it is`);
}
