import { expect, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';

const lending = withTestLending();
const codes = async (changes: Readonly<Record<string, unknown>>) =>
  fieldCodes(await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest(changes) }));

test.each([
  ['no kind', { type: undefined }, 'type.required'],
  ['few words', { detail: 'Corto' }, 'detail.too_short'],
  ['a number that is none', { documentNumber: '1234' }, 'documentNumber.invalid'],
  ['a mailbox that is none', { email: 'rosa' }, 'email.invalid'],
  ['no document', { identity: undefined }, 'identity.required'],
  ['what is no base64', { identity: '%%%' }, 'identity.invalid'],
  ['a file of another kind', { identity: Buffer.from('a text').toString('base64') }, 'identity.unsupported_type'],
])('with %s it is not taken', async (_, changes, code) => {
  expect(await codes(changes)).toEqual([code]);
});
