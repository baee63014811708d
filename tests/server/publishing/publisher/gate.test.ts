import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectBuild } from '#server/publishing/publisher/gate.ts';
import { page, SMALL_SITE, scratchDir, writeSite } from '#tests/support/site.ts';

async function inspect(files: Readonly<Record<string, string>>): ReturnType<typeof inspectBuild> {
  const directory = join(await scratchDir(), 'dist');
  await writeSite(directory, files);
  return inspectBuild(directory);
}

function without(file: string): Record<string, string> {
  return Object.fromEntries(Object.entries(SMALL_SITE).filter(([name]) => name !== file));
}

describe('the gate before a release', () => {
  test('lets a whole site through and counts its pages', async () => {
    const report = await inspect(SMALL_SITE);
    expect(report.problems).toEqual([]);
    expect(report.pages).toBe(4);
  });

  test.each(['index.html', 'en/index.html', '404.html'])('stops a site without %s', async (file) => {
    expect((await inspect(without(file))).problems).toContain(`page /${file} is missing`);
  });

  test('stops a page whose script does not exist, and names both', async () => {
    const { problems } = await inspect(without('_astro/a.B1.js'));
    expect(problems).toEqual(['page /index.html uses /_astro/a.B1.js, which does not exist']);
  });

  test('stops a page without a policy', async () => {
    const { problems } = await inspect({ ...SMALL_SITE, 'x/index.html': '<!doctype html><title>x</title>' });
    expect(problems).toEqual(['page /x/index.html has no Content-Security-Policy']);
  });

  test('merges the policies of each kind of page into one that lets all pages of the kind work', async () => {
    const hash = (name: string) => `default-src 'none'; script-src 'self' 'sha256-${name}='; style-src 'self'`;
    const { policies } = await inspect({
      ...SMALL_SITE,
      'x/index.html': page('x', hash('BBB')),
      'profile/index.html': page('profile', hash('CCC')),
      'en/profile/components/niubiz-method/index.html': page('card', hash('DDD')),
    });
    expect(policies).toEqual({
      marketing: "default-src 'none'; script-src 'self' 'sha256-AAA=' 'sha256-BBB='; style-src 'self'",
      strict: "default-src 'none'; script-src 'self' 'sha256-AAA=' 'sha256-CCC='; style-src 'self'",
      card: hash('DDD'),
    });
  });

  test('gives a kind without pages the strict policy', async () => {
    const { policies } = await inspect(SMALL_SITE);
    expect(policies.card).toBe(policies.strict);
  });
});
