import type { ErrorBody } from '#api/errors.ts';
import { sitePath } from '#api/site-path.ts';
import { environment } from '#stores/environment.ts';
import { beginRequest } from '#stores/progress.ts';
import { leaveSession } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';
import { $accessToken, readSession } from '#stores/session.ts';

/** Limits of a request, in milliseconds: a lost network says nothing, and the button would wait for ever. */
const TIMEOUT_MS = { HEAD: 10_000, GET: 180_000 } as const;

/** Milliseconds until the object URL of a file that is being saved is revoked. */
const KEEP_MS = 60_000;

/**
 * Opens a document in a new tab, at its own address, so that it can be reloaded, printed and saved there; false when it
 * would not open. It is asked for first, because a tab could not ask for a proof.
 */
export async function openDocument(url: string): Promise<boolean> {
  // Opened synchronously: browsers block windows that open after a request.
  const tab = window.open('', '_blank');
  const address = (await fetchFile(url, 'HEAD')) && sitePath(url);
  if (address === undefined) {
    tab?.close();
    return false;
  }
  if (tab) tab.location.href = address;
  else environment().location().assign(address);
  return true;
}

/** Downloads a document under a file name; undefined when it could not be loaded. */
export async function saveDocument(url: string, fileName: string): Promise<Blob | undefined> {
  const file = await fetchFile(url);
  if (file) saveFile(file, fileName);
  return file;
}

/** Reads a document that has just been opened once more, for the page itself; undefined when it does not come. */
export async function readDocument(url: string): Promise<Blob | undefined> {
  const path = sitePath(url);
  const headers = { authorization: `Bearer ${$accessToken.get()}` };
  const answer = path === undefined ? undefined : await environment().fetch(path, { headers, priority: 'low' });
  return answer?.ok ? answer.blob() : undefined;
}

/** Opens a file that the page has in a new tab. */
export function openFile(file: Blob): void {
  const url = URL.createObjectURL(file);
  window.open(url, '_blank');
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** Saves a file that the page has. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

async function fetchFile(url: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Blob | undefined> {
  const path = sitePath(url);
  // The session goes with the request, so it must not go to another origin, whatever an answer names.
  if (path === undefined) return undefined;
  const end = beginRequest();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS[method]);
  try {
    const answer = await environment().fetch(path, {
      method,
      signal: controller.signal,
      headers: { authorization: `Bearer ${$accessToken.get()}` },
    });
    // It may have brought a newer token.
    readSession();
    if (answer.ok) return await answer.blob();
    if (answer.status === 401) leaveSession();
    if (answer.status !== 428) return undefined;
    // The proof takes its own time.
    clearTimeout(timer);
    const body = (await answer.json()) as ErrorBody;
    const isProven = body.error.reauth !== undefined && (await askForProof(body.error.reauth));
    return isProven ? await fetchFile(url, method) : undefined;
  } catch (error) {
    environment().log(`${url} did not open`, error);
    return undefined;
  } finally {
    clearTimeout(timer);
    end();
  }
}
