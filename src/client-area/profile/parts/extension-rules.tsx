import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { ExtensionTextKey } from './extension-texts.ts';
import { Points } from './points.tsx';

interface Props extends Pick<ScreenProps<ExtensionTextKey>, 'say'> {
  readonly children?: ReactNode;
}

/** The rules of an extension: its costs, its changes, and what it leaves as it is. */
export function ExtensionRules({ say, children }: Props) {
  return (
    <TitledSection id="extend-info-rules" look="card stack grow" title={say('extend_info_rules')}>
      <Points
        items={[
          say('extend_info_interest'),
          say('extend_info_principal'),
          say('extend_info_limit'),
          say('extend_info_level'),
        ]}
      />
      {children}
    </TitledSection>
  );
}
