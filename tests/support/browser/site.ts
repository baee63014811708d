import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeRelease, type ReleaseInfo } from '#server/publishing/publisher/release.ts';
import { goLive, pruneReleases } from '#server/publishing/publisher/release-control.ts';
import { compressFurther } from '#server/publishing/publisher/release-tree.ts';
import { digestOf, readSite } from '#server/publishing/publisher/site-manifest.ts';
import { INFO } from '#tests/support/publishing/release-info.ts';

const POLICY = "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self'";

/** A page with its own policy, as Astro writes it. */
export function page(body: string, policy = POLICY): string {
  return `<!doctype html><html lang="es"><head><meta http-equiv="content-security-policy" content="${policy}"><title>t</title></head><body>${body}</body></html>`;
}

/** The smallest site that passes the gate. */
export const SMALL_SITE: Readonly<Record<string, string>> = {
  'index.html': page('<script src="/_astro/a.B1.js"></script>'),
  'en/index.html': page('home'),
  '404.html': page('no such page'),
  'preguntas/index.html': page('<p>'.repeat(400)),
  '_astro/a.B1.js': 'export const a = 1;',
};

/** A folder that its tests share and remove themselves. */
export function sharedScratchDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'manay-test-site-'));
}

/** A folder that goes away with the test. */
export async function scratchDir(): Promise<string> {
  const directory = await sharedScratchDir();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function writeSite(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
}

/** An empty folder of releases that goes away with the test. */
export async function openReleases() {
  const directory = await scratchDir();
  const dirs = { distDir: join(directory, 'dist'), releasesDir: join(directory, 'releases') };
  return {
    ...dirs,
    /** Builds these files and releases them. */
    release: async (files: Readonly<Record<string, string>> = SMALL_SITE): Promise<ReleaseInfo> => {
      await writeSite(dirs.distDir, files);
      return releaseSite({ ...dirs, info: INFO });
    },
  };
}

/** A release holds, file by file, what it was made with. @returns how many pages it says that it has */
export async function expectWhole(release: string): Promise<number> {
  const read = async (file: string) => JSON.parse(await readFile(join(release, file), 'utf8'));
  const digests = Object.entries<string>(await read('files.json'));
  expect(digests.length).toBeGreaterThan(0);
  for (const [file, digest] of digests)
    expect(digestOf(await readFile(join(release, file))), `${release} ${file}`).toBe(digest);
  return ((await read('release.json')) as ReleaseInfo).pages;
}

/** Releases a folder as the publisher does after the gate. */
export async function releaseSite(site: {
  readonly distDir: string;
  readonly releasesDir: string;
  readonly info: Omit<ReleaseInfo, 'release'>;
  readonly serverFiles?: Readonly<Record<string, string>>;
}): Promise<ReleaseInfo> {
  const { files } = await readSite(site.distDir);
  const { info, light } = await makeRelease({ ...site, files });
  await goLive(site.releasesDir, info.release);
  await pruneReleases(site.releasesDir);
  await compressFurther(join(site.releasesDir, info.release), light, new AbortController().signal);
  return info;
}
