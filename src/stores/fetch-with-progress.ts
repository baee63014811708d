import { environment } from './environment.ts';
import type { Upload } from './protected-call.ts';

/**
 * Prepares a form with files for `request`.
 * @param onProgress receives the share that has been sent, 0 to 1
 */
export function uploadOf(form: FormData, onProgress: (share: number) => void): Upload {
  return { form, fetch: (environment().fetchWithProgress ?? fetchWithProgress)(onProgress) };
}

/**
 * Makes a `fetch` that reports upload progress, which only XMLHttpRequest supports. It implements no more than uploads
 * need: a string address, headers as a record, one response with status, headers and text.
 */
function fetchWithProgress(onProgress: (share: number) => void): typeof globalThis.fetch {
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init;
      const sender = new XMLHttpRequest();
      sender.open(method, String(address));
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) {
        sender.setRequestHeader(name, value);
      }
      sender.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      sender.onload = () => resolve(answerOf(sender));
      sender.onerror = () => reject(new TypeError('Failed to fetch'));
      sender.onabort = () => reject(new DOMException('aborted', 'AbortError'));
      signal?.addEventListener('abort', () => sender.abort(), { once: true });
      sender.send((body ?? null) as XMLHttpRequestBodyInit | null);
    });
}

function answerOf(sender: XMLHttpRequest): Response {
  const lines = sender.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const hasBody = sender.status !== 204 && sender.status !== 205;
  return new Response(hasBody ? sender.responseText : null, { status: sender.status, headers });
}
