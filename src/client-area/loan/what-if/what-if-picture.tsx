import { useId } from 'react';
import type { ScenarioBody, WhatIfBody } from '#api/endpoints/loans/get-what-if.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { percent, type Thread, Threads, threadFill } from '#ui/chart/threads.tsx';
import type { WhatIfTextKey } from './what-if-texts.ts';

interface Props {
  readonly found: WhatIfBody;
  readonly nameOf: (scenario: ScenarioBody) => string;
  readonly say: ScreenProps<WhatIfTextKey>['say'];
}

const BAR_PX = 18;

/**
 * The cost of each scenario beside the principal, from zero, lowest first (look.md §8). Each bar has its name and
 * amount, so that nothing depends on colour alone.
 */
export function WhatIfPicture({ found, nameOf, say }: Props) {
  const id = useId();
  const { scenarios, principal } = found;
  const cost = ({ cost: amount }: ScenarioBody) => Math.max(0, amount);
  const longest = Math.max(...scenarios.map(cost)) || 1;
  const words = (amount: number) => formatSoles(fromSoles(amount));
  const sentence = scenarios
    .map((scenario) => say('what_if_row_picture', { name: nameOf(scenario), cost: words(cost(scenario)) }))
    .join(' ');
  return (
    <figure className="stack-s">
      <figcaption className="small mute">{say('what_if_picture', { principal: words(principal) })}</figcaption>
      <Threads id={id} of={['late', 'interest']} />
      <p className="sr">{sentence}</p>
      <div className="stack-s" aria-hidden="true">
        {scenarios.map((scenario) => (
          <div key={`${scenario.kind}${scenario.days}`}>
            <div className="apart small">
              <span>{nameOf(scenario)}</span>
              <b>{words(cost(scenario))}</b>
            </div>
            <svg className="chart" width="100%" height={BAR_PX} aria-hidden="true">
              <rect className="bar-rest" width="100%" height={BAR_PX} />
              <rect
                className={`bar-${scenario.kind}`}
                {...fillOf(scenario, id)}
                width={percent(cost(scenario) / longest)}
                height={BAR_PX}
              />
            </svg>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** Higher costs have a texture, to be distinguishable without colour. */
function fillOf({ kind }: ScenarioBody, id: string): { readonly fill?: string } {
  const threads: Partial<Record<ScenarioBody['kind'], Thread>> = { late: 'late', extend: 'interest' };
  const thread = threads[kind];
  return thread ? { fill: threadFill(id, thread) } : {};
}
