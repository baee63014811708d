import type { CallOutput } from '#api/call.ts';
import type { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import type { ExtensionTextKey } from './extension-texts.ts';

type Reason = NonNullable<CallOutput<typeof getExtensionOptions>['reason']>;

interface Props extends Pick<ScreenProps<ExtensionTextKey>, 'say'> {
  readonly reason: Reason;
}

/** When an extension is not possible, a plan may be. */
const PLAN_HELPS: readonly Reason[] = ['too_late', 'too_many_extensions', 'too_long'];

/** Why an extension is not possible today, and the alternatives. */
export function NoExtension({ reason, say }: Props) {
  return (
    <EmptyState title={say('extend_none')}>
      <p>{say(`extend_none_${reason}`)}</p>
      <p className="row">
        <a className="btn line" href={screenHref('profile')}>
          {say('extend_to_loan')}
        </a>
        {PLAN_HELPS.includes(reason) && (
          <a className="btn quiet" href={screenHref('profile-components-payment-payment-plan-info')}>
            {say('extend_to_plan')}
          </a>
        )}
      </p>
    </EmptyState>
  );
}
