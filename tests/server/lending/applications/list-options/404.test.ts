import { expect, test } from 'vitest';
import { listOptions } from '#api/endpoints/applications/list-options.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each(['Gender', 'residencestatus', 'constructor', '__proto__', '../places', ' '])(
  'there is no list %j',
  async (name) => {
    const { status, body } = await callEndpoint(lending, listOptions, { params: { name } });
    expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'There is nothing here.' } }]);
  },
);
