import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transferAccountsBody } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { readSmallFile, type SmallFile, valueIn } from '#server/kit/small-file.ts';
import { writeAtomically } from '#server/kit/write-file.ts';
import { PRODUCT_SETTINGS_FILE, TRANSFER_ACCOUNTS_FILE } from '#storyblok/mirror.ts';
import type { ContentFetch } from './content-client.ts';

const TIMEOUT_MS = 5000;
/** A file without any of them has no figures of ours. */
const FIGURES = ['closed', 'singlePayProduct', 'parameterVersion'];
/** Shorter when figures are cached: an editor's publish should not wait for a service that is down. */
const TIMEOUT_WITH_KNOWN_MS = 1500;

export interface FiguresOptions {
  /** The address of the lending role's figures. */
  readonly figuresUrl: string;
  readonly mirrorDir: string;
  /** Reaches the lending role. */
  readonly fetchFigures: ContentFetch;
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface AccountsOptions extends Omit<FiguresOptions, 'figuresUrl'> {
  /** The address of the lender's accounts. */
  readonly accountsUrl: string;
}

/** A second copy of the last known accounts, for when the first is damaged while the lending role is away. */
const KEPT_ACCOUNTS_FILE = 'transfer-accounts.kept.json';

/** Reads the figures that the mirror has. */
export function readFiguresFile(mirrorDir: string): SmallFile<object> {
  return readSmallFile(join(mirrorDir, PRODUCT_SETTINGS_FILE), hasFigures);
}

function hasFigures(told: unknown): boolean {
  return typeof told === 'object' && told !== null && FIGURES.some((name) => name in told);
}

function readAccountsFile(path: string): SmallFile<object> {
  return readSmallFile(path, (accounts) => transferAccountsBody.safeParse(accounts).success);
}

/**
 * Fetches the lender's accounts into the mirror. When they cannot be had the last known ones stay, because pages without
 * bank details, or a publish that waits for the lending role, would harm more than accounts of a minute ago; without
 * any, pages print none.
 */
export async function syncAccounts({
  accountsUrl,
  mirrorDir,
  fetchFigures,
  log,
  signal,
}: AccountsOptions): Promise<void> {
  const [path, keptPath] = [join(mirrorDir, TRANSFER_ACCOUNTS_FILE), join(mirrorDir, KEPT_ACCOUNTS_FILE)];
  const [file, kept] = [readAccountsFile(path), readAccountsFile(keptPath)];
  for (const [at, copy] of [[path, file] as const, [keptPath, kept] as const]) {
    if (copy.kind !== 'damaged') continue;
    log(`${copy.sentence}: it is written anew`);
    // Pages, the check and the editor read it too: to them accounts that cannot be read must be accounts not known.
    await rm(at, { recursive: true, force: true });
  }
  const last = valueIn(file) ?? valueIn(kept);
  const known = last === undefined ? undefined : JSON.stringify(last);
  const keep = async (text: string): Promise<void> => {
    if (file.kind !== 'read' || text !== known) await writeAtomically(path, text);
    if (JSON.stringify(valueIn(kept)) !== text) await writeAtomically(keptPath, text);
  };
  if (known !== undefined) await keep(known);
  try {
    const request = {
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_WITH_KNOWN_MS), ...(signal ? [signal] : [])]),
    };
    const text = JSON.stringify(
      transferAccountsBody.parse(JSON.parse(await fetchJson(fetchFigures, accountsUrl, request))),
    );
    if (text !== known) await keep(text);
  } catch (error) {
    signal?.throwIfAborted();
    const rest = known === undefined ? 'pages name none' : 'the last known ones stay';
    log(`the lender's accounts could not be fetched (${error instanceof Error ? error.message : error}); ${rest}`);
  }
}

/**
 * Fetches the lending role's figures into the mirror. When that service is down the last known ones stay and the
 * content is published anyway (design §8).
 * @throws when figures were never fetched
 */
export async function syncFigures({ figuresUrl, mirrorDir, fetchFigures, log, signal }: FiguresOptions): Promise<void> {
  const path = join(mirrorDir, PRODUCT_SETTINGS_FILE);
  const file = readFiguresFile(mirrorDir);
  const known = file.kind === 'read' ? JSON.stringify(file.value) : undefined;
  const timeout = AbortSignal.timeout(known === undefined ? TIMEOUT_MS : TIMEOUT_WITH_KNOWN_MS);
  const request = { signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]) };
  const text = await fetchFiguresText(fetchFigures, figuresUrl, request).catch((error: unknown) => {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    // No page can be rendered without figures, so the sync stops here.
    if (file.kind === 'damaged') throw new Error(`${file.sentence}, and the figures could not be fetched: ${reason}`);
    if (known === undefined) throw new Error(`the figures could not be fetched and there are none yet: ${reason}`);
    log(`the figures could not be fetched (${reason}); the last known ones stay`);
    return known;
  });
  if (file.kind === 'damaged') log(`${file.sentence}: the figures were fetched again`);
  if (text !== known) await writeAtomically(path, text);
}

/** A proxy's own answer is JSON as well. */
async function fetchFiguresText(fetch: ContentFetch, url: string, request: RequestInit): Promise<string> {
  const text = await fetchJson(fetch, url, request);
  if (!hasFigures(JSON.parse(text))) throw new Error(`it answered something else: ${text.slice(0, 300)}`);
  return text;
}

async function fetchJson(fetch: ContentFetch, url: string, request: RequestInit): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', ...request });
  const text = await response.text();
  if (response.status === 409) {
    // An answer too: nothing is sold today. Pages are built without prices until it is (decision 113).
    const { details } = (JSON.parse(text) as { readonly error: { readonly details?: unknown } }).error;
    if (details) return JSON.stringify({ closed: details });
  }
  if (!response.ok) throw new Error(`it answered ${response.status} ${text.slice(0, 300)}`.trim());
  return JSON.stringify(JSON.parse(text));
}
