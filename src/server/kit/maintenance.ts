import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COOKIES } from '#api/cookies.ts';
import { cookieOf } from './cookies.ts';
import type { Fetch } from './outgoing.ts';

/** A file of every release that says whether the product is closed: `{"maintenance":false}`. Anybody may read it. */
export const MAINTENANCE_FILE = 'maintenance.json';

/** Whether editors have closed the product for a while. */
export type Maintenance = () => Promise<boolean>;

const TIMEOUT_MS = 3_000;

/** As the live release on this machine's disk says. */
export function maintenanceOfRelease(releasesDir: string): Maintenance {
  const file = join(releasesDir, 'current', MAINTENANCE_FILE);
  return remembered(async () => isOn(JSON.parse(await readFile(file, 'utf8'))), 1_000);
}

/** As the site says, wherever it is served: for a lending role that shares no disk with it. */
export function maintenanceOfSite(siteUrl: string, fetch: Fetch): Maintenance {
  return remembered(async () => {
    const response = await fetch(`${siteUrl}/${MAINTENANCE_FILE}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? isOn(await response.json()) : undefined;
  }, 10_000);
}

function isOn(file: unknown): boolean {
  return (file as { readonly maintenance?: unknown } | null)?.maintenance === true;
}

/**
 * Asked for again when it is old, while the last answer goes on counting: no request waits for it but the first one.
 * What cannot be read changes nothing, and a product of which nothing is known is open.
 */
function remembered(read: () => Promise<boolean | undefined>, freshMs: number): Maintenance {
  let known: boolean | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    known = (await read().catch(() => undefined)) ?? known;
  };
  return async () => {
    if (performance.now() - askedAt >= freshMs) {
      askedAt = performance.now();
      const asked = ask();
      first ??= asked;
    }
    await first;
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

/** Whether a pass is ours and has not ended. */
export function isPass(operatorToken: string, pass: string, now: number): boolean {
  const [, end = '', seal = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(pass) ?? [];
  const expected = sealOf(operatorToken, end);
  return (
    seal.length === expected.length &&
    timingSafeEqual(Buffer.from(seal), Buffer.from(expected)) &&
    Number(end) * 1000 > now
  );
}

/** Whether a request comes from a browser with a pass. */
export function hasPass(request: Request, operatorToken: string, now: number): boolean {
  return isPass(operatorToken, cookieOf(request, PASS_COOKIE) ?? '', now);
}

function sealOf(operatorToken: string, end: string): string {
  return createHmac('sha256', operatorToken).update(`maintenance pass until ${end}`).digest('base64url');
}
