import { isMaintenance } from '#stores/protected-call.ts';
import { Note } from '#ui/note/note.tsx';
import type { Refusal } from '../form/form.store.ts';
import type { ScreenProps } from '../screen.ts';
import { Again } from './again.tsx';

interface RefusedProps extends Pick<ScreenProps, 'say'> {
  readonly answer: Refusal;
  readonly load: () => void;
}

/**
 * Says who must act: the client signs in again or asks us (403), proves their identity (428), waits (429, maintenance),
 * or we have failed.
 */
export function Refused({ answer, load, say }: RefusedProps) {
  const { status } = answer;
  if (isMaintenance(answer)) {
    return (
      <Note look="warn" title={say('client_maintenance')}>
        <p>{say('client_maintenance_text')}</p>
        <Again load={load}>{say('client_retry')}</Again>
      </Note>
    );
  }
  switch (status) {
    case 403:
      return (
        <Note look="bad" title={say('client_not_allowed')}>
          <p>{say('client_not_allowed_text')}</p>
        </Note>
      );
    case 428:
      return (
        <Note look="warn" icon="shield" title={say('client_needs_proof')}>
          <p>{say('client_needs_proof_text')}</p>
          <Again load={load}>{say('client_prove')}</Again>
        </Note>
      );
    default: {
      const isBusy = status === 429;
      return (
        <Note look={isBusy ? 'warn' : 'bad'} title={say('client_data_failed')}>
          <p>{say(isBusy ? 'client_too_many' : 'client_data_failed_text')}</p>
          <Again load={load}>{say('client_retry')}</Again>
        </Note>
      );
    }
  }
}
