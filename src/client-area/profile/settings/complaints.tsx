import type { ComplaintSummary } from '#api/endpoints/complaints/list-complaints.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localePath } from '#i18n/locale.ts';
import { awaitsAnswer } from '#loan/complaint.ts';
import { Setting } from './setting.tsx';
import { createComplaints } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

type Props = ScreenProps<SettingsTextKey>;

/** The client's complaints with their status, and a link to file another. */
export function Complaints({ say, locale }: Props) {
  const store = useLoaded(createComplaints);
  const state = useStore(store.$state);
  return (
    <Setting
      id="complaints"
      name={say('settings_complaints')}
      value={state.kind === 'ready' && newestText(state.value.items, say)}
    >
      <p className="mute">{say('settings_complaints_text')}</p>
      <LoadedView store={store} look="lines" say={say}>
        {({ items }) =>
          items.length > 0 && (
            <ul className="lines">
              {items.map((complaint) => (
                <Sheet key={complaint.code} complaint={complaint} say={say} />
              ))}
            </ul>
          )
        }
      </LoadedView>
      <p>
        <a className="tapl" href={localePath(locale, 'libro-de-reclamaciones')}>
          {say('settings_complaints_new')}
        </a>
      </p>
    </Setting>
  );
}

/** Says how the newest complaint stands. */
function newestText([newest]: readonly ComplaintSummary[], say: Props['say']): string {
  return newest ? `${newest.code} · ${say(`track_step_${newest.status}`)}` : say('settings_complaints_none');
}

function Sheet({ complaint, say }: Pick<Props, 'say'> & { readonly complaint: ComplaintSummary }) {
  const { code, type, status, filedOn, answerDueDate, url } = complaint;
  return (
    <li>
      <div>
        <p className="strong">{url ? <a href={url}>{code}</a> : code}</p>
        <p className="small mute">{say(`settings_complaint_${type}`, { date: formatDate(filedOn) })}</p>
      </div>
      <p className="small">
        {say(`track_step_${status}`)}
        {awaitsAnswer(status) && ` · ${say('settings_data_due', { date: formatDate(answerDueDate) })}`}
      </p>
    </li>
  );
}
