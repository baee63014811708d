import type { CallOutput } from '#api/call.ts';
import type { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EmptyState } from '#ui/empty-state/empty-state.tsx';
import { NothingNow } from '#ui/illustration/nothing-now.tsx';
import { ExtensionRules } from './extension-rules.tsx';
import type { ExtensionTextKey } from './extension-texts.ts';

type Reason = NonNullable<CallOutput<typeof getExtensionOptions>['reason']>;

interface Props extends Pick<ScreenProps<ExtensionTextKey>, 'say'> {
  readonly reason: Reason | null;
}

/** The reason why an extension is not possible today, and the alternatives; on a desk beside how an extension works. */
export function NoExtension({ reason: known, say }: Props) {
  const reason = known ?? 'no_active_loan';
  return (
    <div className="cols main even first">
      <aside>
        <EmptyState title={say('extend_none')} drawing={<NothingNow />}>
          <p>{say(`extend_none_${reason}`)}</p>
          <p className="row">
            <a className="btn line" href={screenHref('profile')}>
              {say('extend_to_loan')}
            </a>
            {reason !== 'no_active_loan' && reason !== 'loan_not_active' && (
              <a className="btn quiet" href={screenHref('profile-components-payment-extend-info')}>
                {say('ways_go')}
              </a>
            )}
          </p>
        </EmptyState>
      </aside>
      <div>
        <ExtensionRules say={say} />
      </div>
    </div>
  );
}
