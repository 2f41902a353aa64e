import { buildSocketPath } from "#domain/build/api.ts";
import type { Edit } from "#domain/build/edit.ts";
import { partId } from "#domain/build/ids.ts";
import type { BuildSnapshot, ClientOp, ServerMessage } from "#domain/build/messages.ts";
import { toWorld } from "#domain/build/world.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { BuildReplica } from "#web/features/build/model/build-replica.ts";
import type { SiteClient } from "./site-client.ts";
import type { SiteSocket } from "./site-socket.ts";

/** Builds a level as a page does, without drawing it. Its connection can be cut; then it comes back and sends the rest. */
export class BuildBot {
  replica = new BuildReplica({ seq: 0, parts: [] });
  /** Numbers of its operations that the object has confirmed or refused. */
  readonly confirmed = new Set<number>();
  readonly refused = new Map<number, string>();
  /** Operations of others that it has received. */
  received = 0;
  closeCode: number | null = null;
  readonly #member: Pick<SiteClient, "get" | "openSocket">;
  readonly #level: number;
  #socket: SiteSocket | null = null;
  /** The object has said hello on this socket. What is sent before would leave out what waits. */
  #isOnline = false;
  #client = 0;
  #n = 0;
  #counter = 0;
  #buffer: ServerMessage[] | null = null;
  readonly #waiters: (() => void)[] = [];

  constructor(member: Pick<SiteClient, "get" | "openSocket">, level: number) {
    this.#member = member;
    this.#level = level;
  }

  get n(): number {
    return this.#n;
  }

  get unconfirmed(): number {
    return this.replica.pending.length;
  }

  get isConnected(): boolean {
    return this.#socket?.isOpen === true;
  }

  newId(): string {
    return partId(this.#client, this.#counter++);
  }

  /** The canonical text of the document as it sees it. */
  text(): string {
    return serializeWorld(toWorld(this.replica.document));
  }

  /** Opens the document and the socket. Resolves once it can build. */
  async join(): Promise<void> {
    this.#buffer = [];
    const opened = this.#open();
    this.#adopt(await this.#fetchDocument());
    await opened;
    await this.until(() => this.#client > 0);
  }

  /** Comes back after its connection was lost. Resolves once the socket is open. */
  reconnect(): Promise<void> {
    return this.#open();
  }

  /** Loses the connection. */
  cut(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Makes an edit and returns its number. */
  edit(edit: Edit): number {
    const n = ++this.#n;
    this.#send({ n, ...edit }, edit);
    return n;
  }

  /** Takes one of its operations back and returns the number of doing so. */
  undo(undo: number): number {
    const n = ++this.#n;
    this.#send({ n, undo }, this.replica.expectedRevert(undo));
    return n;
  }

  /** Resolves once a condition holds that messages change. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.closeCode !== null) throw new Error(`The socket was closed with ${this.closeCode}.`);
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  #send(op: ClientOp, edit: Edit): void {
    this.replica.edit(op, edit);
    if (this.#isOnline && this.isConnected) this.#socket?.send(JSON.stringify(op));
  }

  #fetchDocument(): Promise<BuildSnapshot> {
    return this.#member.get(`/api/builds/${this.#level}/document`);
  }

  #adopt(snapshot: BuildSnapshot): void {
    const messages = this.#buffer ?? [];
    this.#buffer = null;
    this.replica.reset(snapshot);
    for (const message of messages) this.#receive(message);
    this.#wake();
  }

  #open(): Promise<void> {
    const resume = this.#client > 0 ? { client: this.#client, after: this.replica.seq } : null;
    const socket = this.#member.openSocket(buildSocketPath(this.#level, resume));
    this.#socket = socket;
    this.#isOnline = false;
    return new Promise((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("message", ({ data }) => {
        if (socket === this.#socket) this.#receive(JSON.parse(String(data)) as ServerMessage);
      });
      socket.addEventListener("error", () => reject(new Error("The socket can't be opened.")));
      socket.addEventListener("close", ({ code }) => {
        if (socket === this.#socket && code >= 4400) this.closeCode = code;
        this.#wake();
      });
    });
  }

  #receive(message: ServerMessage): void {
    if (this.#buffer) this.#buffer.push(message);
    else this.#handle(message);
    this.#wake();
  }

  #handle(message: ServerMessage): void {
    if ("hello" in message) {
      const { client, n, seq } = message.hello;
      const isFirst = this.#client === 0;
      this.#client = client;
      this.#isOnline = true;
      if (isFirst && seq > this.replica.seq) void this.#refetch();
      for (const { op } of this.replica.pending) if (op.n > n) this.#socket?.send(JSON.stringify(op));
    } else if ("ok" in message) {
      this.replica.confirm(message.ok, message.s, message.edit);
      this.confirmed.add(message.ok);
    } else if ("no" in message) {
      this.replica.refuse(message.no);
      this.refused.set(message.no, message.message);
    } else if ("s" in message) {
      this.replica.receive(message.s, message);
      this.received++;
    } else if ("resync" in message) void this.#refetch();
  }

  async #refetch(): Promise<void> {
    this.#buffer ??= [];
    this.#adopt(await this.#fetchDocument());
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
