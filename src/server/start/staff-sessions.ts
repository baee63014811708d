import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who is signed in from this machine at one lender: by login, and who acts unless `--as` says another. */
interface SignedIn {
  readonly current?: string | undefined;
  readonly tokens: Readonly<Record<string, string>>;
}

/** The sessions of colleagues, by the address of the lending role; readable by its owner only. */
export class StaffSessions {
  readonly #folder: string;
  readonly #url: string;

  constructor(dataDir: string, url: string) {
    this.#folder = dataDir;
    this.#url = new URL(url).origin;
  }

  /** Of `--as`, or of who signed in last. */
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
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Readonly<Record<string, SignedIn>>;
    } catch {
      return {};
    }
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
