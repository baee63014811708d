import { ExplainedRate } from '#client-area/explain/explained-rate.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { extendedTotalTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Term, TermName } from '#loan/explanation.ts';
import { fromSoles, subtract } from '#loan/money.ts';
import { KeyValues } from '#ui/figures/key-values.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { Quote } from './extend-loan.store.ts';
import type { ExtendLoanTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ExtendLoanTextKey>, 'say'> {
  readonly quote: Quote;
  /** The terms of today's payoff. */
  readonly payNow: readonly Term[];
}

/** The price of an extension row by row, compared with paying today. */
export function QuoteCard({ quote, payNow, say }: Props) {
  const { arrears, extensionInterest, extensionFee, vat } = quote.breakdown;
  const rows = [
    ['lateInterest', 'extend_arrears_interest', arrears.interest],
    ['lateVat', 'extend_arrears_vat', arrears.vat],
    ['moratory', 'extend_arrears_moratory', arrears.moratory],
    ['extensionInterest', 'extend_interest', extensionInterest],
    ['extensionFee', 'calc_results_extensionFee', extensionFee],
    ['vat', 'extend_vat', vat],
  ] as const;
  const terms = termsOnWire(quote.terms);
  // Terms with a calculation open an explanation; others only repeat their name.
  const reckoned = (name: TermName) => terms.filter((term) => term.name === name && term.basis);
  const [price, toPay] = [fromSoles(quote.price), fromSoles(quote.toPay)];
  // A part of the price that has come already must not be paid again, whichever way is taken.
  const part = subtract(price, toPay);
  const isRest = part > 0;
  const now = subtract(fromSoles(quote.compareToPayingNow), part);
  const then = subtract(fromSoles(quote.totalCostAfter), part);
  return (
    <TitledSection id="quote" look="card flat stack" title={say('extend_price')}>
      <div aria-live="polite">
        <p className="small mute">{say(isRest ? 'extend_left' : 'extend_price_today')}</p>
        <p>
          <ExplainedSum terms={isRest ? [] : terms} totalCents={toPay} size="xl" say={say} />
        </p>
      </div>
      <table className="rows">
        <caption className="sr">{say('extend_price')}</caption>
        <tbody>
          {rows
            .filter(([, , amount]) => amount > 0)
            .map(([name, key, amount]) => (
              <tr key={key}>
                <th scope="row">{say(key)}</th>
                <td>
                  <ExplainedSum terms={reckoned(name)} totalCents={fromSoles(amount)} isBare say={say} />
                </td>
              </tr>
            ))}
          <tr className="total">
            <th scope="row">{say(isRest ? 'extend_whole' : 'extend_sum')}</th>
            <td>{formatSoles(price)}</td>
          </tr>
          {isRest && (
            <>
              <tr>
                <th scope="row">{say('extend_paid_part')}</th>
                <td>{formatAmount(part)}</td>
              </tr>
              <tr className="total">
                <th scope="row">{say('extend_left')}</th>
                <td>{formatSoles(toPay)}</td>
              </tr>
            </>
          )}
        </tbody>
      </table>
      <KeyValues
        items={[
          { name: say('extend_from'), value: formatDate(quote.currentDueDate) },
          { name: say('extend_to'), value: formatDate(quote.newDueDate) },
          {
            name: say('extend_rest', { date: formatDate(quote.newDueDate) }),
            value: (
              <ExplainedSum
                terms={termsOnWire(quote.dueAfter.terms)}
                totalCents={fromSoles(quote.dueAfter.amount)}
                say={say}
              />
            ),
          },
          { name: say('extend_compare'), value: <ExplainedSum terms={payNow} totalCents={now} say={say} /> },
          {
            name: say('extend_then'),
            value: <ExplainedSum terms={extendedTotalTerms(quote)} totalCents={then} say={say} />,
          },
          {
            name: say('extend_tcea'),
            value: <ExplainedRate percent={quote.tceaAfter} words={tceaWords(quote, say)} say={say} />,
          },
        ]}
      />
      <p className="small mute">{say('extend_until', { date: formatDate(quote.validUntil) })}</p>
    </TitledSection>
  );
}

/** Explains the TCEA: what is paid now, and what is due on the new date. */
function tceaWords({ price, dueAfter, newDueDate }: Quote, say: Props['say']): string {
  return say('extend_tcea_why', {
    price: formatSoles(fromSoles(price)),
    rest: formatSoles(fromSoles(dueAfter.amount)),
    date: formatDate(newDueDate),
  });
}
