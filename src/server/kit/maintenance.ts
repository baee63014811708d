import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { COOKIES } from '#api/cookies.ts';
import { cookieOf } from './cookies.ts';
import type { Fetch } from './outgoing.ts';
import { readSmallFile, type SmallFile, valueIn } from './small-file.ts';

/** A file of every release that says whether the product is closed: `{"maintenance":false}`. Anybody may read it. */
export const MAINTENANCE_FILE = 'maintenance.json';

/** Tells whether editors have closed the product for a while. */
export type Maintenance = () => Promise<boolean>;

const TIMEOUT_MS = 3_000;

/** Reads the state from the live release on this machine's disk. */
export function maintenanceOfRelease(releasesDir: string): Maintenance {
  return remembered(async () => isReleaseInMaintenance(join(releasesDir, 'current')), 1_000);
}

/** Tells whether a release closes the product. It says so twice, so that one damaged file opens nothing. */
export function isReleaseInMaintenance(release: string): boolean | undefined {
  return (valueIn(readMaintenanceFile(release)) ?? valueIn(readMaintenanceFile(release, 'release.json')))?.maintenance;
}

export function readMaintenanceFile(
  release: string,
  name = MAINTENANCE_FILE,
): SmallFile<{ readonly maintenance: boolean }> {
  return readSmallFile(join(release, name), ({ maintenance }) => typeof maintenance === 'boolean');
}

/** Reads the state from the site, wherever it is served: for a lending role on another disk. */
export function maintenanceOfSite(siteUrl: string, fetch: Fetch): Maintenance {
  return remembered(async () => {
    const response = await fetch(`${siteUrl}/${MAINTENANCE_FILE}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? isOn(await response.json()) : undefined;
  }, 10_000);
}

function isOn(file: unknown): boolean {
  return (file as { readonly maintenance?: unknown } | null)?.maintenance === true;
}

/** An answer is used at once until it is this many times as old as its freshness; an older one is asked for first. */
const USABLE_FRESHNESSES = 3;

/**
 * Asks again when the answer is old, and goes on with the last answer meanwhile, unless that is three times as old as
 * its freshness: after a quiet hour the first request waits, because it may be a signature. A failed reading does not
 * change anything and counts as an answer, so that requests do not wait for an unreachable site one after the other. A
 * product without a reading is open.
 */
function remembered(read: () => Promise<boolean | undefined>, freshMs: number): Maintenance {
  let known: boolean | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    known = (await read().catch(() => undefined)) ?? known;
    answeredAt = performance.now();
    asking = undefined;
  };
  return async () => {
    const now = performance.now();
    if (!asking && now - askedAt >= freshMs) {
      askedAt = now;
      asking = ask();
    }
    if (now - answeredAt >= USABLE_FRESHNESSES * freshMs) await asking;
    return known ?? false;
  };
}

/** The cookie with which staff look at the product while it is closed. */
export const PASS_COOKIE = '__Host-maintenance-pass';
export const PASS_SECONDS = COOKIES[PASS_COOKIE].seconds;

/** A pass that the holder of the operator token gives; nothing is stored, it ends by itself. */
export function issuePass(operatorToken: string, now: number): string {
  const end = Math.floor(now / 1000) + PASS_SECONDS;
  return `${end}.${sealOf(operatorToken, String(end))}`;
}

/** Tells whether a pass is ours and has not ended. */
export function isPass(operatorToken: string, pass: string, now: number): boolean {
  const [, end = '', seal = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(pass) ?? [];
  const expected = sealOf(operatorToken, end);
  return (
    seal.length === expected.length &&
    timingSafeEqual(Buffer.from(seal), Buffer.from(expected)) &&
    Number(end) * 1000 > now
  );
}

/** Tells whether a request comes from a browser with a pass. */
export function hasPass(request: Request, operatorToken: string, now: number): boolean {
  return isPass(operatorToken, cookieOf(request, PASS_COOKIE) ?? '', now);
}

function sealOf(operatorToken: string, end: string): string {
  return createHmac('sha256', operatorToken).update(`maintenance pass until ${end}`).digest('base64url');
}
