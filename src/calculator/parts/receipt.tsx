import type { ReactNode } from 'react';
import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { Locale } from '#i18n/locale.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Offer } from '#loan/offer.ts';
import type { Installment } from '#loan/schedule.ts';
import type { Say } from '../texts.ts';
import { equalInstallments } from './notes.ts';

interface Props {
  readonly offer: Offer;
  readonly locale: Locale;
  readonly say: Say;
  /** Whether the figures are confirmed; beside the label. */
  readonly status?: ReactNode;
}

/** The total, the dates or instalments, and the TCEA; the total is the most prominent figure of the page. */
export function Receipt({ offer, locale, say, status }: Props) {
  return (
    <div className="sum">
      <p className="lbl">
        {say('calc_total')}
        {status}
      </p>
      <p className="money xl">
        <span className="cur">S/</span>
        {`\u00a0${formatAmount(offer.totalCents)}`}
      </p>
      <dl className="facts">
        {facts(offer, locale, say).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** In order of importance: on a phone the first three are above the fold. */
function facts({ schedule, dueDate, ...offer }: Offer, locale: Locale, say: Say): [string, string][] {
  const tcea: [string, string] = [say('calc_tcea'), formatPercent(offer.tceaPercent)];
  const withoutVat: [string, string] = [say('calc_tcea_excl_vat'), formatPercent(offer.tceaExclVatPercent)];
  if (!schedule) {
    return [[say('calc_due_on', { weekday: weekdayName(dueDate, locale) }), formatDate(dueDate)], tcea, withoutVat];
  }
  const first = schedule[0] as Installment;
  const count = equalInstallments(schedule);
  const last = formatSoles((schedule.at(-1) as Installment).totalCents);
  return [
    [say('calc_installments_of', { count }), formatSoles(first.totalCents)],
    [say('calc_first_due'), formatDate(first.dueDate)],
    tcea,
    [say(count < schedule.length ? 'calc_last_due_of' : 'calc_last_due', { amount: last }), formatDate(dueDate)],
    withoutVat,
  ];
}

/** The due date has its weekday: people plan in weeks (look.md §3). */
function weekdayName(date: CalendarDate, locale: Locale): string {
  return new Date(date).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
}
