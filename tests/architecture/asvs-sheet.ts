import type { Level } from './asvs-requirements.ts';
import { testTitles } from './test-titles.ts';

/** The pages beside the decisions, by file name, and the repository they speak of (decision 135). */
export interface Sheet {
  readonly pages: Readonly<Record<string, string>>;
  readonly requirements: ReadonlyMap<string, Level>;
  /** The text of a file of the repository; undefined when there is none. */
  readonly read: (file: string) => string | undefined;
  /** While the goals of the sheet are missed: since when, why, and by which rows. No other row may join them. */
  readonly belowGoal?: { readonly since: string; readonly why: string; readonly rows: readonly string[] };
}

export interface Totals {
  readonly met: number;
  readonly pending: number;
  readonly notMet: number;
  readonly notApplicable: number;
  /** What is met of what applies, in percent. */
  readonly share: string;
}

const TABLES = {
  met: ['Requirement', 'Level', 'Asks', 'Met by', 'Shown by'],
  notMet: ['Requirement', 'Level', 'Since', 'Reason', 'What would change it'],
  notApplicable: ['Requirement', 'Reason'],
} as const;
type Kind = keyof typeof TABLES;

interface Row {
  readonly page: string;
  readonly kind: Kind;
  readonly id: string;
  readonly cells: readonly string[];
}

export const LICENCE =
  'Requirements: OWASP Application Security Verification Standard 5.0.0, © OWASP Foundation, CC BY-SA 4.0, in our own words; this page is under the same licence.';
/** The goals: level 1 is whole, and of level 2 so much of what applies. */
const L2_SHARE = 0.97;
const WORDS_ASKED = 20;
/** A reason is a sentence that somebody can object to. */
const WORDS_OF_REASON = 6;
const TEST = /^`(?<file>tests\/[^`]+\.(?:test|spec)\.tsx?)`: (?<title>.+)$/;
const PENDING = /^pending: \S/;

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** What is wrong with the sheet, a sentence each; rows that wait for a test are at the end. */
export function faultsOf(sheet: Sheet): string[] {
  const rows = rowsOf(sheet);
  return [
    ...Object.entries(sheet.pages).flatMap(([page, text]) => faultsOfPage(page, text)),
    ...faultsOfCount(sheet, rows),
    ...rows.flatMap((row) => faultsOfRow(sheet, row)),
    ...Object.entries(sheet.pages).flatMap(([page, text]) => faultsOfDocuments(sheet, page, text)),
    ...faultsOfShare(sheet, rows),
    ...rows.filter(isPending).map(
      ({ page, id, cells }) =>
        `${page}: ${id} waits for its test: ${namesIn(cells[4])
          .filter((name) => PENDING.test(name))
          .join()}`,
    ),
  ];
}

/** How many rows of each level are met, wait for a test, are not met, or do not apply. */
export function totalsOf(sheet: Sheet): Record<Level, Totals> {
  const rows = rowsOf(sheet);
  const count = (level: Level): Totals => {
    const ofLevel = rows.filter(({ id }) => sheet.requirements.get(id) === level);
    const of = (kind: Kind): Row[] => ofLevel.filter((row) => row.kind === kind);
    const pending = of('met').filter(isPending).length;
    const [met, notMet] = [of('met').length - pending, of('notMet').length];
    const share = `${((met / Math.max(1, met + pending + notMet)) * 100).toFixed(2)} %`;
    return { met, pending, notMet, notApplicable: of('notApplicable').length, share };
  };
  return { L1: count('L1'), L2: count('L2') };
}

function isPending({ kind, cells }: Row): boolean {
  return kind === 'met' && namesIn(cells[4]).some((name) => PENDING.test(name));
}

export function namesIn(cell = ''): string[] {
  return cell.split('<br>').map((name) => name.trim());
}

/** A `|` inside a cell is written `\|`. */
export function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function rowsOf({ pages }: Sheet): Row[] {
  return Object.entries(pages).flatMap(([page, text]) =>
    text.split(/\n(?!\|)/).flatMap((table) => {
      const lines = table.split('\n').map(cellsOf);
      const kind = lines.map(kindOf).find((found) => found !== undefined);
      const rows = kind ? lines.filter(([id = '']) => /^\d/.test(id)) : [];
      return rows.map((cells) => ({ page, kind: kind as Kind, id: cells[0] as string, cells }));
    }),
  );
}

/** Files and tests that the texts and tables below name: what the standard wants documented is held as well. */
function faultsOfDocuments(sheet: Sheet, page: string, text: string): string[] {
  const cells = text
    .split(/\n(?!\|)/)
    .filter((table) => !table.split('\n').some((line) => kindOf(cellsOf(line))))
    .flatMap((part) => part.split('\n').flatMap((line) => (line.includes('|') ? cellsOf(line) : [line])));
  const tests = cells.flatMap(namesIn).filter((name) => name.startsWith('`tests/'));
  const files = cells.flatMap((cell) => [...cell.matchAll(/`(src\/[^`]+\.\w+)`/g)].map(([, file]) => file as string));
  return [
    ...tests.flatMap((name) => faultsOfTest(name, sheet)).map((fault) => `${page}: a rule ${fault}`),
    ...files.filter((file) => sheet.read(file) === undefined).map((file) => `${page}: ${file} is not there`),
  ];
}

function kindOf(heads: readonly string[]): Kind | undefined {
  return (Object.keys(TABLES) as Kind[]).find((kind) => TABLES[kind].join() === heads.join());
}

function faultsOfPage(page: string, text: string): string[] {
  const chapter = /^(\d\d)-[a-z-]+\.md$/.exec(page)?.[1];
  if (chapter === undefined) return [`${page}: a page is called NN-chapter.md`];
  const unknown = text
    .split('\n')
    .filter((line) => line.startsWith('| Requirement') && kindOf(cellsOf(line)) === undefined);
  return [
    ...(text.startsWith(`# ASVS ${Number(chapter)}. `)
      ? []
      : [`${page}: its title begins with "# ASVS ${Number(chapter)}. "`]),
    ...(text.includes(LICENCE) ? [] : [`${page}: says nothing of whose requirements these are`]),
    ...unknown.map((line) => `${page}: a table of other columns: ${line}`),
  ];
}

