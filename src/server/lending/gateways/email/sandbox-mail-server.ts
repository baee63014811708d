import { createServer, type Server, type Socket } from 'node:net';

/** A letter as the server was given it. */
export interface TakenLetter {
  readonly from: string;
  readonly to: string;
  /** Head and body, with line ends of one character. */
  readonly text: string;
}

interface Mailbox {
  /** The name before the `@`. */
  readonly name: string;
  /** Which command gets the answer. */
  readonly at: 'MAIL' | 'RCPT' | 'DATA';
  readonly answer: string;
  /** For operators of the sandbox. */
  readonly says: string;
}

/** Mailboxes that do not take letters, known by their names; every other one takes all of them. */
export const SANDBOX_MAILBOXES: readonly Mailbox[] = [
  { name: 'no-existe', at: 'RCPT', answer: '550 5.1.1 No such mailbox', says: 'refused for good: nobody has it' },
  { name: 'cerrado', at: 'RCPT', answer: '550 5.2.1 Mailbox disabled', says: 'refused for good: it is closed' },
  { name: 'lleno', at: 'RCPT', answer: '452 4.2.2 Mailbox full', says: 'refused for now: it is full' },
  { name: 'ocupado', at: 'RCPT', answer: '451 4.7.1 Greylisted, try again', says: 'refused for now: greylisting' },
  { name: 'politica', at: 'RCPT', answer: '550 5.7.1 Relaying denied', says: 'our trouble: policy' },
  { name: 'sospechoso', at: 'DATA', answer: '554 5.7.1 Message looks like spam', says: 'our trouble: reputation' },
  { name: 'grande', at: 'DATA', answer: '552 5.3.4 Message too big', says: 'this letter is never taken' },
  { name: 'cae', at: 'DATA', answer: '421 4.3.2 Shutting down', says: 'the server ends the connection' },
];

const MAX_LINE = 2_000;
const MAX_LETTER = 40 * 1024 * 1024;
const MAX_KEPT = 50;
const EXTENSIONS = ['manay.invalid', 'PIPELINING', `SIZE ${MAX_LETTER}`, '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'];
const MAIL_FROM = /^MAIL FROM:\s*<([^>]*)>/i;
const RCPT_TO = /^RCPT TO:\s*<([^>]+)>/i;

/**
 * A mail server of this machine that speaks SMTP (RFC 5321): it takes letters and delivers none, and its answers depend
 * on the mailbox (`SANDBOX_MAILBOXES`).
 */
export class SandboxMailServer {
  /** Newest first. */
  readonly taken: TakenLetter[] = [];
  #server: Server | undefined;
  readonly #open = new Set<Socket>();

  /** Listens on a free port of the loopback interface. @returns its address, `smtp://127.0.0.1:40123` */
  async listen(): Promise<string> {
    const server = createServer((socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
      serve(socket, (letter) => this.#keep(letter));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    // It must not keep a process that has nothing else to do.
    server.unref();
    const address = server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#open) socket.destroy();
  }

  #keep(letter: TakenLetter): void {
    this.taken.unshift(letter);
    if (this.taken.length > MAX_KEPT) this.taken.length = MAX_KEPT;
  }
}

/** One connection: greeting, then an answer to each line, and to a letter when its last line has come. */
function serve(socket: Socket, keep: (letter: TakenLetter) => void): void {
  const session = new Session(keep);
  let waiting = '';
  socket.unref();
  socket.setEncoding('latin1');
  // Who leaves in the middle has left.
  socket.on('error', () => socket.destroy());
  const say = (answer: string): void => {
    socket.write(`${answer}\r\n`);
    if (/^(?:221|421)/.test(answer)) socket.end();
  };
  socket.on('data', (text: string) => {
    const lines = `${waiting}${text}`.split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) {
      const answer = session.line(line);
      if (answer !== undefined) say(answer);
    }
    if (waiting.length > MAX_LINE) {
      say('500 5.5.2 Line too long');
      socket.end();
    }
  });
  say('220 manay.invalid ESMTP');
}

/** The state of a connection: who the letter is from and for, and its lines while it comes. */
class Session {
  readonly #keep: (letter: TakenLetter) => void;
  #from: string | undefined;
  #to: string | undefined;
  #letter: string[] | undefined;
  #size = 0;

  constructor(keep: (letter: TakenLetter) => void) {
    this.#keep = keep;
  }

  /** @returns the answer; undefined inside a letter */
  line(line: string): string | undefined {
    return this.#letter ? this.#letterLine(this.#letter, line) : this.#command(line);
  }

  #command(line: string): string {
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        this.#reset();
        return EXTENSIONS.map((name, at) => `250${at === EXTENSIONS.length - 1 ? ' ' : '-'}${name}`).join('\r\n');
      case 'HELO':
      case 'RSET':
        this.#reset();
        return '250 2.0.0 OK';
      case 'MAIL':
        return this.#mail(MAIL_FROM.exec(line)?.[1]);
      case 'RCPT':
        return this.#rcpt(RCPT_TO.exec(line)?.[1]);
      case 'DATA':
        if (this.#to === undefined) return '503 5.5.1 Name a recipient first';
        this.#letter = [];
        return '354 End with a line that has a point alone';
      case 'NOOP':
        return '250 2.0.0 OK';
      case 'VRFY':
        return '252 2.5.0 Send it and see';
      case 'QUIT':
        return '221 2.0.0 Bye';
      default:
        return '500 5.5.2 Unknown command';
    }
  }

  #mail(from: string | undefined): string {
    if (from === undefined) return '501 5.5.4 Say MAIL FROM:<address>';
    if (this.#from !== undefined) return '503 5.5.1 A letter is open already';
    const refusal = answerOf(from, 'MAIL');
    if (refusal !== undefined) return refusal;
    this.#from = from;
    return '250 2.1.0 OK';
  }

  #rcpt(to: string | undefined): string {
    if (this.#from === undefined) return '503 5.5.1 Name the sender first';
    if (to === undefined) return '501 5.1.3 Say RCPT TO:<address>';
    const refusal = answerOf(to, 'RCPT');
    if (refusal !== undefined) return refusal;
    this.#to = to;
    return '250 2.1.5 OK';
  }

  #letterLine(lines: string[], line: string): string | undefined {
    if (line !== '.') {
      this.#size += line.length + 2;
      // RFC 5321, 4.5.2: a point at the beginning of a line was doubled.
      if (this.#size <= MAX_LETTER) lines.push(line.startsWith('.') ? line.slice(1) : line);
      return undefined;
    }
    const [from = '', to = '', size] = [this.#from, this.#to, this.#size];
    this.#reset();
    const refusal = answerOf(to, 'DATA');
    if (refusal !== undefined) return refusal;
    if (size > MAX_LETTER) return '552 5.3.4 Message too big';
    this.#keep({ from, to, text: Buffer.from(lines.join('\n'), 'latin1').toString('utf8') });
    return '250 2.0.0 Taken';
  }

  #reset(): void {
    this.#from = undefined;
    this.#to = undefined;
    this.#letter = undefined;
    this.#size = 0;
  }
}

function answerOf(address: string, at: Mailbox['at']): string | undefined {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  return SANDBOX_MAILBOXES.find((mailbox) => mailbox.at === at && mailbox.name === name)?.answer;
}
