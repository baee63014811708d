import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { markSubmitted } from '#server/lending/applications/store/application-document-store.ts';
import { anApplicant, PHOTO, uploadFile } from '#tests/support/applications/applicant.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('201', () => {
  test('a photo is kept, sealed, under the hash of what was sent', { tags: 'asvs-5.3.1' }, async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const documentId = await uploadFile(lending, headers, 'DNI_FRONT', PHOTO);
    const { documents } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
    const sha256 = createHash('sha256').update(PHOTO).digest('hex');
    expect(documents).toEqual([{ documentId, type: 'DNI_FRONT', status: 'READY', sha256 }]);
    const row = await lending.db.kysely
      .selectFrom('application_document')
      .select('bytes_sealed')
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.bytes_sealed ?? []).includes(Buffer.from(PHOTO))).toBe(false);
  });

  test.each([
    ['a PDF', '%PDF-1.7 hoja', 'application/pdf'],
    ['a photo of a telephone', '\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ])('%s is taken for what it is, whatever it is called', { tags: 'asvs-5.2.2' }, async (_, text, mediaType) => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const bytes = Buffer.from(text, 'latin1');
    const documentId = await uploadFile(lending, headers, 'INCOME_PROOF', new Uint8Array(bytes));
    const row = await lending.db.kysely
      .selectFrom('application_document')
      .select('media_type')
      .where('id', '=', documentId)
      .executeTakeFirst();
    expect(row?.media_type).toBe(mediaType);
  });

  test('a photo that was chosen twice for one place is taken again', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const first = await uploadFile(lending, headers, 'SELFIE', PHOTO);
    expect(await uploadFile(lending, headers, 'SELFIE', PHOTO)).not.toBe(first);
  });
});

describe('400', () => {
  /** A form is sent as bytes: Node's form stream throws an unhandled error when the reader stops early. */
  async function post(headers: Record<string, string>, form: FormData | string) {
    const sent = new Response(form);
    const type = form instanceof FormData && { 'Content-Type': sent.headers.get('content-type') ?? '' };
    const response = await lending.app.request(uploadApplicationDocument.path, {
      method: 'POST',
      headers: { ...headers, ...type },
      body: await sent.arrayBuffer(),
    });
    return { status: response.status, body: await response.json() };
  }

  function formOf(fields: Readonly<Record<string, string | Uint8Array>>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, new Blob([Uint8Array.from(value)]), 'foto.jpg');
    }
    return form;
  }

  /** The header of a PNG of 30,000 × 30,000 points, in a handful of bytes. */
  const BOMB = Buffer.from(
    '89504e470d0a1a0a0000000d4948445200007530000075300802000000e9456fed' +
      '0000000949444154789c630000000100015eff7df90000000049454e44ae426082',
    'hex',
  );

  test.each([
    ['no file', { type: 'SELFIE' }, 400, ['file.required']],
    ['no type', { file: PHOTO }, 400, ['type.required']],
    ['an unknown type', { type: 'PASSPORT', file: PHOTO }, 400, ['type.unknown']],
    ['an empty file', { type: 'SELFIE', file: new Uint8Array() }, 400, ['file.required']],
    ['a program called a photo', { type: 'SELFIE', file: Buffer.from('MZ program') }, 415, ['file.unsupported_type']],
    ['a paper in place of a face', { type: 'SELFIE', file: Buffer.from('%PDF-1.7') }, 415, ['file.unsupported_type']],
    ['what begins as a photo', { type: 'SELFIE', file: PHOTO.slice(0, 14) }, 400, ['file.unreadable']],
    ['half a photo', { type: 'DNI_BACK', file: PHOTO.slice(0, PHOTO.length / 2) }, 400, ['file.unreadable']],
    ['a picture bomb', { type: 'SELFIE', file: BOMB }, 413, ['file.too_large']],
    ['nine megabytes', { type: 'SELFIE', file: new Uint8Array(9 * 1024 * 1024) }, 413, ['file.too_large']],
  ])('%s is refused with its reason', { tags: ['asvs-5.1.1', 'asvs-5.2.1'] }, async (_, fields, status, codes) => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const answer = await post(headers, formOf(fields));
    expect(answer.status).toBe(status);
    expect(fieldCodes(answer)).toEqual(codes);
  });

  test('anything but a form is refused', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    expect((await post({ ...headers, 'Content-Type': 'application/json' }, '{}')).status).toBe(415);
    const torn = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
    expect((await post(torn, 'torn')).status).toBe(400);
  });

  test('a client who sends file after file is asked to wait', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const statuses: number[] = [];
    for (let k = 0; k < 22; k += 1)
      statuses.push((await post(headers, formOf({ type: 'SELFIE', file: PHOTO }))).status);
    expect(statuses.at(0)).toBe(201);
    expect(statuses.at(-1)).toBe(429);
  });

  test('one photo is not two papers, nor the better one that was asked for', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const dniFrontId = await uploadFile(lending, headers, 'DNI_FRONT', PHOTO);
    const twice = await post(headers, formOf({ type: 'DNI_BACK', file: PHOTO }));
    expect([twice.status, ...fieldCodes(twice)]).toEqual([400, 'file.duplicate']);

    await lending.db.kysely.transaction().execute((trx) => markSubmitted(trx, [dniFrontId], lending.clock.now()));
    const again = await post(headers, formOf({ type: 'DNI_FRONT', file: PHOTO }));
    expect([again.status, ...fieldCodes(again)]).toEqual([400, 'file.duplicate']);
  });
});

describe('409', () => {
  test.each(['SCORING', 'OFFER'] as const)('at %s no file is asked for', async (stage) => {
    const { headers } = await anApplicant(lending, stage);
    const form = new FormData();
    form.set('type', 'SELFIE');
    form.set('file', new Blob([PHOTO]), 'foto.jpg');
    const response = await lending.app.request(uploadApplicationDocument.path, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(response.status).toBe(409);
  });
});

describe('429', () => {
  test('twenty files at once are all one client sends, right or wrong, to however many copies of the service', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const other = createTestLending(lending.db, { clock: lending.clock });
    const send = async ({ app }: Pick<typeof lending, 'app'>) => {
      const form = new FormData();
      form.set('type', 'DNI_FRONT');
      form.set('file', new Blob(['no picture']), 'foto.jpg');
      return (await app.request(uploadApplicationDocument.path, { method: 'POST', headers, body: form })).status;
    };
    const statuses = [];
    for (let k = 0; k < 21; k += 1) statuses.push(await send(k % 2 === 0 ? lending : other));
    expect(statuses).toEqual([...Array(20).fill(415), 429]);
  });
});
