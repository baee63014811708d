import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MirrorIndex, TRANSFER_ACCOUNTS_FILE } from '#storyblok/mirror.ts';
import { readFiguresFile } from '../sync/sync-figures.ts';
import type { ReleaseInfo } from './release.ts';
import { digestOf } from './site-manifest.ts';

/**
 * The sources of a release: when digest and code equal the live release's, a build would not change anything. The
 * numbers are for people: those who count them may count wrongly.
 */
export type Target = Pick<
  ReleaseInfo,
  'contentVersion' | 'contentDigest' | 'codeKey' | 'parameterVersion' | 'businessDate' | 'accountsKey'
>;

/** Pages show computed numbers, and accounts that money is received on: others change them. */
export async function readContent(
  mirrorDir: string,
  { source, texts, stories }: MirrorIndex,
): Promise<Omit<Target, 'contentVersion' | 'codeKey'>> {
  const { text = '', ...figures } = readFigures(mirrorDir);
  const hash = createHash('sha256').update([source, texts.digest, text].join('\0'));
  for (const { uuid, fullSlug, digest } of stories) hash.update(`\0${uuid} ${fullSlug} ${digest}`);
  return { contentDigest: hash.digest('hex').slice(0, 20), ...figures, ...(await readAccountsKey(mirrorDir)) };
}

/** A digest of the lender's accounts, as the mirror has them. */
export async function readAccountsKey(mirrorDir: string): Promise<Pick<ReleaseInfo, 'accountsKey'>> {
  const accounts = await readFile(join(mirrorDir, TRANSFER_ACCOUNTS_FILE)).catch(() => undefined);
  return accounts ? { accountsKey: digestOf(accounts) } : {};
}

/**
 * The lending role's figures, as the mirror has them.
 * @throws when they are damaged, with the name of their file: the next sync fetches them again
 */
export function readFigures(
  mirrorDir: string,
): Pick<ReleaseInfo, 'parameterVersion' | 'businessDate'> & { readonly text?: string } {
  const file = readFiguresFile(mirrorDir);
  if (file.kind === 'damaged') throw new Error(`${file.sentence}: the next publish fetches the figures again`);
  if (file.kind === 'missing') return { parameterVersion: null, businessDate: null };
  const figures = file.value as Figures;
  const { parameterVersion = null, businessDate = null } = figures.closed ?? figures.singlePayProduct?.pricing ?? {};
  return { text: JSON.stringify(figures), parameterVersion, businessDate };
}

type Dated = Partial<Pick<ReleaseInfo, 'parameterVersion' | 'businessDate'>>;

interface Figures {
  readonly closed?: Dated;
  readonly singlePayProduct?: { readonly pricing?: Dated };
}

export function isSame(one: Target, other: Target): boolean {
  return (['contentDigest', 'codeKey', 'accountsKey'] as const).every((name) => one[name] === other[name]);
}
