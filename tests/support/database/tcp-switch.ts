import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * One address that leads to one of several servers, as HAProxy does before a primary and its stand-by: who is led
 * elsewhere loses the connections to where it led before.
 */
export class TcpSwitch {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: number | undefined;
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (client) => this.#accept(client));
  }

  static async open(): Promise<TcpSwitch> {
    const opened = new TcpSwitch(createServer({ allowHalfOpen: true }));
    opened.#server.listen(0, '127.0.0.1');
    await once(opened.#server, 'listening');
    return opened;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Undefined: whoever connects is turned away. */
  lead(target: number | undefined): void {
    this.#isCut = false;
    this.#target = target;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** A cable that is pulled: nothing gets through any more, and neither side is told. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    this.lead(undefined);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    this.#keep(client);
    if (this.#isCut) return;
    if (this.#target === undefined) return void client.resetAndDestroy();
    const server = this.#keep(connect(this.#target, '127.0.0.1'));
    client.pipe(server).pipe(client);
    client.once('close', () => this.#isCut || server.destroy());
    server.once('close', () => this.#isCut || client.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
    return socket.setNoDelay();
  }
}
