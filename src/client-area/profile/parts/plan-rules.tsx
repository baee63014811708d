import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { PlanSettings } from './plan-figures.ts';
import type { PlanRuleTextKey } from './plan-texts.ts';
import { Points } from './points.tsx';

interface Props extends Pick<ScreenProps<PlanRuleTextKey>, 'say'> {
  readonly settings: PlanSettings;
  readonly children?: ReactNode;
}

/** The making of a plan, with the parameters in force. */
export function PlanRules({ settings, say, children }: Props) {
  return (
    <TitledSection id="plan-info-rules" look="card stack grow" title={say('plan_info_rules')}>
      <Points items={rulesOf(settings, say)} />
      {children}
    </TitledSection>
  );
}

/** The consequences of a missing payment of a plan. */
export function PlanAfter({ say }: Pick<Props, 'say'>) {
  return (
    <>
      <h2 className="h3" id="plan-info-after">
        {say('plan_info_after')}
      </h2>
      <Points items={[say('plan_info_missed'), say('plan_info_once')]} />
    </>
  );
}

function rulesOf({ minItems, maxItems, allowedDates, minPayment }: PlanSettings, say: Props['say']): string[] {
  const last = allowedDates.at(-1);
  return [
    say('plan_info_payments', { min: minItems, max: Math.max(minItems, maxItems) }),
    ...(last ? [say('plan_info_dates', { date: formatDate(last) })] : []),
    say('plan_info_minimum', { amount: formatSoles(fromSoles(minPayment)) }),
    say('plan_info_frozen'),
    say('plan_info_waived'),
    say('plan_info_early'),
  ];
}
