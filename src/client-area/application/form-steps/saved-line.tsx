import { hourOf } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Note } from '#ui/note/note.tsx';
import type { DraftTextKey } from '../any-step/step-texts.ts';
import type { DraftStore, Saved } from './draft.store.ts';

interface Props extends Pick<ScreenProps<DraftTextKey>, 'say'> {
  readonly draft: DraftStore;
  /** Shows the other device's draft. */
  readonly onTakeOther: () => void;
}

/** Below a form: whether the draft is saved, and the choice when two devices edited it. */
export function SavedLine({ draft, onTakeOther, say }: Props) {
  const saved = useStore(draft.$saved);
  return (
    <div role="status" className="doubt">
      {saved.kind === 'conflict' ? (
        <Note look="warn" title={say('draft_conflict')}>
          <p>{say('draft_conflict_text')}</p>
          <div className="row">
            <button type="button" className="btn line sm" onClick={onTakeOther}>
              {say('draft_conflict_take')}
            </button>
            <button type="button" className="btn quiet sm" onClick={draft.keepMine}>
              {say('draft_conflict_keep')}
            </button>
          </div>
        </Note>
      ) : (
        saved.kind !== 'idle' && (
          <p className="saved small mute">
            <Icon name={ICONS[saved.kind]} />
            <span>{line(saved, say)}</span>
          </p>
        )
      )}
    </div>
  );
}

const ICONS = { saving: 'clock', saved: 'check', failed: 'alert' } as const;

function line(saved: Exclude<Saved, { kind: 'idle' | 'conflict' }>, say: Props['say']): string {
  switch (saved.kind) {
    case 'saved':
      return say('draft_saved', { time: hourOf(saved.atMs) });
    case 'saving':
      return say('draft_saving');
    case 'failed':
      return say('draft_failed');
  }
}
