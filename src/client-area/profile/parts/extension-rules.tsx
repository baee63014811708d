import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import type { ExtensionTextKey } from './extension-texts.ts';
import { Points } from './points.tsx';

interface Props extends Pick<ScreenProps<ExtensionTextKey>, 'say'> {
  readonly children?: ReactNode;
}

/** The rules of an extension: its costs, its changes, and what it leaves as it is. */
export function ExtensionRules({ say, children }: Props) {
  return (
    <section className="card stack grow" aria-labelledby="extend-info-rules">
      <h2 className="h3" id="extend-info-rules">
        {say('extend_info_rules')}
      </h2>
      <Points
        items={[
          say('extend_info_interest'),
          say('extend_info_principal'),
          say('extend_info_limit'),
          say('extend_info_level'),
        ]}
      />
      {children}
    </section>
  );
}
