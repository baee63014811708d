import type { Page } from '@playwright/test';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { expect } from './journey.ts';

/** Every page the sitemap names in the language, and those it leaves out on purpose. */
export async function publicPaths(page: Page, at: (path: string) => string): Promise<string[]> {
  const index = await (await page.request.get('/sitemap-index.xml')).text();
  const map = await (await page.request.get(new URL(/<loc>([^<]+)/.exec(index)?.[1] ?? '').pathname)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)/g)].map((match) => new URL(match[1] as string).pathname);
  const mine = paths.filter((path) => path.startsWith('/en/') === at('/').startsWith('/en/'));
  expect(mine.length).toBeGreaterThan(5);
  const unlisted = ['/sign-in', '/sign-up', '/application/new-client', '/no-such-page'];
  return [...mine, ...unlisted.map(at)];
}

/** Pages of one question each: the same parts in the same order, with other words. */
const QUESTION = /\/preguntas\/[^/]+\/$/;
/** In every change so many of them stand for all. */
const MOST_QUESTIONS = 3;

/** Every page that is drawn in a way of its own; in the full run every page. */
export async function drawnPaths(page: Page, at: (path: string) => string): Promise<string[]> {
  const all = await publicPaths(page, at);
  const questions = all.filter((path) => QUESTION.test(path));
  expect(questions.length).toBeGreaterThan(MOST_QUESTIONS);
  return IS_FULL_RUN ? all : all.filter((path) => !questions.slice(MOST_QUESTIONS).includes(path));
}
