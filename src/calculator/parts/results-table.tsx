import type { ReactNode } from 'react';
import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Offer } from '#loan/offer.ts';
import { isSmallStyle, type ResultRow, resultRows } from '#loan/results.ts';
import { Swatch, type Thread } from '#ui/chart/threads.tsx';
import type { CalculatorTextKey, Say } from '../texts.ts';
import { Icon } from './icon.tsx';

interface Props {
  readonly id: string;
  readonly offer: Offer;
  readonly igvPercent: number;
  readonly hideRepayDate?: boolean | undefined;
  readonly say: Say;
}

/** The repayment line by line, in soles; the lines sum to the total. */
export function ResultsTable({ id, offer, igvPercent, hideRepayDate, say }: Props) {
  const rows = resultRows(offer, { hideRepayDate: hideRepayDate === true });
  const name = ({ kind, label }: ResultRow) => {
    const words = (
      <>
        {kind === 'money' && <Swatch id={id} thread={threadOf(label)} />}
        {say(label, { rate: formatPercent(igvPercent).replace(',00', '') })}
      </>
    );
    // Only interest and fees have an explanation (product-spec §3).
    if (!label.endsWith('Fee')) return words;
    return (
      <Tip group={id} what={say('calc_what_is')} text={say(`${label}_tip` as CalculatorTextKey)}>
        {words}
      </Tip>
    );
  };
  return (
    <>
      <table className={isSmallStyle(rows) ? 'rows small' : 'rows'}>
        <caption className="sr">{say('calc_details')}</caption>
        <tbody>
          <tr>
            <th scope="row">
              <Swatch id={id} thread="capital" />
              {say('calc_loan')}
            </th>
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
      <div className="tcea">
        <Tip
          group={id}
          what={say('calc_what_is')}
          text={say('calc_tcea_tip', {
            tcea: formatPercent(offer.tceaPercent),
            cost: formatSoles(offer.totalCents - offer.principalCents),
          })}
        >
          {say('calc_tcea')}
        </Tip>
      </div>
    </>
  );
}

function threadOf(label: ResultRow['label']): Thread {
  if (label === 'calc_results_interestFee') return 'interest';
  return label === 'calc_results_vat' ? 'vat' : 'fees';
}

interface TipProps {
  /** Only one explanation of a group is open at a time. */
  readonly group: string;
  readonly children: ReactNode;
  readonly what: string;
  readonly text: string;
}

/** An explanation in a native disclosure: works by touch, keyboard and screen reader, also without script. */
function Tip({ group, children, what, text }: TipProps) {
  return (
    <details className="tip" name={group}>
      <summary>
        {children}
        <span className="sr">{`: ${what}`}</span>
        <Icon name="info" />
      </summary>
      <p>{text}</p>
    </details>
  );
}