function faultsOfCount({ requirements }: Sheet, rows: readonly Row[]): string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...[...requirements.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} stands on no page`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands there twice`),
    ...ids.filter((id) => !requirements.has(id)).map((id) => `${id} is no requirement of level 1 or 2`),
  ];
}

function faultsOfRow(sheet: Sheet, row: Row): string[] {
  const { page, kind, id, cells } = row;
  const width = TABLES[kind].length;
  if (cells.length !== width) return [`${page}: ${id} has ${cells.length} cells, not ${width}`];
  const faults = [
    ...(Number(page.slice(0, 2)) === Number(id.split('.')[0]) ? [] : ['belongs to another page']),
    ...(kind === 'notApplicable' || cells[1] === sheet.requirements.get(id) ? [] : ['has another level']),
    ...FAULTS[kind](cells, sheet),
  ];
  return faults.map((fault) => `${page}: ${id} ${fault}`);
}

const FAULTS: Readonly<Record<Kind, (cells: readonly string[], sheet: Sheet) => string[]>> = {
  met: ([, , asks = '', by = '', shown = ''], sheet) => [
    ...(asks === '' ? ['says nothing of what it asks'] : []),
    ...(wordsIn(asks) > WORDS_ASKED ? [`asks in more than ${WORDS_ASKED} words`] : []),
    ...faultsOfSources(by, sheet),
    ...namesIn(shown).flatMap((name) => faultsOfTest(name, sheet)),
  ],
  notMet: ([, , since = '', reason = '', change = '']) => [
    ...(/^20\d\d-\d\d-\d\d$/.test(since) ? [] : ['has no date since when']),
    ...(wordsIn(reason) < WORDS_OF_REASON ? ['has no reason'] : []),
    ...(change === '' ? ['does not say what would change it'] : []),
  ],
  notApplicable: ([, reason = '']) => (wordsIn(reason) < WORDS_OF_REASON ? ['has no reason'] : []),
};

function faultsOfSources(cell: string, { read }: Sheet): string[] {
  const files = [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string);
  if (files.length === 0) return ['names no file that meets it'];
  return files.filter((file) => read(file) === undefined).map((file) => `is met by ${file}, which is not there`);
}

/** What is wrong with a test that a page names: its file or its title is not there, or it could be any of several. */
export function faultsOfTest(name: string, { read }: Pick<Sheet, 'read'>): string[] {
  if (PENDING.test(name)) return [];
  const { file, title } = TEST.exec(name)?.groups ?? {};
  if (file === undefined || title === undefined) return [`names no test: ${name}`];
  const source = read(file);
  if (source === undefined) return [`is shown by ${file}, which is not there`];
  const found = testTitles(file, source).filter((path) => path === title || path.endsWith(` > ${title}`));
  if (found.length === 0) return [`is shown by no test of ${file}: ${title}`];
  return found.length === 1 ? [] : [`could be any of ${found.length} tests of ${file}: ${title}`];
}

/** Below a goal exactly the rows that say so are not met: one that joins them, or one too many in the list, is a fault. */
function faultsOfShare(sheet: Sheet, all: readonly Row[]): string[] {
  const { L1, L2 } = totalsOf(sheet);
  const applicable = L2.met + L2.pending + L2.notMet;
  const share = (applicable - L2.notMet) / Math.max(1, applicable);
  const misses = [
    ...(L1.notMet > 0 ? [`${L1.notMet} requirements of level 1 are not met`] : []),
    ...(share < L2_SHARE ? [`${(share * 100).toFixed(2)} % of level 2 is met, less than ${L2_SHARE * 100} %`] : []),
  ];
  const { belowGoal } = sheet;
  if (belowGoal === undefined) return misses;
  const notMet = all.filter(({ kind }) => kind === 'notMet').map(({ id }) => id);
  return [
    ...(misses.length === 0 ? ['the goals are reached: nothing is below them any more'] : []),
    ...notMet.filter((id) => !belowGoal.rows.includes(id)).map((id) => `${id} is not met, and stands below no goal`),
    ...belowGoal.rows.filter((id) => !notMet.includes(id)).map((id) => `${id} stands below a goal and is met`),
    ...(/^20\d\d-\d\d-\d\d$/.test(belowGoal.since) && wordsIn(belowGoal.why) >= WORDS_OF_REASON
      ? []
      : ['being below the goals has no date or no reason']),
  ];
}
