import { useState } from 'react';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { TextField } from '#ui/field/text-field.tsx';
import { createForm } from '../form/form.store.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { BesideLozenge } from '../sign-in/beside-lozenge.tsx';
import { useStepFocus } from '../step-focus.ts';
import type { ForgotPasswordTextKey } from './texts.ts';

type Props = ScreenProps<ForgotPasswordTextKey>;

/** `/forgot-password`: a link by e-mail. The answer is the same whether the account exists or not. */
export function Screen(props: Props) {
  const [isSent, setSent] = useState(false);
  const place = useStepFocus(String(isSent));
  return (
    <BesideLozenge>
      <div className="stack-l" ref={place}>
        {isSent ? <Sent {...props} /> : <Ask {...props} onSent={() => setSent(true)} />}
      </div>
    </BesideLozenge>
  );
}

function Ask({ onSent, ...props }: Props & { readonly onSent: () => void }) {
  const { say } = props;
  const form = useForm(
    () => createForm({ endpoint: requestPasswordReset, initial: { identifier: '' }, onDone: onSent }),
    props,
  );
  return (
    <>
      <div className="stack-s">
        <h1>{say('forgot_title')}</h1>
        <p className="mute">{say('forgot_lead')}</p>
      </div>
      <Form form={form} say={say} submit={say('forgot_go')}>
        <TextField
          {...form.text('identifier')}
          label={say('sign_in_identifier')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      <Ways say={say} />
    </>
  );
}

function Sent({ say }: Props) {
  return (
    <>
      <div className="stack">
        <h1>{say('forgot_sent')}</h1>
        <p>{say('forgot_sent_text')}</p>
      </div>
      <Ways say={say} />
    </>
  );
}

function Ways({ say }: Pick<Props, 'say'>) {
  return (
    <div className="small stack-s">
      <p>
        {say('forgot_no_email')} <a href={screenHref('modals-no-phone-access')}>{say('forgot_no_phone')}</a>
      </p>
      <p>
        <a href={screenHref('sign-in')}>{say('forgot_back')}</a>
      </p>
    </div>
  );
}
