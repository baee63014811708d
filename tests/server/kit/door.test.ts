import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { readForm } from '#server/kit/form-body.ts';
import { listen } from '#server/kit/listen.ts';
import { readJsonBody } from '#server/kit/request-body.ts';

const URL_OF_FORM = 'http://localhost/form';

function json(text: string): Promise<Awaited<ReturnType<typeof readJsonBody>>> {
  return readJsonBody(
    new Request(URL_OF_FORM, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text }),
  );
}

function form(type: string, body: string): ReturnType<typeof readForm> {
  const request = new Request(URL_OF_FORM, { method: 'POST', headers: { 'Content-Type': type }, body });
  return readForm(request, 4 * 1024 * 1024);
}

function part(name: string, value: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

describe('a JSON body', () => {
  test.each([
    ['a NUL in a text', '{"detail":{"text":"a\\u0000b"}}', 'detail.text'],
    ['a lone surrogate in a text', '{"detail":["x","\\ud83d"]}', 'detail.1'],
    ['a NUL in a key', '{"a\\u0000":1}', 'body'],
    ['a bomb of lists', `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, `a${'.0'.repeat(39)}`.slice(0, 80)],
    ['a bomb of objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, 'a.'.repeat(40).slice(0, -1)],
  ])('with %s is refused by the name of its field', async (_, text, field) => {
    expect(await json(text)).toMatchObject({ status: 400, fieldErrors: [{ field, code: 'invalid' }] });
  });

  test('with an emoji, an escaped one and the letters of an escape is taken as it is', async () => {
    const text = '{"a":"🦙 \\ud83e\\udd99 \\\\u0000","__proto__":{"polluted":true},"n":1}';
    const body = await json(text);
    expect(body).toMatchObject({ kind: 'json', value: { a: '🦙 🦙 \\u0000', n: 1 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a form', () => {
  test.each([
    ['without a boundary', 'multipart/form-data', part('a', '1')],
    ['with an empty boundary', 'multipart/form-data; boundary=', part('a', '1')],
    ['with another boundary', 'multipart/form-data; boundary=c', part('a', '1')],
    ['that ends in the middle', 'multipart/form-data; boundary=b', part('a', '1')],
    ['of ten thousand parts', 'multipart/form-data; boundary=b', `${part('a', '1').repeat(10_000)}--b--\r\n`],
    ['of ten thousand fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(10_000)],
    ['with a NUL in a text', 'application/x-www-form-urlencoded', 'a=%00'],
    ['with a NUL in a name', 'multipart/form-data; boundary=b', `${part('a\0b', '1')}--b--\r\n`],
    ['that is none', 'text/plain', 'a=1'],
  ])('%s is malformed, and nothing is thrown', async (_, type, body) => {
    expect(await form(type, body)).toBe('malformed');
  });

  test('with a name of thousands of letters is read like any other, with one of a megabyte it is malformed', async () => {
    const named = (letters: number) =>
      form('multipart/form-data; boundary=b', `${part('n'.repeat(letters), '1')}--b--\r\n`);
    expect(await named(8_000)).toBeInstanceOf(FormData);
    expect(await named(1_000_000)).toBe('malformed');
  });
});

test('an address with a NUL in its path or query is refused before any role sees it', async () => {
  const asked: string[] = [];
  const app = new Hono();
  app.all('*', (c) => {
    asked.push(c.req.path);
    return c.text('here');
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    for (const address of ['/%00', '/loan/P%00/', '/?code=%00', '/a?b=1&%00=2']) {
      const answer = await fetch(`http://127.0.0.1:${server.port}${address}`);
      expect(answer.status, address).toBe(400);
    }
    expect((await fetch(`http://127.0.0.1:${server.port}/%2500`)).status).toBe(200);
    expect(asked).toEqual(['/%2500']);
  } finally {
    await server.close();
  }
});
