import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile, valueIn } from '#server/kit/small-file.ts';

/**
 * The colleagues signed in from this machine at one lender: tokens by login, and the colleague who acts without `--as`.
 */
interface SignedIn {
  readonly current?: string | undefined;
  readonly tokens: Readonly<Record<string, string>>;
}

function isOurs(signedIn: Partial<SignedIn> | null | undefined): boolean {
  return typeof signedIn?.tokens === 'object' && signedIn.tokens !== null;
}

/** The sessions of colleagues, by the address of the lending role; readable by its owner only. */
export class StaffSessions {
  readonly #folder: string;
  readonly #url: string;

  #tell: (sentence: string) => void;

  /** @param tell is told once when the file is damaged: what it had is lost */
  constructor(dataDir: string, url: string, tell: (sentence: string) => void = () => undefined) {
    this.#folder = dataDir;
    this.#tell = (sentence) => {
      tell(sentence);
      this.#tell = () => undefined;
    };
    this.#url = new URL(url).origin;
  }

  /** The token of the login in `--as`, or of the colleague who signed in last. */
  tokenOf(login: string | undefined): string | undefined {
    const { current, tokens } = this.#read();
    const whose = Object.keys(tokens).find((one) => one.toLowerCase() === (login ?? current)?.toLowerCase());
    return whose === undefined ? undefined : tokens[whose];
  }

  keep(login: string, token: string, options: { readonly isCurrent: boolean }): void {
    const { current, tokens } = this.#read();
    this.#write({ current: options.isCurrent ? login : current, tokens: { ...tokens, [login]: token } });
  }

  forget(token: string): void {
    const { current, tokens } = this.#read();
    const left = Object.fromEntries(Object.entries(tokens).filter(([, kept]) => kept !== token));
    this.#write({ current: current !== undefined && current in left ? current : undefined, tokens: left });
  }

  #read(): SignedIn {
    return this.#readAll()[this.#url] ?? { tokens: {} };
  }

  #readAll(): Readonly<Record<string, SignedIn>> {
    const file = readSmallFile<Readonly<Record<string, SignedIn>>>(this.#file, (all) =>
      Object.values(all).every(isOurs),
    );
    if (file.kind === 'damaged') this.#tell(`${file.sentence}: sign in again, which writes it anew.`);
    return valueIn(file) ?? {};
  }

  #write(signedIn: SignedIn): void {
    mkdirSync(this.#folder, { recursive: true });
    const temporary = `${this.#file}.${process.pid}`;
    const all = { ...this.#readAll(), [this.#url]: signedIn };
    writeFileSync(temporary, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.#file);
  }

  get #file(): string {
    return join(this.#folder, 'staff-sessions.json');
  }
}
