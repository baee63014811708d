import { expect, test } from 'vitest';
import { FIELD_CODES } from '#api/field-codes.ts';
import { renderDocsPage } from '#server/lending/documentation/docs-page.ts';
import { describeApi } from '#server/lending/documentation/openapi.ts';
import { htmlValidator } from '#tests/support/html-validator.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

const LENDER = { title: 'Mañay', siteUrl: 'https://manay.example' };
const page = renderDocsPage(describeApi(ENDPOINTS, LENDER));
const text = page
  .replace(/<\/?span[^>]*>/g, '')
  .replaceAll('&quot;', '"')
  .replaceAll('&#39;', "'")
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&amp;', '&');

test('every call is there with its address, fields, a line to try it with, an example and its errors', () => {
  for (const { name, method, path, successStatus, file, refusals = [] } of ENDPOINTS) {
    const section = text.slice(
      text.indexOf(`<section id="${name}"`),
      text.indexOf('</section>', text.indexOf(`<section id="${name}"`)),
    );
    expect(section).toContain(path);
    expect(section).toContain(method);
    expect(section).toContain('curl -s "$MANAY/api/v1');
    const answer =
      successStatus === 204 ? 'Without a body.' : file ? `A file: ${file}.` : '<details><summary>Example: ';
    expect(section).toContain(answer);
    for (const code of refusals) expect(section).toContain(code);
  }
  expect(text).toContain('singlePayInquiry.amount');
  expect(text).toContain('offer.schedule.installments[].dueDate');
  expect(text).toContain(`-d '{"singlePayInquiry":{"amount":500,"term":30,"productId":1}}'`);
  expect(text).toContain('The same fields as singlePayProduct.');
  for (const code of FIELD_CODES) expect(text).toContain(`<code>${code}</code>`);
});

test('the page has no script, no style inside and nothing from another host', () => {
  expect(page).not.toMatch(/<script|<style|style=|\son\w+=|javascript:/i);
  expect(
    [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]).filter((url) => !/^[#/]/.test(url ?? '')),
  ).toEqual([]);
});

test('a text cannot become markup', { tags: 'asvs-1.1.2' }, () => {
  const [endpoint] = ENDPOINTS;
  if (!endpoint) throw new Error('no endpoint');
  const hostile = renderDocsPage(describeApi([{ ...endpoint, summary: `<img src=x onerror="alert('1')">&` }], LENDER));
  expect(hostile).not.toContain('<img');
  expect(hostile).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
});

test('the page is valid HTML', async () => {
  // Each of its hundreds of sections against every other one, for seconds.
  const problemsOf = htmlValidator({ rules: { 'unique-landmark': 'off' } });
  expect(await problemsOf(page)).toEqual([]);
  const titles = [...page.matchAll(/<section [^>]*>\s*(<h2 [\s\S]*?<\/h2>)/g)].map(([, title]) =>
    title?.replace(/<[^>]+>/g, '').trim(),
  );
  expect(titles.length).toBe(page.split('<section ').length - 1);
  expect(new Set(titles).size).toBe(titles.length);
});
