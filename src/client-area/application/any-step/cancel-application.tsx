import { useState } from 'react';
import { CANCELLATION_REASONS, COMMENT_LIMITS } from '#api/cancellation-reasons.ts';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import type { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { createForm, given } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { LimitedField } from '#client-area/form/limited-field.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { followOtherWindow, openNextScreen } from './next-step.ts';
import type { CancelApplicationTextKey } from './step-texts.ts';

interface Props extends Pick<ScreenProps<CancelApplicationTextKey>, 'say' | 'sayError'> {
  /** The words of the button that opens it. */
  readonly label: string;
  /** The call that cancels an application, or declines an offer. */
  readonly endpoint?: typeof cancelApplication | typeof declineOffer;
}

/**
 * Cancels the application, which is possible at every stage. The reason is asked for statistics; one press selects it.
 */
export function CancelApplication(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn quiet sm" onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {isOpen && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ endpoint = cancelApplication, onClose, ...props }: Props & { readonly onClose: () => void }) {
  const { say } = props;
  const form = useForm(
    () =>
      createForm({
        endpoint: endpoint as typeof cancelApplication,
        initial: { reason: '', comment: '' },
        toBody: given,
        onDone: openNextScreen,
        onRefused: followOtherWindow,
      }),
    props,
    'leave-',
  );
  const options = CANCELLATION_REASONS.map((value) => ({ value, label: say(`giving_up_reason_${value}`) }));
  return (
    <Modal title={say('giving_up_title')} onCancel={onClose}>
      <p>{say('giving_up_text')}</p>
      <Form form={form} say={say} submit={say('giving_up_go')}>
        <SelectField
          {...form.text('reason')}
          label={say('giving_up_reason')}
          options={options}
          blank={say('form_choose')}
        />
        <LimitedField
          max={COMMENT_LIMITS.cancellation}
          say={say}
          {...form.text('comment')}
          label={say('giving_up_comment')}
          optional={say('form_optional')}
          multiline
        />
      </Form>
      <button type="button" className="btn quiet sm" onClick={onClose}>
        {say('giving_up_stay')}
      </button>
    </Modal>
  );
}
