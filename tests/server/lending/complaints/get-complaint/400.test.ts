import { expect, test } from 'vitest';
import { COMPLAINTS, file, someCaller, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

/** There is no 400 here: a malformed question must look like a wrong one. */
test('a missing key, a repeated one and one of a megabyte are wrong keys, not bad requests', async () => {
  const { code, trackingKey } = await file(book);
  for (const query of ['', '?key=', `?key=x&key=${trackingKey}`, `?key=${'A'.repeat(1_000_000)}`]) {
    const response = await book.app.request(`${COMPLAINTS}/${code}${query}`, { headers: someCaller() });
    expect(response.status, query.slice(0, 20)).toBe(404);
  }
});
