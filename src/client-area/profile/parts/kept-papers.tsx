import { useEffect, useState } from 'react';
import { openFile, saveFile } from '#client-area/data/document-file.ts';
import { momentOf } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { environment } from '#stores/environment.ts';
import type { KeptPaper } from '#stores/kept.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { KeptPaperTextKey } from './document-texts.ts';
import { SaveButton } from './save-button.tsx';

type Props = Pick<ScreenProps<KeptPaperTextKey>, 'say'>;

interface Kept {
  readonly papers: readonly KeptPaper[];
  readonly fileOf: (paper: KeptPaper) => Blob;
}

/** Without a network: the papers that this client has opened in this browser, or which ones those would be. */
export function KeptPapers({ say }: Props) {
  const [kept, setKept] = useState<Kept | undefined>();
  useEffect(() => {
    import('#stores/kept.ts')
      .then(async ({ keptPapers, fileOf }) => setKept({ papers: await keptPapers(), fileOf }))
      .catch((error: unknown) => environment().log('the papers that were opened are not known', error));
  }, []);
  if (!kept) return null;
  if (kept.papers.length === 0) return <p>{say('documents_none_kept')}</p>;
  return (
    <TitledSection id="kept" look="card stack" title={say('documents_kept')}>
      <ul className="papers">
        {kept.papers.map((paper) => (
          <Paper key={paper.id} paper={paper} read={() => kept.fileOf(paper)} say={say} />
        ))}
      </ul>
    </TitledSection>
  );
}

function Paper({ paper, read, say }: Props & { readonly paper: KeptPaper; readonly read: () => Blob }) {
  const { title, fileName, atMs } = paper;
  const seen = momentOf(atMs);
  const isToday = seen.date === momentOf(environment().nowMs()).date;
  return (
    <li className="paper">
      <AnyIcon name="document" />
      <div>
        <p className="strong">
          <Coded text={title} />
        </p>
        <p className="small mute">{say(isToday ? 'documents_seen' : 'documents_seen_day', { ...seen })}</p>
      </div>
      <div className="row">
        <button
          type="button"
          className="btn line sm"
          aria-label={say('agreement_read_of', { title })}
          onClick={() => openFile(read())}
        >
          {say('agreement_read')}
        </button>
        <SaveButton title={title} save={() => saveFile(read(), fileName)} say={say} />
      </div>
    </li>
  );
}
