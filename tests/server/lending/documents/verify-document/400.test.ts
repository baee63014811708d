import { expect, test } from 'vitest';
import { verifyDocument } from '#api/endpoints/documents/verify-document.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([{}, { sha256: '' }, { sha256: 'A'.repeat(64) }, { sha256: 'a'.repeat(63) }])(
  'what is no SHA-256 in small hex digits is refused: %o',
  async (query) => {
    const answer = await callEndpoint(lending, verifyDocument, { query });
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer)).toEqual([query.sha256 === undefined ? 'sha256.required' : 'sha256.invalid']);
  },
);
