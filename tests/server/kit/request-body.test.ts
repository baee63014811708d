import { describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES, readJsonBody } from '#server/kit/request-body.ts';

const request = (body: BodyInit | null, headers: Record<string, string> = {}): Request =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    // Node wants this for streams.
    ...{ duplex: 'half' },
  });

describe('a JSON body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'is read as %s',
    async (contentType) => {
      expect(await readJsonBody(request('{"ñ":1}', { 'Content-Type': contentType }))).toEqual({
        kind: 'json',
        value: { ñ: 1 },
      });
    },
  );

  test('may be exactly as large as allowed', async () => {
    const text = JSON.stringify('x'.repeat(MAX_BODY_BYTES - 2));
    expect((await readJsonBody(request(text))).kind).toBe('json');
    expect(await readJsonBody(request(`${text} `))).toMatchObject({ status: 413 });
  });

  test('of unknown length is not read beyond the limit', { tags: ['asvs-5.2.1', 'asvs-15.2.2'] }, async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    expect(await readJsonBody(request(endless))).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
  });

  test('of a declared length too large is refused before a byte is read', { tags: 'asvs-15.2.2' }, async () => {
    const declared = request('{}', { 'Content-Length': '9999999999' });
    expect(await readJsonBody(declared)).toMatchObject({ status: 413 });
    expect(declared.bodyUsed).toBe(false);
  });

  test('that is missing is required', async () => {
    expect(await readJsonBody(request(null))).toMatchObject({
      status: 400,
      fieldErrors: [{ field: 'body', code: 'required' }],
    });
  });
});
