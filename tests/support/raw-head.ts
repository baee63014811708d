import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  /** Bytes of the status line and of every header. */
  readonly headBytes: number;
  readonly header: (name: string) => string | undefined;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** The most that a head of the product may have (design §7). */
export const MOST_HEAD_BYTES = 3000;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks as it is told, without a header of its own, follows nothing, decodes nothing, and weighs the head as it was sent. */
export function askRaw(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<RawAnswer> {
  const ask = url.startsWith('https:') ? secure : plain;
  return new Promise((resolve, reject) => {
    const sent = ask(url, { method, headers, rejectUnauthorized: false }, async (response) => {
      const lines = [`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`];
      const { rawHeaders } = response;
      for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
      resolve({
        status: response.statusCode ?? 0,
        headBytes: Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`),
        header: (name) => response.headers[name]?.toString(),
        cookies: response.headers['set-cookie'] ?? [],
        body: await buffer(response).catch(() => Buffer.alloc(0)),
      });
    });
    sent.on('error', reject).end(body);
  });
}
