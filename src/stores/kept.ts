import Cookies from 'js-cookie';
import { AUTH_COOKIE } from '#api/access.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { environment } from './environment.ts';
import { request } from './protected-call.ts';
import { earlierTokens, onSeenAnswer, SEEN_KEY, seenAnswers } from './seen-answers.ts';
import { $accessToken } from './session.ts';
import { fromBase64, openOfSession, sealForSession, toBase64 } from './session-seal.ts';

/** Nothing older is shown: as long as a session lives. */
const LONGEST_MS = 30 * 86_400_000;
/** All papers together, in base64: half of what a browser gives a site at least. */
const MOST_PAPER_CHARS = 2_000_000;
/** After an answer others of the same screen follow. */
const SOON_MS = 500;

interface KeptAnswer {
  readonly atMs: number;
  readonly value: unknown;
}

/** A paper that the client has opened. */
export interface KeptPaper {
  readonly id: string;
  readonly title: string;
  /** Name of its file, with its ending. */
  readonly fileName: string;
  readonly atMs: number;
  /** The PDF in base64. */
  readonly file: string;
}

interface Answers {
  /** The client. */
  readonly who: string;
  readonly answers: Readonly<Record<string, KeptAnswer>>;
}

/** The stored form: two texts that only the session's token opens, both sealed with the same one. */
interface Stored {
  readonly answers: string;
  readonly papers?: string | undefined;
}

/** Clients by the tokens of theirs that this page has had. A colleague who visits an account is nobody. */
const owners = new Map<string, string | 'nobody'>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** One after the other: each begins with what the one before has stored. */
let last: Promise<void> = Promise.resolve();

