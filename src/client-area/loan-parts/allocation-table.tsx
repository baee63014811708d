import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import type { Cents } from '#loan/money.ts';
import type { AllocationPart } from './allocation-parts.ts';
import type { AllocationTextKey } from './allocation-texts.ts';

interface Props extends Pick<ScreenProps<AllocationTextKey>, 'say'> {
  readonly parts: readonly AllocationPart[];
  readonly totalCents: Cents;
  /** Replaces the formatted sum, with one that opens its explanation. */
  readonly total?: ReactNode;
  /** The name of the sum: "You pay today". */
  readonly totalName: string;
  /** The table's caption, for screen readers. */
  readonly caption: string;
  /** Rows below the sum. */
  readonly children?: ReactNode;
}

/** The allocation of a payment, a table with every number. */
export function AllocationTable({ parts, totalCents, total, totalName, caption, children, say }: Props) {
  return (
    <>
      <table className="rows">
        <caption className="sr">{caption}</caption>
        <tbody>
          {parts.map(({ name, amountCents }) => (
            <tr key={name}>
              <th scope="row">{say(name)}</th>
              <td>{formatAmount(amountCents)}</td>
            </tr>
          ))}
          <tr className="total">
            <th scope="row">{totalName}</th>
            <td>{total ?? formatSoles(totalCents)}</td>
          </tr>
          {children}
        </tbody>
      </table>
      {parts.some(({ amountCents }) => amountCents < 0) && <p className="small mute">{say('loan_part_negative')}</p>}
    </>
  );
}
