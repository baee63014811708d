import { useId } from 'react';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type Cents, sum } from '#loan/money.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import { instalmentTerms, type Row } from './figures.ts';
import type { FigureTextKey } from './offer-texts.ts';

interface Props extends Pick<ScreenProps<FigureTextKey>, 'say'> {
  readonly rows: readonly Row[];
}

/** More rows than these are folded on a phone: the lead card has the first and the last date. */
const SHOWN_ROWS = 4;

/** The instalments as a table with every number. */
export function Schedule({ rows, say }: Props) {
  const id = useId();
  if (rows.length === 0) return null;
  if (rows.length > SHOWN_ROWS) {
    return (
      <>
        <h2 className="h3 desk">{say('offer_schedule')}</h2>
        <details className="fold open-desk">
          <summary>
            <h2 className="h3">{say('offer_schedule')}</h2>
          </summary>
          <Table rows={rows} say={say} />
        </details>
      </>
    );
  }
  return (
    <TitledSection id={`${id}title`} look="stack" title={say('offer_schedule')}>
      <Table rows={rows} say={say} />
    </TitledSection>
  );
}

const COLUMNS = [
  { column: 'offer_column_capital', of: 'principalCents' },
  { column: 'offer_column_interest', of: 'interestCents' },
  { column: 'offer_column_fees', of: 'feesCents' },
  { column: 'offer_column_vat', of: 'vatCents' },
  { column: 'offer_column_total', of: 'totalCents' },
] as const satisfies readonly { readonly column: FigureTextKey; readonly of: keyof Row }[];

function Table({ rows, say }: Props) {
  const wide = (of: keyof Row) => (of === 'totalCents' ? undefined : 'wide-only');
  return (
    <table className="rows schedule-table">
      <caption className="sr">{say('offer_schedule_caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('offer_column_number')}</th>
          <th scope="col">{say('offer_column_due')}</th>
          {COLUMNS.map(({ column, of }) => (
            <th key={column} scope="col" className={wide(of)}>
              {say(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">{row.number}</th>
            <td>{formatDate(row.dueDate)}</td>
            {COLUMNS.map(({ column, of }) => (
              <td key={column} className={wide(of)}>
                {of === 'totalCents' ? (
                  <ExplainedSum terms={instalmentTerms(row)} totalCents={row.totalCents} isBare say={say} />
                ) : (
                  formatAmount(row[of])
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr className="total">
          <th scope="row" colSpan={2}>
            {say('offer_column_sum')}
          </th>
          {COLUMNS.map(({ column, of }) => (
            <td key={column} className={wide(of)}>
              {formatAmount(sum(...rows.map((row) => row[of] as Cents)))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
