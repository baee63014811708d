import { useState } from 'react';
import { getDataExport } from '#api/endpoints/privacy/get-data-export.ts';
import { VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import { saveDocument } from '#client-area/data/document-file.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { LimitedField } from '#client-area/form/limited-field.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { DATA_REQUEST_KINDS } from '#loan/data-request.ts';
import { environment } from '#stores/environment.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { Setting } from './setting.tsx';
import { createDataForm, createDataRequests, type DataRequests } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

type Props = ScreenProps<SettingsTextKey>;

/** Data protection rights: earlier requests with their answers, and a new request. */
export function DataRights(props: Props) {
  const { say } = props;
  const store = useLoaded(createDataRequests);
  const state = useStore(store.$state);
  return (
    <Setting id="data" name={say('settings_data')} value={state.kind === 'ready' && newestText(state.value.items, say)}>
      <p className="mute">{say('settings_data_text')}</p>
      <LoadedView store={store} look="lines" say={say}>
        {({ items }) => <Asked items={items} say={say} />}
      </LoadedView>
      <Ask {...props} reload={store.load} />
    </Setting>
  );
}

/** Says how the newest request stands. */
function newestText([newest]: DataRequests, say: Props['say']): string {
  return say(newest ? `settings_data_status_${newest.status}` : 'settings_data_none');
}

function Asked({ items, say }: Pick<Props, 'say'> & { readonly items: DataRequests }) {
  if (items.length === 0) return null;
  return (
    <ul className="lines">
      {items.map(({ id, type, status, detail, dueDate, answer, exportUntil }) => (
        <li key={id}>
          <div>
            <p className="strong">{say(`settings_data_type_${type}`)}</p>
            <p className="small mute">{detail}</p>
            {status === 'DENIED' && <p className="small strong">{say('settings_data_why')}</p>}
            {answer && <p className="small">{answer}</p>}
            {status === 'DENIED' && <Appeal say={say} />}
            {exportUntil && Date.parse(exportUntil) > environment().nowMs() && <Take until={exportUntil} say={say} />}
          </div>
          <p className="small">
            {say(`settings_data_status_${status}`)}
            {answer === null && ` · ${say('settings_data_due', { date: formatDate(dueDate) })}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The place to appeal, which a denial must name (domain 2.19; Ley 29733, art. 24). */
function Appeal({ say }: Pick<Props, 'say'>) {
  return (
    <>
      <p className="small strong">{say('settings_data_appeal')}</p>
      <ul className="small stack-s">
        <li>{say('settings_data_appeal_again')}</li>
        <li>{say('settings_data_appeal_authority')}</li>
        <li>{say('settings_data_appeal_court')}</li>
      </ul>
    </>
  );
}

/** The data export: downloaded by script, because the session is sent in a header. */
function Take({ until, say }: Pick<Props, 'say'> & { readonly until: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isBusy = state === 'busy' || undefined;
  const take = async () => {
    setState('busy');
    setState((await saveDocument(getDataExport.path, 'manay-data.zip')) ? 'idle' : 'failed');
  };
  return (
    <div className="stack-s">
      <button type="button" className="btn line sm" aria-disabled={isBusy} onClick={() => !isBusy && take()}>
        {say(isBusy ? 'form_busy' : 'settings_data_take')}
      </button>
      <p className="small mute">{say('settings_data_take_until', { date: limaMoment(until).date })}</p>
      <p className="small" role="alert">
        {state === 'failed' && say('settings_data_take_failed')}
      </p>
    </div>
  );
}

function Ask({ reload, ...props }: Props & { readonly reload: () => Promise<void> }) {
  const { say } = props;
  const form = useForm(() => createDataForm(done), props, 'data-');
  function done() {
    notify(say('settings_data_done'));
    reload();
  }
  const failureText = ({ code }: FormFailure) => (code === 'already_asked' ? say('settings_data_twice') : undefined);
  return (
    <Form form={form} say={say} submit={say('settings_data_go')} failureText={failureText}>
      <SelectField
        {...form.text('type')}
        label={say('settings_data_type')}
        blank={say('form_choose')}
        options={DATA_REQUEST_KINDS.map((kind) => ({ value: kind, label: say(`settings_data_type_${kind}`) }))}
      />
      <LimitedField
        {...form.text('detail')}
        max={VISITOR_REQUEST_LIMITS.detailMax}
        label={say('settings_data_detail')}
        multiline
        say={say}
      />
    </Form>
  );
}
