import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  readonly body: string;
  readonly status: number;
  readonly total: string | undefined;
}

/** A content service behind a cache and a proxy, which may be late or cut what they pass on. */
export interface ProxiedSpace {
  /** Up to and with `/v2`. */
  readonly apiUrl: string;
  /** Answers of the lists come from before, while it is `late`: those of these paths. */
  late: RegExp | undefined;
  /** Changes an answer. */
  rewrite: (answer: Answer, path: string) => Answer;
  /** Every request so far: path with query. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Opens a cache before a space. As caches do, it answers the same address for ever as it answered it first; while it is
 * late, an address that it does not know gets what was answered before, whatever the version.
 */
export async function openProxiedSpace(apiUrl: string): Promise<ProxiedSpace> {
  const { origin } = new URL(apiUrl);
  const byAddress = new Map<string, Answer>();
  const byPath = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const isAboutSpace = path.includes('spaces/me');
    const withoutVersion = path.replace(/([?&])cv=\d+/, '$1');
    const isLate = space.late?.test(path) && byPath.has(withoutVersion);
    const known = isAboutSpace ? undefined : (byAddress.get(path) ?? (isLate ? byPath.get(withoutVersion) : undefined));
    requests.push(path);
    const answer = known ?? (await answerOf(`${origin}${path}`));
    if (!isAboutSpace) byAddress.set(path, answer);
    byPath.set(withoutVersion, answer);
    const { body, status, total } = space.rewrite(answer, path);
    response.writeHead(status, { 'content-type': 'application/json', ...(total !== undefined && { total }) });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const space: ProxiedSpace = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    late: undefined,
    rewrite: (answer) => answer,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return space;
}

async function answerOf(url: string): Promise<Answer> {
  const answer = await fetch(url);
  return { body: await answer.text(), status: answer.status, total: answer.headers.get('total') ?? undefined };
}
