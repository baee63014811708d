import { expect, test } from 'vitest';
import { hashPassword, isPassword, passwordRefusal } from '#server/lending/people/passwords.ts';

test('a password is recognised, another one is not, and two hashes of the same have nothing in common', async () => {
  const [one, other] = [
    await hashPassword('tres llamas cruzan el puente'),
    await hashPassword('tres llamas cruzan el puente'),
  ];
  expect(one).not.toBe(other);
  expect(await isPassword(one, 'tres llamas cruzan el puente')).toBe(true);
  expect(await isPassword(one, 'tres llamas cruzan el Puente')).toBe(false);
});

test('letters put together differently on another keyboard are the same password', async () => {
  const hash = await hashPassword('contraseña'.normalize('NFC'));
  expect(await isPassword(hash, 'contraseña'.normalize('NFD'))).toBe(true);
});

test('nobody’s password is never right, whatever is tried', async () => {
  for (const guess of ['', '\0', 'x'.repeat(500)]) expect(await isPassword(undefined, guess)).toBe(false);
});

test('a hash of another cost is checked at that cost; what is no hash is a fault', async () => {
  const old = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
  await expect(isPassword(`${old}AAAAAAAAAAAAAAAA`, 'x')).resolves.toBe(false);
  await expect(isPassword('plain', 'x')).rejects.toThrow('another form');
});

test.each<[string, string | undefined]>([
  ['1234567890', 'not_allowed'],
  ['Password123', 'not_allowed'],
  [' qwertyuiop ', 'not_allowed'],
  ['aaaaaaaaaaaa', 'not_allowed'],
  ['soy 45.678.912', 'not_allowed'],
  ['987-654-321 es mío', 'not_allowed'],
  ['tres llamas cruzan el puente', undefined],
])('%j: %s', (password, code) => {
  expect(passwordRefusal(password, ['45678912', '+51987654321'])).toBe(code);
});
