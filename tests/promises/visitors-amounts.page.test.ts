import { expect } from 'vitest';
import { pageContext } from '#blocks/page-context.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { type CheckKind, requirementsFor } from '#loan/requirements.ts';
import { standingOn } from '#loan/standing.ts';
import { STANDARD_REQUIREMENTS } from '#server/lending/parameters/policy.ts';
import { examplePage, renderBlock } from '#tests/blocks/example-page.ts';
import { seedStory } from '#tests/blocks/seed.ts';
import { BANK_CALENDAR, date, EX1 } from '#tests/support/loan/loans.ts';
import { promise } from './promise.ts';

/** Every amount of a first loan. */
const AMOUNTS = Array.from({ length: 20 }, (_, k) => 100 * (k + 1));
const askedFor = (amount: number) => requirementsFor(STANDARD_REQUIREMENTS.rows, amount);
const page = examplePage('es');
const over = (figure: string) => AMOUNTS.filter((amount) => amount > Number(page.text(figure).replace(/\D/g, '')));
const ask = (kind: CheckKind) => AMOUNTS.filter((amount) => askedFor(amount).checks[kind] !== 'NEVER');

promise(
  'Tus datos, dirección, ingreso, lo que te queda al mes y tu cuenta. Para este monto no pedimos fotos ni referencias, ni consultamos una central de riesgo.',
  { story: 'requisitos#text', tags: 'promise-who-is-asked-about-you' },
  async () => {
    const more = over('{referees_above}');
    expect(more[0]).toBe(600);
    expect(AMOUNTS.filter((amount) => askedFor(amount).referees > 0)).toEqual(more);
    expect(ask('bureau')).toEqual(more);
    for (const amount of AMOUNTS.filter((each) => !more.includes(each))) {
      const { fields, papers } = askedFor(amount);
      // What is left each month, in one question or two; nothing of home and work.
      expect(fields.every((field) => /^(?:monthly|otherLoan)/.test(field))).toBe(true);
      expect(papers).toEqual([]);
    }
    const shown = (await renderBlock(seedStory('requisitos', 'es'), { ...page, story: 'es/requisitos' })).replaceAll(
      /&nbsp;|\u00a0/g,
      ' ',
    );
    for (const words of ['Hasta S/ 500', 'Más de S/ 500', 'Más de S/ 1.000']) expect(shown).toContain(words);
  },
);

promise(
  'Además, fotos de tu documento por los dos lados y de tu cara.',
  { story: 'requisitos#text', tags: 'promise-who-is-asked-about-you' },
  () => {
    const pictured = AMOUNTS.filter((amount) => askedFor(amount).papers.includes('identity-pictures'));
    expect(pictured).toEqual(over('{pictures_above}'));
    expect(pictured[0]).toBe(1100);
    // And nothing else is asked of a first loan: no proof of income.
    expect(AMOUNTS.filter((amount) => askedFor(amount).papers.includes('income-proof'))).toEqual([]);
  },
);

promise(
  'Hasta {referees_above} no pedimos referencias. Por más, nos das una persona que te conozca, de tu familia o no: la llamamos solo para confirmar que podemos ubicarte, y no hablamos de tu préstamo con nadie más que contigo.',
  { story: 'preguntas#answer', tags: 'promise-who-is-asked-about-you' },
  () => {
    for (const amount of over('{referees_above}')) expect(askedFor(amount).referees).toBe(1);
    // On a day without figures no sentence names an amount that nobody knows.
    expect(pageContext({ ...page, products: undefined }).text('{referees_above}')).toBe('(no disponible hoy)');
  },
);

for (const story of ['preguntas#answer', 'tarifas#body', 'prestamo-en-cuotas#body'] as const) {
  promise(
    'La comisión de evaluación y su IGV no se devuelven.',
    { story, tags: 'promise-early-payment-and-interest-for-the-days-of-use' },
    () => {
      // On the first day nothing but that fee and its IGV is paid beside the principal.
      const quote = payoffQuote(standingOn(EX1, { date: date('2026-01-15'), calendar: BANK_CALENDAR }));
      expect(quote).toMatchObject({ interestCents: 0, feesCents: { acceleratedAcceptanceFee: 800 } });
      expect(quote.totalCents).toBe(50_944);
    },
  );
}
