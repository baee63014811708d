import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readForm, readFormOrJson } from '#server/kit/form-body.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const MULTIPART = 'multipart/form-data; boundary=x';
const URLENCODED = 'application/x-www-form-urlencoded';

const field = (name: string, disposition = 'form-data') =>
  `--x\r\ncontent-disposition: ${disposition}; name="${name}"\r\n\r\n1\r\n`;
const file = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n\r\n`;
const multipart = (parts: readonly string[]) => bytes(`${parts.join('')}--x--\r\n`);
const many = (count: number, make: (name: string) => string) => Array.from({ length: count }, (_, k) => make(`f${k}`));

const posted = (body: Uint8Array, type: string): Request =>
  new Request('http://manay.example/', {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as Uint8Array<ArrayBuffer>,
  });
const parse = async (body: Uint8Array, type: string): Promise<FormData | undefined> => {
  const form = await readForm(posted(body, type), 20_000_000);
  return form instanceof FormData ? form : undefined;
};
const count = async (body: Uint8Array, type: string) => [...((await parse(body, type)) ?? [])].length;

test('a form has no more fields than ours: one with thousands is not even parsed', { tags: 'asvs-5.2.1' }, async () => {
  expect(await count(multipart(many(150, field)), MULTIPART)).toBe(150);
  expect(await parse(multipart(many(201, field)), MULTIPART)).toBeUndefined();
  expect(await parse(multipart(many(201, file)), MULTIPART)).toBeUndefined();
  expect(await count(bytes(many(150, (name) => `${name}=1`).join('&')), URLENCODED)).toBe(150);
  expect(await parse(bytes(many(202, (name) => `${name}=1`).join('&')), URLENCODED)).toBeUndefined();
});

test('a form of nothing is a form: nobody is told that theirs did not arrive whole', async () => {
  const request = new Request('http://manay.example/', { method: 'POST', body: new FormData() });
  expect([...((await readForm(request, 1_000)) as FormData)]).toEqual([]);
  expect(await count(multipart([]), MULTIPART)).toBe(0);
  expect(await parse(bytes('--x'), MULTIPART)).toBeUndefined();
});

test('a field counts however it is spelled', async () => {
  const spellings = [
    (name: string) => field(name).toUpperCase(),
    (name: string) => field(name, 'Form-Data'),
    (name: string) => field(name, 'form-data ;'),
    (name: string) => `--x\r\ncontent-disposition: form-data; name=${name}\r\n\r\n1\r\n`,
    (name: string) => `--x\r\ncontent-disposition: form-data;  name="${name}"\r\n\r\n1\r\n`,
    (name: string) => `--x\r\ncontent-disposition: form-data; filename="a"; name="${name}"\r\n\r\n1\r\n`,
  ];
  for (const spelling of spellings) {
    const parsed = await parse(multipart(many(300, spelling)), MULTIPART);
    expect(parsed).toBeUndefined();
  }
});

test('fifteen megabytes of empty fields are refused sooner than a tenth of them would be parsed', async () => {
  // Of this thread alone: what else the machine does counts for nothing.
  const time = async (work: () => Promise<unknown>) => {
    const before = process.threadCpuUsage();
    await work();
    return process.threadCpuUsage(before).user;
  };
  const tenth = 'a=&'.repeat(500_000);
  const parsed = await time(() => new Response(tenth, { headers: { 'content-type': URLENCODED } }).formData());
  const bombs = [
    [bytes('a=&'.repeat(5_000_000)), URLENCODED],
    [multipart([file('a').repeat(240_000)]), MULTIPART],
    [bytes(`a=${'+'.repeat(15_000_000)}`), URLENCODED],
    [multipart([`--x\r\n${'a:\r\n'.repeat(3_000_000)}${field('a').slice(5)}`]), MULTIPART],
    [multipart([field('a', `form-data${'; a=b'.repeat(3_000_000)}`)]), MULTIPART],
    // The boundary itself, over and over, in what is not a form.
    [bytes('--x\r\n\r\n'.repeat(2_000_000)), MULTIPART],
  ] as const;
  for (const [body, type] of bombs) {
    const request = posted(body, type);
    let form: unknown;
    const took = await time(async () => {
      form = await readForm(request, 20_000_000);
    });
    expect(form).not.toBeInstanceOf(FormData);
    expect(took).toBeLessThan(parsed);
  }
});

test('a form without files has 64 KB at most, unless its reader takes more; the lines above a part have 8', async () => {
  const request = (body: string) =>
    new Request('http://manay.example/', { method: 'POST', headers: { 'content-type': URLENCODED }, body });
  const text = `a=${'b'.repeat(100_000)}`;
  expect(await readForm(request(text), 20_000_000)).toBe('too-large');
  expect(await readForm(request(text), 20_000_000, { maxTextBytes: 200_000 })).toBeInstanceOf(FormData);
  expect(await readForm(request(text), 90_000, { maxTextBytes: 200_000 })).toBe('too-large');

  const long = (length: number) => `--x\r\nx-a: ${'a'.repeat(length)}\r\n${field('b').slice(5)}`;
  expect(await count(multipart([field('a'), long(8_000)]), MULTIPART)).toBe(2);
  expect(await parse(multipart([field('a'), long(8_200)]), MULTIPART)).toBeUndefined();
});

test('a file may hold what looks like fields, and its bytes arrive as they were sent', async () => {
  const letter = 'Content-Disposition: inline\r\n\r\n'.repeat(300);
  const form = await parse(multipart([file('a').replace('\r\n\r\n\r\n', `\r\n\r\n${letter}\r\n`)]), MULTIPART);
  const sent = form?.get('a');
  expect(sent instanceof File && (await sent.text())).toBe(letter);
});

test('a compressed form is not unpacked: its bytes are not a form', async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000));
  const request = new Request('http://manay.example/', {
    method: 'POST',
    headers: { 'content-type': MULTIPART, 'content-encoding': 'gzip' },
    body: Uint8Array.from(packed),
  });
  const read = await readFormOrJson(request, { maxBytes: 1_000_000, meaningOf: (_, text) => text });
  expect(read).toMatchObject({ kind: 'refused', status: 400, code: 'malformed_form' });
});
