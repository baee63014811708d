import { expect, test } from 'vitest';
import { verifyDocument } from '#api/endpoints/documents/verify-document.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending({ visitorLimit: { perMinute: 10, burst: 10 } });

test('the eleventh question within a minute waits', async () => {
  const ask = () => callEndpoint(lending, verifyDocument, { query: { sha256: 'a'.repeat(64) } });
  for (let k = 0; k < 10; k += 1) expect((await ask()).status).toBe(200);
  const answer = await ask();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
