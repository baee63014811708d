import { type ReactNode, useEffect, useState } from 'react';
import type { ChallengeBody } from '#api/session-answer.ts';
import { CodeField } from '#ui/field/code-field.tsx';
import { Note } from '#ui/note/note.tsx';
import { Form, generalText } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { tokenOf } from '../session/token-of.ts';
import { BesideLozenge } from '../sign-in/beside-lozenge.tsx';
import { codeFailure } from '../sign-in/code-failure.tsx';
import { NewPasswordField } from '../sign-up/new-password-field.tsx';
import { useStepFocus } from '../steps/step-focus.ts';
import { useStore } from '../use-store.ts';
import { createReset, type ResetStep, type ResetStore } from './reset-password.store.ts';
import type { ResetPasswordTextKey } from './texts.ts';

type Props = ScreenProps<ResetPasswordTextKey>;

/** `/reset-password/#token=`: opened from the link in the e-mail. */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(() => createReset(tokenOf()));
  const step = useStore(store.$step);
  const place = useStepFocus(step.kind === 'sending' ? 'send' : step.kind);
  // The link's token must not stay in the address, where it could be seen or shared.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return (
    <BesideLozenge>
      <div className="stack-l" ref={place}>
        {(step.kind === 'send' || step.kind === 'sending' || step.kind === 'failed') && (
          <Send {...props} store={store} step={step} />
        )}
        {step.kind === 'choose' && (
          <Choose key={step.challenge.id} {...props} store={store} challenge={step.challenge} />
        )}
        {step.kind === 'done' && (
          <Ending title={say('reset_done')} text={say('reset_done_text')}>
            <a className="btn" href={screenHref('sign-in')}>
              {say('sign_in_go')}
            </a>
          </Ending>
        )}
        {step.kind === 'expired' && (
          <Ending title={say('reset_expired')} text={say('reset_expired_text')}>
            <a className="btn" href={screenHref('forgot-password')}>
              {say('reset_again')}
            </a>
          </Ending>
        )}
      </div>
    </BesideLozenge>
  );
}

/**
 * The step that sends the code to the telephone, only on a press, because an SMS costs money; the link came to the
 * mailbox.
 */
function Send({ store, step, say }: Props & { readonly store: ResetStore; readonly step: ResetStep }) {
  return (
    <div className="stack">
      <h1>{say('reset_title')}</h1>
      <p>{say('reset_send_lead')}</p>
      <div role="status">
        {step.kind === 'send' && step.isOver && (
          <Note look="warn">
            <p>{say('reset_code_over')}</p>
          </Note>
        )}
        {step.kind === 'failed' && (
          <Note look="bad">
            <p>{codeFailure(step.failure, say) ?? generalText(step.failure, say)}</p>
          </Note>
        )}
      </div>
      <p>
        <button type="button" className="btn" aria-disabled={step.kind === 'sending' || undefined} onClick={store.send}>
          {say(step.kind === 'sending' ? 'form_busy' : 'sign_in_send_code')}
        </button>
      </p>
      <p className="small">
        <a href={screenHref('modals-no-phone-access')}>{say('forgot_no_phone')}</a>
      </p>
    </div>
  );
}

interface ChooseProps extends Props {
  readonly store: ResetStore;
  readonly challenge: ChallengeBody;
}

function Choose({ store, challenge, ...props }: ChooseProps) {
  const { say } = props;
  const form = useForm(() => store.form(challenge), props);
  return (
    <>
      <div className="stack-s">
        <h1>{say('reset_title')}</h1>
        <p className="mute">{say('reset_lead')}</p>
      </div>
      <Form form={form} say={say} submit={say('reset_go')}>
        <CodeField
          {...form.text('code')}
          label={say('code_label')}
          help={say('reset_sent', { phone: challenge.maskedPhone ?? '' })}
        />
        <NewPasswordField field={form.text('password')} say={say} />
      </Form>
    </>
  );
}

interface EndingProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Ending({ title, text, children }: EndingProps) {
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>{children}</p>
    </div>
  );
}
