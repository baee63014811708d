import type { LateLoanBody } from '#api/endpoints/arrangements/get-late-loan.ts';
import { solesText } from '#client-area/loan-parts/money-text.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Points } from './parts/points.tsx';
import { WayList } from './parts/way-list.tsx';
import type { ProfileTextKey } from './texts.ts';

interface Props extends Pick<ScreenProps<ProfileTextKey>, 'say'> {
  readonly late: LateLoanBody;
  /** The lender's today. */
  readonly today: string;
}

/** Every way out of being late, and that a part helps, too. A phone shows the first one, and where all of them are. */
export function Ways({ late: { ways }, today, say }: Props) {
  const waived = ways.find(({ kind }) => kind === 'plan')?.waived ?? 0;
  return (
    <section className="card stack-s" aria-labelledby="profile-ways">
      <h2 className="h3" id="profile-ways">
        {say('late_ways')}
      </h2>
      <p className="small mute desk">{say('late_ways_order')}</p>
      <WayList ways={ways} from={today} say={say} />
      {ways.length > 1 && (
        <p className="all-ways">
          <a className="tapl" href={screenHref('profile-components-payment-extend-info')}>
            {say('late_ways_all', { count: ways.length })}
          </a>
        </p>
      )}
      <p className="small mute desk">
        {say('late_part')}{' '}
        <a href={screenHref('profile-components-payment-repay-loan', { purpose: 'PARTIAL' })}>{say('late_part_go')}</a>
        {waived > 0 && ` ${say('late_waived', { amount: solesText(waived) })}`}
      </p>
    </section>
  );
}

/** The acts that the lender forbids itself towards clients who are late: folded on a phone (late-ways.css). */
export function Limits({ say }: { readonly say: Props['say'] }) {
  return (
    <section className="card flat limits">
      <h2 className="h3 desk">{say('late_limits')}</h2>
      <details className="fold open-desk">
        <summary>
          <h2 className="h3">{say('late_limits')}</h2>
        </summary>
        <Points icon="close" items={[say('late_limit_hours'), say('late_limit_others'), say('late_limit_fine')]} />
      </details>
    </section>
  );
}
