import { Fragment, type ReactNode } from 'react';
import { ExplainedRate } from '#client-area/explain/explained-rate.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Cents } from '#loan/money.ts';
import { type KeyValue, KeyValues } from '#ui/figures/key-values.tsx';
import { costTerms, type Figures, instalmentTerms, type Row } from './figures.ts';
import type { FigureTextKey } from './offer-texts.ts';

interface Props extends Pick<ScreenProps<FigureTextKey>, 'say' | 'locale'> {
  readonly figures: Figures;
  /** The amount that was asked for, when the offer is for less. */
  readonly asked: Cents | undefined;
  /** The account that the money will go to. */
  readonly children?: ReactNode;
}

/** The total, the dates and the TCEA, shown before anything else (look.md §7). */
export function LeadCard({ figures, asked, children, say, locale }: Props) {
  const { rows, principalCents, totalCents } = figures;
  const amount = formatSoles(principalCents);
  return (
    <section className="card edge">
      <div className="weave" aria-hidden="true" />
      <h2 className="h3">
        {rows.length > 0
          ? say('offer_receive_installments', { amount, count: rows.length })
          : say('offer_receive_single', { amount })}
      </h2>
      <div className="lead-figures">
        <div>
          <p className="small mute">{say('offer_total')}</p>
          <p>
            <ExplainedSum terms={costTerms(figures, 'total')} totalCents={totalCents} size="xl" say={say} />
          </p>
        </div>
        <KeyValues look="side" items={[...facts(figures, say, locale), ...askedFact(asked, say)]} />
      </div>
      {children}
    </section>
  );
}

/** In order of importance; the due date has its weekday. */
function facts({ rows, dueDate, ...figures }: Figures, say: Props['say'], locale: Locale): KeyValue[] {
  const tcea = {
    name: say('offer_tcea'),
    value: <ExplainedRate percent={figures.tcea} words={tceaWords({ rows, dueDate, ...figures }, say)} say={say} />,
  };
  const first = rows[0];
  if (!first)
    return [{ name: say('offer_due', { weekday: weekdayOf(dueDate, locale) }), value: formatDate(dueDate) }, tcea];
  return [...installmentFacts(rows, first, say), tcea];
}

function askedFact(asked: Cents | undefined, say: Props['say']): KeyValue[] {
  return asked === undefined ? [] : [{ name: say('offer_asked'), value: formatSoles(asked) }];
}

/** Explains the TCEA: what is received, and what is paid back when. */
function tceaWords({ rows, dueDate, principalCents, totalCents }: Figures, say: Props['say']): string {
  const last = formatDate(rows.at(-1)?.dueDate ?? dueDate);
  const values = { received: formatSoles(principalCents), repaid: formatSoles(totalCents), last };
  const [first] = rows;
  if (!first) return say('offer_tcea_why_single', values);
  return say('offer_tcea_why', { ...values, count: rows.length, first: formatDate(first.dueDate) });
}

function installmentFacts(rows: readonly Row[], first: Row, say: Props['say']): KeyValue[] {
  const last = rows.at(-1) as Row;
  const totalOf = (row: Row) => <ExplainedSum terms={instalmentTerms(row)} totalCents={row.totalCents} say={say} />;
  return [
    { name: say('offer_installment_all', { count: rows.length }), value: totalOf(first) },
    // It absorbs the rounding.
    ...(last.totalCents !== first.totalCents ? [{ name: say('offer_last_amount'), value: totalOf(last) }] : []),
    { name: say('offer_first_due'), value: formatDate(first.dueDate) },
    { name: say('offer_last_due'), value: formatDate(last.dueDate) },
  ];
}

export function weekdayOf(date: string, locale: Locale): string {
  return new Date(date).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
}

/** A value with the one it replaces: screen readers get a word in place of the strikethrough. */
export function Before({ word, value }: { readonly word: string; readonly value: string }): ReactNode {
  return (
    <Fragment>
      <del className="mute">
        <span className="sr">{word} </span>
        {value}
      </del>{' '}
    </Fragment>
  );
}
