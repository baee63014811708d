import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const folder = mkdtempSync(join(tmpdir(), 'manay-parameters-'));
afterAll(() => rmSync(folder, { recursive: true }));

const as = (name: string, command: string, options = {}) => lenderOf(lending, name)(command, options);
const REASON = 'Ley 99999, published today.';

test('one operator proposes a tax, another one approves it, and both see where it stands', async () => {
  const file = join(folder, 'igv.json');
  writeFileSync(file, '{"percent":"19.00"}');
  const proposed = await as('Ana', 'parameter propose igv general', {
    value: `@${file}`,
    from: '2026-07-01',
    reason: REASON,
  });
  expect(proposed).toMatch(/^IGV · General was proposed: another account approves it \([\da-f-]{36}\)\.$/);
  const id = /\((\S+)\)\.$/.exec(proposed)?.[1];
  const before = await as('Luis', 'parameter list');
  expect(before).toMatch(/^igv .*general.*\{"percent":"18\.00"\}.*01\/01\/2026/m);
  expect(before).toMatch(new RegExp(`^${id}.*igv.*\\{"percent":"19.00"\\}.*01/07/2026.*Ana`, 'm'));
  await expect(as('Ana', `parameter approve ${id}`)).rejects.toThrow('four_eyes');
  expect(await as('Luis', `parameter approve ${id}`)).toBe(`Proposal ${id} was approved.\nstatus: APPROVED`);
  const after = await as('Luis', 'parameter list');
  expect(after).toMatch(/^igv .*\{"percent":"18\.00"\}.*01\/01\/2026 +30\/06\/2026/m);
  expect(after).toMatch(/proposals:\nNothing\.$/);
});

test('what is refused says why; what is mistyped says how', async () => {
  const options = { value: '{"percent":"80.00"}', from: '2026-02-01', to: '2026-02-10', reason: REASON };
  await expect(
    as('Ana', 'parameter propose rate_cap consumer', { ...options, value: '{"percent":"80"}' }),
  ).rejects.toThrow('percent: expected a percent with two decimals');
  await expect(as('Ana', 'parameter propose igv general', { ...options, value: '19' })).rejects.toThrow(
    'expected object',
  );
  await expect(as('Ana', 'parameter propose igv general', { ...options, value: '{' })).rejects.toThrow('is not JSON');
  await expect(as('Ana', 'parameter propose igv')).rejects.toThrow('--key is missing');
  await expect(as('Ana', 'parameter burn')).rejects.toThrow('parameter propose');
});

test('a holiday is entered as it is published', async () => {
  expect(await as('Ana', 'holiday add 2029-07-23 Día de la Fuerza Aérea')).toBe(
    'The holiday Día de la Fuerza Aérea, 23/07/2029, was added.',
  );
  await expect(as('Ana', 'holiday add 2029-07-23 Otra vez')).rejects.toThrow('holiday_known');
});
