import { describe, expect, test } from 'vitest';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { atDesk, deskLinks } from '#tests/support/staff/desk-session.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });

async function aReview(): Promise<string> {
  const applicant = await anApplicant(lending, 'MANUAL_REVIEW', { personal: { pep: true, pepPosition: 'Regidora' } });
  return (await stateOf(lending, applicant)).application?.reference ?? '';
}

const show = (reference: string) => `/desk/applications/show?reference=${reference}`;
const nextIn = (text: string) => /<p class="next">(?:<a[^>]*href="([^"]+)"[^>]*>)?([^<]*)/.exec(text)?.slice(1) ?? [];

describe('after a decision', () => {
  test('the page leads back to the application and on to the next one, which it names; then nothing is left', async () => {
    const [first, second] = [await aReview(), await aReview()];
    const ana = await atDesk(lending, 'Ana', ['underwriter']);
    const done = await ana.send('/desk/applications/reject', {
      reference: first,
      reasons: 'affordability',
      note: 'Los ingresos no alcanzan.',
    });
    expect(done.status).toBe(200);
    expect(deskLinks(done)).toContain(show(first));
    const [address, words] = nextIn(done.text);
    expect(address).toBe(show(second));
    expect(words).toMatch(new RegExp(`^Lo siguiente que espera: Solicitud por revisar · ${second} · \\p{L}`, 'u'));
    const last = await ana.send('/desk/applications/reject', {
      reference: second,
      reasons: 'affordability',
      note: 'Los ingresos no alcanzan.',
    });
    expect(nextIn(last.text)).toEqual([undefined, 'De esto no espera nada más.']);
  });

  test('a form that was opened from the application has one link back to it, not two', async () => {
    const reference = await aReview();
    const ana = await atDesk(lending, 'Ana', ['underwriter']);
    const done = await ana.send('/desk/applications/need-info', {
      reference,
      items: 'call',
      back: show(reference),
    });
    expect(deskLinks(done).filter((href) => href === show(reference))).toHaveLength(1);
  });

  test('the sentence says what was done in words, without the ids that a command needs', async () => {
    const rosa = await atDesk(lending, 'Rosa');
    const done = await rosa.send('/desk/parameter/propose', {
      kind: 'igv',
      key: 'general',
      'value.percent': '19,00',
      beside: '2026-01-01',
      validFrom: '2027-01-01',
      reason: 'Ley del impuesto.',
    });
    const [, said = ''] = /role="status"[^>]*>([^<]*)</.exec(done.text) ?? [];
    expect(said.trim()).toBe('Se propuso IGV · General: otra cuenta lo aprueba.');
  });

  test('an act of no queue says nothing of what is next', async () => {
    const ana = await atDesk(lending, 'Ana');
    const done = await ana.send('/desk/person/create', {
      firstName: 'Rosa',
      lastName1: 'Quispe',
      documentType: 'DNI',
      documentNumber: '45678912',
    });
    expect(done.text).not.toContain('class="next"');
  });
});
