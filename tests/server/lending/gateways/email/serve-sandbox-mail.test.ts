import { expect, test } from 'vitest';
import { sandboxMail } from '#server/lending/gateways/email/serve-sandbox-mail.ts';

test('the page shows what the mail server took, and the mailboxes that take nothing', async () => {
  const { app, gateway } = sandboxMail();
  const page = async () => (await app.request('/sandbox/mail')).text();
  expect(await page()).toContain('Nothing has been sent since the start');
  const id = '019bd6a0-0000-7000-8000-000000000001';
  const letter = { id, recipient: 'rosa@correo.example', subject: '<b>Aviso', body: 'Hola', attachments: [] };
  await gateway.send({ ...letter, unsubscribeUrl: 'https://manay.example/fin' });
  await expect(gateway.send({ ...letter, recipient: 'no-existe@correo.example' })).rejects.toThrow('550 5.1.1');
  const html = await page();
  expect(html).toContain('rosa@correo.example');
  expect(html).toContain('List-Unsubscribe: &lt;https://manay.example/fin&gt;');
  expect(html).not.toContain('<b>Aviso');
  expect(html).toContain('<td>no-existe@…</td>');
});
