import { expect, test } from 'vitest';
import { calculatorProps } from '#blocks/calculator-props.ts';
import FirstLoanCalculator from '#blocks/first-loan-calculator.astro';
import { plain } from '#calculator/client-act.ts';
import { writtenProps } from '#tests/support/browser/written-props.ts';
import { examplePage, render } from './example-page.ts';

/** Parts of Astro's island that are read beside its documented interface: its props, its scripts, and how it waits. */
test('a rendered island is what the directive and the finished page read', async () => {
  const page = examplePage();
  const html = await render(FirstLoanCalculator, { page, productType: 'INSTALLMENT' });
  const written = JSON.parse(unescaped(/<astro-island[^>]*\sprops="([^"]*)"/.exec(html)?.[1] ?? ''));
  const props = calculatorProps(page, { productType: 'INSTALLMENT', fixedType: false });
  expect(plain(written)).toEqual(props);
  expect([0, written]).toEqual(writtenProps(props));

  // The island waits for the rest of the page, and Astro's scripts come before it.
  const [, scripts, island] =
    /((?:<script>(?:(?!<\/script>)[\s\S])*<\/script>)+)(<astro-island[^>]*>)/.exec(html) ?? [];
  expect(island).toMatch(/ client="act".* await-children/);
  expect(html).toContain('<!--astro:end--></astro-island>');
  const { firstPaint } = await import(`${process.cwd()}/.config/first-paint.mjs`);
  const finished = firstPaint(`<html><head><title>Page</title></head><body>${html}</body></html>`);
  expect(finished).toContain(`</astro-island>${scripts}`);
  expect(finished).not.toMatch(/<astro-island[^>]*await-children|<!--astro:end/);
});

function unescaped(attribute: string): string {
  return attribute.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
