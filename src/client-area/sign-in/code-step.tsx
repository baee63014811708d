import { type ReactNode, useEffect, useState } from 'react';
import { CheckField } from '#ui/field/check-field.tsx';
import { CodeField } from '#ui/field/code-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { EmailMeant } from '../form/email-meant.tsx';
import { Form, generalText } from '../form/form.tsx';
import type { BoundField, BoundForm } from '../form/use-form.ts';
import type { ScreenProps } from '../screen.ts';
import { useCountdown } from '../steps/countdown.ts';
import type { Again } from './again.ts';
import { codeFailure } from './code-failure.tsx';
import type { CodeTextKey } from './code-texts.ts';
import { useReceivedCode } from './received-code.ts';

/** The values of the step. The question about the device is asked only where devices can be trusted afterwards. */
export type CodeValues = { readonly code: string; readonly trustDevice: boolean };

type Channel = 'SMS' | 'VOICE';

interface Props<Values extends CodeValues> extends Pick<ScreenProps<CodeTextKey>, 'say'> {
  readonly form: BoundForm<Values>;
  /** The field's help: where the code was sent. */
  readonly help?: string;
  /** Takes the focus, because the step has just replaced another one on its page. */
  readonly takesFocus?: boolean;
  /** The questions that come with the code. */
  readonly children?: ReactNode;
  /** The button's label; by default it says "continue". */
  readonly submit?: string;
  /** The time from which another code may be sent, milliseconds since 1970; it moves with every code. */
  readonly againAtMs: number;
  /** Sends another code. */
  readonly onAgain: (channel: Channel) => Promise<Again>;
  readonly onStartAgain: () => void;
  readonly asksAboutDevice?: boolean;
  /** Offers a call to clients who do not receive SMS. */
  readonly hasCall?: boolean;
  readonly startAgain: string;
  /** The address that was typed before, so that a slip in it is asked about before anything is sent there. */
  readonly email?: Pick<BoundField<string>, 'value' | 'onChange'>;
}

const WAYS = [
  ['SMS', 'code_again'],
  ['VOICE', 'code_by_call'],
] as const;

/** Entering a code that was sent, or requesting another one. */
export function CodeStep<Values extends CodeValues>({ say, againAtMs, onAgain, ...options }: Props<Values>) {
  const { asksAboutDevice = false, hasCall = false, submit = say('code_go'), startAgain, onStartAgain } = options;
  // Uses only the fields that every form with a code has.
  const form = options.form as unknown as BoundForm<CodeValues>;
  const [outcome, setOutcome] = useState<Again>();
  const [asked, setAsked] = useState<Channel>();
  const seconds = useCountdown(againAtMs);
  useReceivedCode((code) => form.store.change('code', code));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (options.takesFocus) document.getElementById('code')?.focus();
  }, []);

  const again = async (channel: Channel) => {
    // A second code would end the first, which is on its way.
    if (asked) return;
    setAsked(channel);
    setOutcome(undefined);
    const answer = await onAgain(channel);
    setAsked(undefined);
    setOutcome(answer);
    // The button goes, and the code is typed there.
    if (answer === 'sent') document.getElementById('code')?.focus();
  };
  return (
    <div className="stack-l">
      <Form form={form} say={say} submit={submit} failureText={(failure) => codeFailure(failure, say)}>
        <CodeField {...form.text('code')} label={say('code_label')} help={options.help} />
        {options.children}
        {asksAboutDevice && <CheckField {...form.check('trustDevice')} label={say('code_trust')} />}
      </Form>
      {options.email && <EmailMeant {...options.email} say={say} />}
      <div className="stack-s small">
        <p role="status">{outcome === 'sent' && seconds > 0 && say('code_sent_again')}</p>
        <div role="alert">
          {typeof outcome === 'object' && (
            <Note look="bad">
              <p>{codeFailure(outcome, say) ?? generalText(outcome, say)}</p>
            </Note>
          )}
        </div>
        {seconds > 0 ? (
          <p className="mute">{say('code_again_in', { count: seconds })}</p>
        ) : (
          <p className="row">
            {(hasCall ? WAYS : WAYS.slice(0, 1)).map(([channel, label]) => (
              <button
                key={channel}
                type="button"
                className="btn quiet sm"
                aria-disabled={asked && true}
                onClick={() => again(channel)}
              >
                {say(asked === channel ? 'form_busy' : label)}
              </button>
            ))}
          </p>
        )}
        <button type="button" className="btn quiet sm" onClick={onStartAgain}>
          {startAgain}
        </button>
      </div>
    </div>
  );
}
