import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ATTACHMENT_LIMITS } from '#api/complaint-form.ts';
import { checkAttachments, downloadHeaders, safeName, sniff } from '#server/kit/attachments.ts';
import { forAll } from '#tests/support/for-all.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

test.each([
  ['%PDF-1.7', 'application/pdf'],
  ['\xef\xbb\xbf%PDF-1.7', 'application/pdf'],
  ['\r\n\n%PDF-1.4', 'application/pdf'],
  ['\xef\xbb\xbf\r\n %PDF-1.4', 'application/pdf'],
  ['\xff\xd8\xff\xe0 JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['RIFF....WAVEfmt ', undefined],
  ['<!doctype html>', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['<?xml version="1.0"?><svg>', undefined],
  ['PK\x03\x04', undefined],
  ['', undefined],
])('a file that begins with %j is %s', { tags: ['asvs-1.3.4', 'asvs-5.2.2'] }, (start, type) => {
  expect(sniff(bytes(start))).toBe(type);
});

test.each([
  ['boleta.pdf', 'boleta.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\rosa\\boleta mayo.PDF', 'boleta mayo.pdf'],
  ['boleta\u202efdp.exe', 'boletafdp.pdf'],
  ['\u2066bo\u200dleta\u3164\u2069.pdf', 'boleta.pdf'],
  ['"; filename="x.html', '= filename=x.pdf'.replace('= ', '')],
  ['.htaccess', 'archivo.pdf'],
  ['', 'archivo.pdf'],
  [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(80)}.pdf`],
])('%j is kept as %j', { tags: 'asvs-5.4.1' }, (name, kept) => {
  expect(safeName(name, 'application/pdf')).toBe(kept);
});

test('whatever a file is called, its kept name is one harmless part of a path', { tags: 'asvs-5.3.2' }, () =>
  forAll(800, [fc.string({ unit: 'binary' })], (name) => {
    const kept = safeName(name, 'image/png');
    expect(kept).toMatch(/^[^/\\"<>\p{C}]+\.png$/u);
    expect(kept).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    expect(kept.startsWith('.')).toBe(false);
    expect(Buffer.byteLength(kept)).toBeLessThan(400);
  }),
);

test('many small files may be too much together', { tags: ['asvs-5.2.1', 'asvs-5.1.1'] }, async () => {
  const part = new Uint8Array(ATTACHMENT_LIMITS.bytesPerFile);
  part.set(bytes('%PDF-'));
  const files = [1, 2, 3].map((k) => ({ name: `${k}.pdf`, bytes: part }));
  expect((await checkAttachments(files)).kind).toBe('valid');
  expect(await checkAttachments([...files, { name: '4.pdf', bytes: bytes('%PDF-') }])).toEqual({
    kind: 'invalid',
    code: 'too_large',
  });
});

test('a file that staff download has a name of ours and the extension of what it is', {
  tags: ['asvs-1.2.1', 'asvs-3.2.1', 'asvs-5.4.2'],
}, () => {
  expect(downloadHeaders('voucher-7', 'application/pdf')).toEqual({
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'attachment; filename="voucher-7.pdf"',
  });
  expect(downloadHeaders('file-7', 'image/heic')['Content-Disposition']).toBe('attachment; filename="file-7.heic"');
  expect(downloadHeaders('x"\r\nSet-Cookie: a=b', 'text/html')['Content-Disposition']).toBe(
    'attachment; filename="xSet-Cookieab.bin"',
  );
});
