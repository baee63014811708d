import { expect, test } from 'vitest';
import { createLog } from '#server/kit/log.ts';

function capture(): { readonly lines: string[]; readonly log: ReturnType<typeof createLog> } {
  const lines: string[] = [];
  return { lines, log: createLog({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) }) };
}

test('secrets and personal data never reach a log, at any depth, in lists and errors, in any letter case', {
  tags: 'asvs-16.2.5',
}, () => {
  const { lines, log } = capture();
  const secrets = {
    authorization: 'Bearer s3cret',
    cookie: 'auth=s3cret',
    'set-cookie': 's3cret',
    token: 's3cret',
    password: 's3cret',
    otp: 's3cret',
    dni: 's3cret',
    phone: 's3cret',
    email: 's3cret',
    cardNumber: 's3cret',
    cci: 's3cret',
  };
  log.info(secrets, 'top');
  log.info({ headers: secrets }, 'inside');
  log.info({ request: { headers: secrets } }, 'deeper');
  log.info({ list: [{ deep: { deeper: secrets } }] }, 'in a list');
  log.info({ request: { headers: { Authorization: 's3cret', 'Set-Cookie': 's3cret' } } }, 'letter case');
  log.error({ err: Object.assign(new Error('refused'), { request: { headers: secrets } }) }, 'in an error');
  log.error(Object.assign(new Error('refused'), { headers: secrets }), 'an error itself');
  log.info({ a: { b: { c: { d: { e: { f: { g: { note: 's3cret' } } } } } } } }, 'too deep to look through');
  expect(lines).toHaveLength(8);
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines[0]).toContain('"dni":"[x]"');
});

test('a line break in a value cannot forge an entry', { tags: 'asvs-16.4.1' }, () => {
  const { lines, log } = capture();
  log.info({ path: '/x\n{"level":"error","msg":"forged"}' }, 'request');
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'info', service: 'test', msg: 'request' });
});

test('a line says when, in UTC and to the millisecond, how grave it is, and which service wrote it', {
  tags: ['asvs-16.2.1', 'asvs-16.2.2', 'asvs-16.2.4'],
}, () => {
  const { lines, log } = capture();
  const before = Date.now();
  log.warn({ requestId: 'call-0001' }, 'slow');
  const entry = JSON.parse(lines.join('')) as { time: string };
  expect(entry).toMatchObject({ level: 'warn', service: 'test', requestId: 'call-0001', msg: 'slow' });
  expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(before);
});

test('an error keeps its message, code and cause for operators', { tags: 'asvs-16.3.4' }, () => {
  const { lines, log } = capture();
  log.error(
    { err: Object.assign(new Error('no answer', { cause: new Error('refused') }), { code: 'ECONNREFUSED' }) },
    'failed',
  );
  expect(lines[0]).toContain('ECONNREFUSED');
  expect(lines[0]).toContain('refused');
});

test('what is below the level is not written', () => {
  const { lines, log } = capture();
  log.debug('detail');
  expect(lines).toEqual([]);
});

test('what somebody sends is not a format: its signs are written as they came, and take nothing from the line', {
  tags: 'asvs-1.3.10',
}, () => {
  const { lines, log } = capture();
  const sent = '%s %d %j %o %O {0} $1';
  log.info({ path: sent, err: new Error(sent) }, 'request');
  log.info(sent);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: sent, err: { message: sent }, msg: 'request' },
    { msg: sent },
  ]);
});
