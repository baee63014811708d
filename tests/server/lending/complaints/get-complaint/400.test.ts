import { expect, test } from 'vitest';
import { COMPLAINTS, file, someCaller, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

/** There is no 400 here: a malformed question must look like a wrong one. */
test('a missing key, an empty one and one of sixty thousand letters are wrong keys, not bad requests', async () => {
  const { code, trackingKey } = await file(book);
  for (const headers of [
    {},
    { 'Tracking-Key': '' },
    { 'Tracking-Key': `x, ${trackingKey}` },
    { 'Tracking-Key': 'A'.repeat(60_000) },
  ]) {
    const response = await book.app.request(`${COMPLAINTS}/${code}`, { headers: { ...headers, ...someCaller() } });
    expect(response.status, JSON.stringify(headers).slice(0, 30)).toBe(404);
  }
});
