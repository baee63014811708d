import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Offer } from '#loan/offer.ts';
import { isSmallStyle, type ResultRow, resultRows } from '#loan/results.ts';
import type { CalculatorTextKey, Say } from '../texts.ts';
import { Tip } from './tip.tsx';

interface Props {
  readonly id: string;
  readonly offer: Offer;
  readonly igvPercent: number;
  readonly say: Say;
}

/** The repayment line by line, in soles; the lines sum to the total. */
export function ResultsTable({ id, offer, igvPercent, say }: Props) {
  const rows = resultRows(offer, { hideRepayDate: false });
  const name = ({ kind, label }: ResultRow) => {
    if (kind === 'date' && offer.schedule) return say('calc_last_installment');
    const words = say(label, { rate: formatPercent(igvPercent).replace(',00', '') });
    // Only interest and fees have an explanation (product-spec §3).
    if (!label.endsWith('Fee')) return words;
    return (
      <Tip group={id} what={say('calc_what_is')} text={<p>{say(`${label}_tip` as CalculatorTextKey)}</p>}>
        {words}
      </Tip>
    );
  };
  return (
    <table className={isSmallStyle(rows) ? 'rows small' : 'rows'}>
      <caption className="sr">{say('calc_details')}</caption>
      <tbody>
        <tr>
          <th scope="row">{say('calc_loan')}</th>
          <td>{formatAmount(offer.principalCents)}</td>
        </tr>
        {rows.map((row) => (
          <tr key={row.label} className={row.kind === 'date' ? 'repay-date' : undefined}>
            <th scope="row">{name(row)}</th>
            <td>
              {row.kind === 'date' ? (
                formatDate(row.value)
              ) : (
                <>
                  {row.oldValueCents !== undefined && (
                    <del>
                      <span className="sr">{`${say('calc_before')} `}</span>
                      {formatAmount(row.oldValueCents)}
                    </del>
                  )}
                  {formatAmount(row.valueCents)}
                </>
              )}
            </td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row">{say('calc_total_to_pay')}</th>
          <td>{formatSoles(offer.totalCents)}</td>
        </tr>
      </tbody>
    </table>
  );
}
