import { useEffect, useState } from 'react';
import { formatSoles } from '#i18n/format.ts';
import { environment } from '#stores/environment.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { saveFile } from '../data/document-file.ts';
import { type Site, useSite } from '../frame/site.ts';
import type { ScreenProps } from '../screen.ts';
import type { CalendarDay } from './calendar-file.ts';
import { weekdayDate } from './date-text.ts';
import type { KeepDatesTextKey } from './keep-dates-texts.ts';
import { isPaid, type LoanRow } from './schedule-rows.ts';

interface Props extends Pick<ScreenProps<KeepDatesTextKey>, 'say' | 'locale'> {
  readonly loanNumber: string;
  readonly rows: readonly LoanRow[];
}

/** The due dates of a loan for the client's own calendar, and to be sent on where the browser can. */
export function KeepDates({ say, ...props }: Props) {
  const { loanNumber, rows } = props;
  const site = useSite();
  const [hasFailed, setFailed] = useState(false);
  const canShare = useCanShare();
  if (rows.every(isPaid)) return null;
  const save = async () => {
    setFailed(!(await saveCalendar({ ...props, say }, site)));
  };
  return (
    <div className="row no-print">
      <button type="button" className="btn line sm" onClick={save}>
        <AnyIcon name="calendar" />
        {say('dates_calendar')}
      </button>
      {canShare && (
        <button
          type="button"
          className="btn quiet sm"
          onClick={() => share(say('dates_share_title', { name: site.name, loan: loanNumber }), { ...props, say })}
        >
          {say('dates_share')}
        </button>
      )}
      <p className="small" role="alert">
        {hasFailed && say('dates_failed')}
      </p>
    </div>
  );
}

/** False until the page has started: the build does not know the browser. */
function useCanShare(): boolean {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  return canShare;
}

/** Saves all due dates as one file; false when the code for it could not be loaded. */
async function saveCalendar(props: Props, site: Site): Promise<boolean> {
  const { calendarFile } = await import('./calendar-file.ts').catch(() => ({ calendarFile: undefined }));
  if (!calendarFile) return false;
  const days = calendarDays(props, site);
  const text = calendarFile({ maker: site.name, days, nowMs: environment().nowMs() });
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${props.loanNumber}.ics`);
  return true;
}

/** The paid ones, too: in a calendar that has them they stop reminding. */
function calendarDays({ loanNumber, rows, locale, say }: Props, { name, publicSiteUrl }: Site): CalendarDay[] {
  const { hostname } = new URL(publicSiteUrl, window.location.href);
  return rows.map((row) => {
    const { number, dueDate, totalCents, unpaidCents } = row;
    const amount = formatSoles(isPaid(row) ? totalCents : unpaidCents);
    const values = { name, amount, number, count: rows.length };
    const due = rows.length === 1 ? say('dates_event', values) : say('dates_event_number', values);
    return {
      uid: `${loanNumber}-${number}@${hostname}`,
      date: dueDate,
      summary: isPaid(row) ? say('dates_event_paid', values) : due,
      description: say('dates_event_text', { loan: loanNumber, date: weekdayDate(dueDate, locale) }),
      reminder: isPaid(row) ? undefined : say('dates_reminder', { amount }),
    };
  });
}

async function share(title: string, { rows, locale }: Props): Promise<void> {
  const lines = rows
    .filter((row) => !isPaid(row))
    .map(({ dueDate, unpaidCents }) => `${weekdayDate(dueDate, locale)}: ${formatSoles(unpaidCents)}`);
  try {
    await navigator.share({ title, text: [title, ...lines].join('\n') });
  } catch (error) {
    // Whoever closes the sheet has changed their mind.
    if ((error as Error).name !== 'AbortError') environment().log('sharing the dates failed', error);
  }
}
