import { useId } from 'react';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type Cents, sum } from '#loan/money.ts';
import { percent, Swatch, type Thread, Threads, threadFill } from '#ui/chart/threads.tsx';
import { instalmentTerms, type Row } from './figures.ts';
import type { FigureTextKey } from './offer-texts.ts';

interface Props extends Pick<ScreenProps<FigureTextKey>, 'say'> {
  readonly rows: readonly Row[];
}

/** The instalments as a chart and as a table with every number. */
export function Schedule({ rows, say }: Props) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={`${id}title`}>
      <div className="stack-s">
        <h2 className="h3" id={`${id}title`}>
          {say('offer_schedule')}
        </h2>
        <p className="mute">{say('offer_schedule_text')}</p>
      </div>
      <Threads id={id} />
      <p className="legend">
        {PARTS.map(({ thread, column }) => (
          <span key={thread}>
            <Swatch id={id} thread={thread} />
            {say(column)}
          </span>
        ))}
      </p>
      <Bars id={id} rows={rows} say={say} />
      <Table rows={rows} say={say} />
    </section>
  );
}

/** From the bottom up. */
const PARTS = [
  { thread: 'capital', column: 'offer_column_capital', of: 'principalCents' },
  { thread: 'interest', column: 'offer_column_interest', of: 'interestCents' },
  { thread: 'vat', column: 'offer_column_vat', of: 'vatCents' },
  { thread: 'fees', column: 'offer_column_fees', of: 'feesCents' },
] as const satisfies readonly { readonly thread: Thread; readonly column: FigureTextKey; readonly of: keyof Row }[];

const BARS_PX = 196;
/** With more bars their labels would overlap on a phone. */
const MAX_LABELLED = 6;

function Bars({ id, rows, say }: Props & { readonly id: string }) {
  const tallest = Math.max(...rows.map(({ totalCents }) => totalCents));
  const [first, last] = [rows[0] as Row, rows.at(-1) as Row];
  const sentence = say('offer_schedule_picture', {
    count: rows.length,
    first: formatDate(first.dueDate),
    firstTotal: formatSoles(first.totalCents),
    capital: formatAmount(first.principalCents),
    interest: formatAmount(first.interestCents),
    fees: formatAmount(first.feesCents),
    vat: formatAmount(first.vatCents),
    last: formatDate(last.dueDate),
    lastTotal: formatSoles(last.totalCents),
  });
  return (
    <svg className="chart labelled" width="100%" height={BARS_PX} role="img" aria-label={sentence}>
      {rows.map((row, index) => {
        const isLabelled = rows.length <= MAX_LABELLED || index === 0 || index === rows.length - 1;
        return <Bar key={row.number} {...{ id, row, index, tallest, isLabelled }} count={rows.length} />;
      })}
      <line className="axis" x1="0" x2="100%" y1={BARS_PX} y2={BARS_PX} />
    </svg>
  );
}

interface BarProps {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly count: number;
  readonly tallest: number;
  readonly isLabelled: boolean;
}

function Bar({ id, row, index, count, tallest, isLabelled }: BarProps) {
  const middle = percent((index + 0.5) / count);
  let y = BARS_PX;
  return (
    <>
      {PARTS.map(({ thread, of }) => {
        const height = (row[of] / tallest) * BARS_PX;
        y -= height;
        const width = percent(0.8 / count);
        return (
          <rect
            key={thread}
            fill={threadFill(id, thread)}
            x={percent((index + 0.1) / count)}
            y={y.toFixed(1)}
            width={width}
            height={Math.max(0, height - 1).toFixed(1)}
          />
        );
      })}
      {isLabelled && (
        <>
          <text className="m b" x={middle} y={y.toFixed(1)} dy="-.5em">
            {formatAmount(row.totalCents)}
          </text>
          <text className={index === 0 ? 'm b' : 'm'} x={middle} y={BARS_PX} dy="1.4em">
            {formatDate(row.dueDate).slice(0, 5)}
          </text>
        </>
      )}
    </>
  );
}

const COLUMNS = [
  ...PARTS.map(({ column, of }) => ({ column, of, isWide: true })),
  { column: 'offer_column_total', of: 'totalCents', isWide: false },
] as const;

function Table({ rows, say }: Props) {
  const columns = [COLUMNS[0], COLUMNS[1], COLUMNS[3], COLUMNS[2], COLUMNS[4]].flatMap((column) => column ?? []);
  const wide = (isWide: boolean) => (isWide ? 'wide-only' : undefined);
  return (
    <table className="rows schedule-table">
      <caption className="sr">{say('offer_schedule_caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('offer_column_number')}</th>
          <th scope="col">{say('offer_column_due')}</th>
          {columns.map(({ column, isWide }) => (
            <th key={column} scope="col" className={wide(isWide)}>
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
            {columns.map(({ column, of, isWide }) => (
              <td key={column} className={wide(isWide)}>
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
          {columns.map(({ column, of, isWide }) => (
            <td key={column} className={wide(isWide)}>
              {formatAmount(sum(...rows.map((row) => row[of] as Cents)))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
