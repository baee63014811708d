import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repoDir = resolve(import.meta.dirname, '../..');
const SEED = join(repoDir, 'src/server/publishing/sandbox/content-service/seed');

/** Edits of the files of a space. */
interface Edits {
  /** Gives the first of the copies another title. */
  story(mark: string): void;
  /** Gives the site another name, which is on every page. */
  settings(mark: string): void;
}

/** The seed with as many stories as asked: copies of one of its pages, `pagina-1` and so on, with titles of their own. */
export function writeManyStories(contentDir: string, count: number): Edits {
  cpSync(SEED, contentDir, { recursive: true });
  const dir = join(contentDir, 'stories/manay');
  const names = readdirSync(dir);
  const file = (slug: string): string => join(dir, names.find((name) => name.startsWith(slug)) as string);
  const [template, settings] = [
    readFileSync(file('quienes-somos_'), 'utf8'),
    readFileSync(file('settings-global_'), 'utf8'),
  ];
  const write = (number: number, mark: string): void => {
    const uuid = uuidOf(number);
    const slug = `pagina-${number}`;
    const story = JSON.parse(template) as { name: string; content: { seo_title: string } };
    const title = `Página ${number} ${mark}`;
    story.content.seo_title = title;
    const json = { ...story, id: 900_000 + number, uuid, slug, full_slug: slug, name: title };
    writeFileSync(join(dir, `${slug}_${uuid}.json`), JSON.stringify(json));
  };
  for (let number = 1; number <= count - names.length; number += 1) write(number, 'Cero');
  return {
    story: (mark) => write(1, mark),
    settings: (mark) => {
      const story = JSON.parse(settings) as { content: Record<string, unknown> };
      story.content['site_name'] = `Mañay ${mark}`;
      writeFileSync(file('settings-global_'), JSON.stringify(story));
    },
  };
}

/** Of `pagina-<number>`. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
