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
        {facts(offer, locale, say).map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type Fact = readonly [name: string, value: string, note?: string | undefined];

/** In order of importance: on a phone they are above the fold. */
function facts({ schedule, dueDate, ...offer }: Offer, locale: Locale, say: Say): Fact[] {
  const tcea: Fact = [
    say('calc_tcea'),
    formatPercent(offer.tceaPercent),
    say('calc_tcea_excl_vat', { tcea: formatPercent(offer.tceaExclVatPercent) }),
  ];
  if (!schedule) return [[say('calc_due_on', { weekday: weekdayName(dueDate, locale) }), formatDate(dueDate)], tcea];
  const first = schedule[0] as Installment;
  const count = equalInstallments(schedule);
  const last = formatSoles((schedule.at(-1) as Installment).totalCents);
  return [
    [
      say('calc_installments_of', { count }),
      formatSoles(first.totalCents),
      count < schedule.length ? say('calc_last_due', { last }) : undefined,
    ],
    [say('calc_first_due'), formatDate(first.dueDate), say('calc_last_due', { last: formatDate(dueDate) })],
    tcea,
  ];
}

/** The due date has its weekday: people plan in weeks (look.md §3). */
function weekdayName(date: CalendarDate, locale: Locale): string {
  return new Date(date).toLocaleDateString(locale, { weekday: 'long', timeZone: 'UTC' });
}
