import type { APIRequestContext } from '@playwright/test';
import { expect } from './journey.ts';

const OUTBOX = '/sandbox/outbox';
const ROW = /<tr>\s*<td><a href="([^"]*)">[^<]*<\/a><\/td>\s*<td>(?:sms|email)<\/td>\s*<td>([^<]*)<\/td>/g;

/** The messages to a telephone or a mailbox, newest first, as the sandbox's page shows them: their addresses. */
async function messagesTo(request: APIRequestContext, recipient: string): Promise<string[]> {
  const page = await (await request.get(OUTBOX)).text();
  return [...page.matchAll(ROW)].filter(([, , to]) => to === recipient).map(([, href = '']) => href);
}

/** The link of a letter that was sent to a mailbox, by what its address has in it. */
export async function linkTo(request: APIRequestContext, email: string, part: string): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    for (const href of await messagesTo(request, email)) {
      const words = (await (await request.get(href)).text()).replaceAll('&amp;', '&');
      link ??= words.match(/https?:\/\/[^\s"<]+/g)?.find((found) => found.includes(part));
    }
    return link !== undefined;
  };
  await expect.poll(look).toBe(true);
  return link as string;
}

/** The code of a message, as WebOTP writes it; undefined for a message that brings none. */
async function codeOf(request: APIRequestContext, href: string): Promise<string | undefined> {
  return /@\S+ #(\d{6})/.exec(await (await request.get(href)).text())?.[1];
}

/**
 * Waits for the code a telephone has just been sent.
 * @param before the last one it had, which must not be taken for the new one
 */
export async function nextCode(request: APIRequestContext, phone: string, before?: string): Promise<string> {
  let code: string | undefined;
  const look = async () => {
    for (const href of await messagesTo(request, `+51${phone}`)) {
      code = await codeOf(request, href);
      if (code) return code;
    }
    return undefined;
  };
  await expect.poll(async () => ![undefined, before].includes(await look())).toBe(true);
  return code as string;
}
