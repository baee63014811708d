import { useState } from 'react';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { type Combined, combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { lenderMoment } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { $profileState } from '#stores/profile-state.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { CancelApplication } from '../any-step/cancel-application.tsx';
import { NoApplication } from '../any-step/no-application.tsx';
import { createMissing } from './information-missing.store.ts';
import { ItemFields } from './item-fields.tsx';
import type { MissingTextKey } from './texts.ts';

type Props = ScreenProps<MissingTextKey>;

const createData = () =>
  combine({ items: createLoaded(getMissingInformation, {}), banks: createLoaded(listBanks, {}) });
type Data = Combined<ReturnType<typeof createData>['parts']>;

/** Information requested during the decision, or after the bank returned the money. */
export function Screen(props: Props) {
  const { say } = props;
  const data = useLoaded(createData);
  const profile = useStore($profileState);
  const isReturned = profile?.loan?.status === 'DISBURSMENT_FAILED';
  const accountBy = profile?.loan?.accountBy;
  const { stage, endsAt } = profile?.application ?? {};
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say(isReturned ? 'missing_bank_title' : 'missing_title')}</h1>
        {accountBy && <p className="lead">{say('missing_bank_lead', { date: formatDate(accountBy) })}</p>}
        {!isReturned && endsAt && <p className="lead">{say('missing_lead', lenderMoment(endsAt))}</p>}
      </div>
      <div className="cols main even">
        <div className="card">
          <LoadedView
            store={data}
            look="form"
            say={say}
            refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
          >
            {(value) => <Items {...props} {...value} />}
          </LoadedView>
        </div>
        <aside className="card flat stack grow">
          <h2 className="h3">{say('completed_next')}</h2>
          <ul className="points">
            <li>
              <Icon name="clock" />
              {say('missing_next_person')}
            </li>
            <li>
              <Icon name="check" />
              {say('missing_next_told')}
            </li>
          </ul>
          {(stage === 'INFO_MISSING' || isReturned) && (
            <div className="floor">
              <CancelApplication {...props} label={say('giving_up_open')} />
            </div>
          )}
        </aside>
      </div>
    </div>
  );
}

function Items({ items, banks, ...props }: Props & Data) {
  const { say, sayError } = props;
  const [store] = useState(() => createMissing(items, banks, say('missing_sent')));
  const words = (field: string, code: string) => sayError(fieldWordOf(items, field), code);
  const form = useForm(() => store.form, { say, sayError: words });
  if (store.open.length === 0) {
    return (
      <EmptyState title={say('missing_nothing')}>
        <p>{say('missing_nothing_text')}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Form form={form} say={say} submit={say('missing_send')}>
        {store.open.map((item) => (
          <ItemFields key={item.itemId} {...props} item={item} form={form} store={store} banks={banks} />
        ))}
      </Form>
      <ul className="points">
        {items
          .filter(({ done }) => done)
          .map(({ itemId, title }) => (
            <li key={itemId}>
              <Icon name="check" />
              <span>
                {title} <span className="mute">· {say('missing_done')}</span>
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}

/** Errors of an item use the texts of its kind of information. */
function fieldWordOf(items: Data['items'], field: string): string {
  const kind = items.find(({ itemId }) => itemId === field)?.kind;
  return { DOCUMENT: 'document', FIELD: 'altPhone', BANK_ACCOUNT: 'cci', CALL: 'call' }[kind ?? 'CALL'];
}
