import { expect, test } from 'vitest';
import { withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';

const lending = withPayments();

/** The note of a refused act. */
const refusalIn = (text: string) =>
  (/<div class="note bad" role="alert">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&quot;', '"')
    .trim();

async function importsStatement(csv: string, language: string): Promise<string> {
  const { headers } = await aColleague(lending.db, 'Ana');
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const body = new FormData();
  body.append('bank', 'BCP');
  body.append('file', new File([csv], 'movimientos.csv'));
  const init = {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'accept-language': language },
    body,
  };
  return refusalIn(await (await lending.app.request('/desk/statements/import', init)).text());
}

const NO_AMOUNT = 'value_date,amount,currency,bank_ref,description\n15/01/2026,setenta,PEN,1234,YAPE\n';

test('a file of the bank that cannot be read is refused in the language of the colleague, with its line', async () => {
  expect(await importsStatement(NO_AMOUNT, 'es')).toContain('Línea 2: «setenta» no es un monto, o podría ser dos.');
  expect(await importsStatement(NO_AMOUNT, 'en')).toContain('Line 2: "setenta" is not an amount, or could be two.');
});

test('a refusal says its details in Spanish alone, and of what has no Spanish words only its code’s meaning', async () => {
  const ana = await atDesk(lending, 'Ana');
  await ana.send('/desk/holiday/add', { date: '2026-12-30', name: 'Feriado' });
  const again = await ana.send('/desk/holiday/add', { date: '2026-12-30', name: 'Feriado' });
  expect(refusalIn(again.text)).toBe('No se hizo. Esa fecha ya es feriado. El 30/12/2026 ya es feriado.');
});
