import * as z from 'zod/mini';
import { COOKIES } from '#api/cookies.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { type Vault, VaultError } from '#server/kit/vault.ts';

/** Which sheet a browser may see, and whether it has just filed it. */
export interface SheetPass {
  readonly code: string;
  readonly isJustFiled: boolean;
}

const COOKIE = '__Host-complaint';
/** Long enough to read an answer and print it; a reader who comes later types code and key again. */
const PASS_SECONDS = COOKIES[COOKIE].seconds;
const PLACE = { table: 'complaint', column: 'pass', id: '' };
const sealedPass = z.strictObject({ code: z.string(), isJustFiled: z.boolean(), until: z.number() });

/**
 * The cookie that opens a sheet's page instead of a key in its address. Sealed, with its end inside: it opens one sheet,
 * no longer than told, and does not tell the key. `Lax`, because the link of an e-mail is followed from elsewhere.
 */
export function sheetCookie(vault: Vault, pass: SheetPass, now: number): string {
  const sealed = vault.seal(JSON.stringify({ ...pass, until: now + PASS_SECONDS * 1000 }), PLACE);
  return siteCookie(COOKIE, sealed);
}

/** Reads what the browser's cookie opens; undefined without one, and for one that is over or not ours. */
export function readSheetPass(vault: Vault, request: Request, now: number): SheetPass | undefined {
  const sealed = cookieOf(request, COOKIE);
  if (sealed === undefined) return undefined;
  try {
    const { until, ...pass } = z.parse(sealedPass, JSON.parse(vault.open(sealed, PLACE)));
    return now < until ? pass : undefined;
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
