import { expect, test } from 'vitest';
import { sendDeviceData } from '#api/endpoints/people/send-device-data.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

/** A body of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ more: '' });
  return JSON.stringify({ more: 'x'.repeat(bytes - empty.length) });
}

test('8 KB are taken, a byte more is not', async () => {
  expect((await callEndpoint(lending, sendDeviceData, { body: bodyOf(8_192) })).status).toBe(201);
  const answer = await callEndpoint(lending, sendDeviceData, { body: bodyOf(8_193) });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(['body.too_large']);
});

test('a body that grows while it arrives is stopped at the same limit', async () => {
  const response = await lending.app.request(sendDeviceData.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: new Blob([bodyOf(9_000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(400);
});

test.each(['[]', '"iPhone"', 'null', '{'])('%s is no device', async (body) => {
  expect((await callEndpoint(lending, sendDeviceData, { body })).status).toBe(400);
});
