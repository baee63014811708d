import { useState } from 'react';
import { environment } from '#stores/environment.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { CodeField } from '#ui/field/code-field.tsx';
import { useCountdown } from '../countdown.ts';
import { Form } from '../form/form.tsx';
import type { BoundForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import type { CodeTextKey } from './code-texts.ts';
import { useReceivedCode } from './received-code.ts';

/** The question about the device is asked only where devices can be trusted afterwards. */
export type CodeValues = { readonly code: string; readonly trustDevice: boolean };

interface Props extends Pick<ScreenProps<CodeTextKey>, 'say'> {
  readonly form: BoundForm<CodeValues>;
  /** Seconds until another code may be sent. */
  readonly resendInSec: number;
  /** Sends another code; resolves to whether it was sent. */
  readonly onAgain: (channel: 'SMS' | 'VOICE') => Promise<boolean>;
  readonly onStartAgain: () => void;
  readonly asksAboutDevice?: boolean;
  /** Offers a call to clients who receive no SMS. */
  readonly hasCall?: boolean;
  readonly startAgain: string;
}

/** Entering a code that was sent, or requesting another one. */
export function CodeStep({ form, say, resendInSec, onAgain, onStartAgain, startAgain, ...options }: Props) {
  const { asksAboutDevice = false, hasCall = false } = options;
  const [againAtMs, setAgainAtMs] = useState(() => environment().nowMs() + resendInSec * 1000);
  const [wasSent, setSent] = useState(false);
  const seconds = useCountdown(againAtMs);
  useReceivedCode((code) => form.store.change('code', code));

  const again = async (channel: 'SMS' | 'VOICE') => {
    if (!(await onAgain(channel))) return;
    setAgainAtMs(environment().nowMs() + resendInSec * 1000);
    setSent(true);
  };
  return (
    <div className="stack-l">
      <Form form={form} say={say} submit={say('code_go')}>
        <CodeField {...form.text('code')} label={say('code_label')} />
        {asksAboutDevice && <CheckField {...form.check('trustDevice')} label={say('code_trust')} />}
      </Form>
      <div className="stack-s small">
        <p role="status">{wasSent && seconds > 0 && say('code_sent_again')}</p>
        {seconds > 0 ? (
          <p className="mute">{say('code_again_in', { count: seconds })}</p>
        ) : (
          <p className="row">
            <button type="button" className="btn quiet sm" onClick={() => again('SMS')}>
              {say('code_again')}
            </button>
            {hasCall && (
              <button type="button" className="btn quiet sm" onClick={() => again('VOICE')}>
                {say('code_by_call')}
              </button>
            )}
          </p>
        )}
        <button type="button" className="btn quiet sm" onClick={onStartAgain}>
          {startAgain}
        </button>
      </div>
    </div>
  );
}
