import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { CheckKind } from '#loan/requirements.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { SendingTextKey } from '../any-step/step-texts.ts';

type Asked = CallOutput<typeof getApplication>['asked'];

interface Props extends Pick<ScreenProps<SendingTextKey>, 'say'> {
  readonly asked: Asked;
  /** Beside pictures, which fill the page: what is read of the device is folded, whom we ask is not. */
  readonly isBrief?: boolean;
}

const CHECK_TEXTS = {
  identity: 'iov_check_identity',
  'account-holder': 'iov_check_account',
  bureau: 'iov_check_bureau',
} as const satisfies Record<CheckKind, SendingTextKey>;

/**
 * The providers asked about the client before the decision, and their questions; what is read of the device; and what
 * is not.
 */
export function BeforeSending({ asked: { checks, provider }, isBrief = false, say }: Props) {
  const hasBureau = checks.includes('bureau');
  return (
    <div className={isBrief ? 'stack-s small' : 'stack'}>
      <h2 className="h3">{say('iov_checks')}</h2>
      {checks.length > 0 && <p className="mute">{say('iov_checks_who', { provider })}</p>}
      <ul className="points">
        {checks.map((kind) => (
          <li key={kind}>
            <Icon name="eye" />
            {say(CHECK_TEXTS[kind])}
          </li>
        ))}
        {!hasBureau && (
          <li className="no">
            <Icon name="close" />
            {say(checks.length > 0 ? 'iov_check_no_bureau' : 'iov_check_nobody')}
          </li>
        )}
      </ul>
      {isBrief ? (
        <details className="ask">
          <summary className="tapl">{say('iov_what')}</summary>
          <OfDevice say={say} />
        </details>
      ) : (
        <>
          <h2 className="h3">{say('iov_what')}</h2>
          <OfDevice say={say} />
        </>
      )}
    </div>
  );
}

function OfDevice({ say }: Pick<Props, 'say'>) {
  return (
    <div className="stack">
      <p className="mute">{say('iov_why')}</p>
      <ul className="points">
        <li>
          <Icon name="eye" />
          {say('iov_what_device')}
        </li>
        <li>
          <Icon name="eye" />
          {say('iov_what_network')}
        </li>
        <li className="no">
          <Icon name="close" />
          {say('iov_what_not')}
        </li>
      </ul>
    </div>
  );
}
