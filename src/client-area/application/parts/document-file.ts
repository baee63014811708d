import type { ErrorBody } from '#api/errors.ts';
import { sitePath } from '#api/site-path.ts';
import { environment } from '#stores/environment.ts';
import { beginRequest } from '#stores/progress.ts';
import { leaveSession } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';
import { $accessToken } from '#stores/session.ts';

/** When to revoke the object URL: the tab keeps its content. */
const KEEP_MS = 60_000;

/** Opens a document in a new tab; false when it fails. A plain link would not send the session (domain 2.1.1). */
export async function openDocument(url: string): Promise<boolean> {
  // Opened synchronously: browsers block windows that open after a request.
  const tab = window.open('', '_blank');
  const file = await fetchFile(url);
  if (!file) {
    tab?.close();
    return false;
  }
  const address = URL.createObjectURL(file);
  if (tab) tab.location.href = address;
  else environment().location().assign(address);
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
  return true;
}

/** Downloads a document under a file name; false when it could not be loaded. */
export async function saveDocument(url: string, fileName: string): Promise<boolean> {
  const file = await fetchFile(url);
  if (!file) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
  return true;
}

async function fetchFile(url: string): Promise<Blob | undefined> {
  const path = sitePath(url);
  // The session goes with the request: to no other origin, whatever an answer names.
  if (path === undefined) return undefined;
  const end = beginRequest();
  try {
    const answer = await environment().fetch(path, {
      method: 'GET',
      headers: { authorization: `Bearer ${$accessToken.get()}` },
    });
    if (answer.ok) return await answer.blob();
    if (answer.status === 401) leaveSession();
    if (answer.status !== 428) return undefined;
    const body = (await answer.json()) as ErrorBody;
    const isProven = body.error.reauth !== undefined && (await askForProof(body.error.reauth));
    return isProven ? await fetchFile(url) : undefined;
  } catch (error) {
    environment().log(`${url} did not open`, error);
    return undefined;
  } finally {
    end();
  }
}