/** Stores from now on what this session's client sees. Call the result to stop. */
export function startKeeping(): () => void {
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(keepSeen, SOON_MS);
  };
  soon();
  const stop = onSeenAnswer(soon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Stores what this page has shown meanwhile. */
export function keepSeen(): Promise<void> {
  return inTurn((token, who) => keep(token, who, undefined));
}

/** Stores a paper that the client has opened; the oldest ones make room. */
export async function keepPaper(paper: Omit<KeptPaper, 'atMs' | 'file'>, file: Blob): Promise<void> {
  const text = toBase64(new Uint8Array(await file.arrayBuffer()));
  await inTurn((token, who) => keep(token, who, { ...paper, atMs: environment().nowMs(), file: text }));
}

/** Reads an answer that this session's client has seen. */
export async function recallAnswer(token: string, key: string): Promise<KeptAnswer | undefined> {
  const stored = readStored();
  if (!stored || Cookies.get(AUTH_COOKIE) !== token) return undefined;
  const kept = (await openOfSession(token, 'answers', stored.answers)) as Answers | undefined;
  const answer = kept?.answers[key];
  return answer && isYoung(answer) ? answer : undefined;
}

/** Reads the papers that this session's client has opened, newest first. */
export async function keptPapers(): Promise<readonly KeptPaper[]> {
  const [token, stored] = [currentToken(), readStored()];
  const papers = token && stored?.papers && (await openOfSession(token, 'papers', stored.papers));
  return papers ? (papers as readonly KeptPaper[]).filter(isYoung) : [];
}

/** The file of a kept paper. */
export function fileOf({ file }: KeptPaper): Blob {
  return new Blob([fromBase64(file)], { type: 'application/pdf' });
}

function inTurn(act: (token: string, who: string) => Promise<void>): Promise<void> {
  last = last
    .then(async () => {
      const token = currentToken();
      const who = token && (await ownerOf(token));
      if (token && who && who !== 'nobody') await act(token, who);
    })
    .catch((error: unknown) => environment().log('nothing is kept for the time without a network', error));
  return last;
}

/** The page's token, unless another tab has ended the session, or begun another client's. */
function currentToken(): string | undefined {
  const token = $accessToken.get();
  return token !== undefined && token === Cookies.get(AUTH_COOKIE) ? token : undefined;
}

/** Whose session it is: what its token opens says so, else the server is asked, once for each token. */
async function ownerOf(token: string): Promise<string | undefined> {
  const who = owners.get(token) ?? (await openAnswers(token))?.who ?? (await askOwner(token));
  if (who) owners.set(token, who);
  return who;
}

async function askOwner(token: string): Promise<string | undefined> {
  const session = await request(getSession, {}, { quiet: true });
  if (session.kind !== 'ok') return undefined;
  if (session.value.impersonation) return 'nobody';
  const profile = await request(getProfile, { query: {} }, { quiet: true });
  // An answer that has brought a newer token is asked for once more, with that one.
  return profile.kind === 'ok' && currentToken() === token ? profile.value.clientId : undefined;
}

async function openAnswers(token: string): Promise<Answers | undefined> {
  const stored = readStored();
  return stored && ((await openOfSession(token, 'answers', stored.answers)) as Answers | undefined);
}

async function keep(token: string, who: string, paper: KeptPaper | undefined): Promise<void> {
  const before = await readBefore(token, who);
  const answers = { ...before?.answers, ...takeSeen(who) };
  const young = Object.fromEntries(Object.entries(answers).filter(([, answer]) => isYoung(answer)));
  const papers = withPaper(before?.papers ?? [], paper);
  const mine: Answers = { who, answers: young };
  store(token, {
    answers: await sealForSession(token, 'answers', mine),
    // Sealed again only when they have changed: they are large.
    papers: papers === before?.papers && before.token === token ? before.sealedPapers : await sealPapers(token, papers),
  });
}

interface Before {
  /** The token that opened it. */
  readonly token: string;
  readonly answers: Answers['answers'];
  readonly papers: readonly KeptPaper[];
  readonly sealedPapers: string | undefined;
}

/** Reads what was stored before, if it was this client's, by the token of now or by one of before that this page had. */
async function readBefore(token: string, who: string): Promise<Before | undefined> {
  const stored = readStored();
  for (const each of stored ? [token, ...earlierTokens()] : []) {
    const opened = await openAnswers(each);
    if (!opened || !stored) continue;
    owners.set(each, opened.who);
    if (opened.who !== who) return undefined;
    const papers = stored.papers && (await openOfSession(each, 'papers', stored.papers));
    return {
      token: each,
      answers: opened.answers,
      papers: (papers || []) as readonly KeptPaper[],
      sealedPapers: stored.papers,
    };
  }
  return undefined;
}

/** Takes the answers that were this client's. One that was asked for with a token of nobody knows whom is never kept. */
function takeSeen(who: string): Record<string, KeptAnswer> {
  const seen = seenAnswers();
  const mine = [...seen].filter(([, { token }]) => owners.get(token) === who);
  seen.clear();
  return Object.fromEntries(mine.map(([key, { atMs, value }]) => [key, { atMs, value }]));
}

function withPaper(papers: readonly KeptPaper[], paper: KeptPaper | undefined): readonly KeptPaper[] {
  if (!paper || paper.file.length > MOST_PAPER_CHARS) return papers;
  let chars = 0;
  return [paper, ...papers.filter(({ id }) => id !== paper.id)].filter(({ file }) => {
    chars += file.length;
    return chars <= MOST_PAPER_CHARS;
  });
}

async function sealPapers(token: string, papers: readonly KeptPaper[]): Promise<string | undefined> {
  return papers.length === 0 ? undefined : sealForSession(token, 'papers', papers.filter(isYoung));
}

function isYoung({ atMs }: { readonly atMs: number }): boolean {
  // Either way: the clock may have been set back.
  return Math.abs(environment().nowMs() - atMs) < LONGEST_MS;
}

function store(token: string, stored: Stored): void {
  if (Cookies.get(AUTH_COOKIE) !== token) return;
  try {
    // Half of what was there would be worse than nothing.
    localStorage.removeItem(SEEN_KEY);
    localStorage.setItem(SEEN_KEY, JSON.stringify(stored));
  } catch (error) {
    environment().log('there is no room to keep what was seen', error);
    if (stored.papers) store(token, { answers: stored.answers });
  }
}

function readStored(): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(SEEN_KEY) ?? 'null') as Partial<Stored> | null;
    return typeof stored?.answers === 'string' ? { answers: stored.answers, papers: stored.papers } : undefined;
  } catch {
    return undefined;
  }
}
