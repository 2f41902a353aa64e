import { buildDocumentRoute, buildSocketPath } from "#domain/build/api.ts";
import type { Edit } from "#domain/build/edit.ts";
import { type PartId, partId } from "#domain/build/ids.ts";
import type { BuildSnapshot, ServerMessage } from "#domain/build/messages.ts";
import type { BlockPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { BuildReplica } from "#web/features/build/model/build-replica.ts";
import type { Browser } from "./browser.ts";
import { requestSocket, untilClosed } from "./socket.ts";
import type { TestUser } from "./test-user.ts";
import { until } from "./until.ts";

type MessageWith<K extends string> = Extract<ServerMessage, Record<K, unknown>>;

/** A block of one unit. */
export const blockAt = (position: Vec3, fields: Partial<BlockPart> = {}): BlockPart => ({
  kind: "block",
  shape: "box",
  position,
  size: [1, 1, 1],
  color: "6cc551",
  ...fields,
});

/** A page's socket to a level that is being built. It keeps everything that it received. */
export class BuildClient {
  readonly #socket: WebSocket;
  readonly received: ServerMessage[] = [];
  /** The code in the `Closing` message, and that of the close. */
  closing: number | null = null;
  closed: number | null = null;
  #n = 0;
  #counter = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (data === "pong") return;
      const message = JSON.parse(String(data)) as ServerMessage;
      if ("event" in message) this.closing = message.code;
      else this.received.push(message);
    });
    socket.addEventListener("close", ({ code }) => {
      this.closed = code;
    });
    socket.accept();
  }

  /** All received messages with this field. */
  all<K extends string>(key: K): MessageWith<K>[] {
    return this.received.filter((message): message is MessageWith<K> => key in message);
  }

  /** Waits for a message with this field that matches, from now on or from before. Returns the newest. */
  one<K extends string>(
    key: K,
    matches: (message: MessageWith<K>) => boolean = () => true,
  ): Promise<MessageWith<K>> {
    return until(() => this.all(key).findLast(matches)) as Promise<MessageWith<K>>;
  }

  async until(condition: () => boolean): Promise<void> {
    await until(condition);
  }

  get hello(): { client: number; n: number; seq: number; color: number } {
    const [first] = this.all("hello");
    if (!first) throw new Error("No hello has arrived.");
    return first.hello;
  }

  /** Goes on as a page whose newest operation has this number. */
  continueFrom(n: number, counter: number): void {
    this.#n = n;
    this.#counter = counter;
  }

  get n(): number {
    return this.#n;
  }

  get counter(): number {
    return this.#counter;
  }

  newId = (): PartId => partId(this.hello.client, this.#counter++);
  send = (message: unknown): void => this.sendText(JSON.stringify(message));
  sendText = (text: string | Uint8Array<ArrayBuffer>): void => this.#socket.send(text);

  /** Sends an operation without waiting. Returns its number. */
  op(op: Edit | { undo: number } | { restore: string } | Record<string, unknown>): number {
    const n = ++this.#n;
    this.send({ n, ...op });
    return n;
  }

  /** Makes an operation and waits until it's confirmed. */
  async made(op: Parameters<BuildClient["op"]>[0]): Promise<MessageWith<"ok">> {
    const n = this.op(op);
    await this.until(() => this.isHandled(n) || this.closed !== null);
    const ok = this.all("ok").find((message) => message.ok === n);
    if (!ok) throw new Error(`Not confirmed: ${JSON.stringify(this.all("no"))} ${this.closed}`);
    return ok;
  }

  /** Makes an operation that is refused. Returns why. */
  async refused(op: Parameters<BuildClient["op"]>[0]): Promise<string> {
    const n = this.op(op);
    await this.until(() => this.isHandled(n) || this.closed !== null);
    const no = this.all("no").find((message) => message.no === n);
    if (!no) throw new Error(`Not refused: ${JSON.stringify(this.all("ok").at(-1))} ${this.closed}`);
    return no.message;
  }

  close = (code = 1000): void => this.#socket.close(code);

  /** Waits until it's closed. Returns the code. */
  end = (): Promise<number> => untilClosed(this);
  isHandled(n: number): boolean {
    return this.all("ok").some(({ ok }) => ok === n) || this.all("no").some(({ no }) => no === n);
  }

  /** Adds a block and waits until it's stored. Returns its id. */
  async block(position: Vec3 = [0, 0, 0], fields: Partial<BlockPart> = {}): Promise<PartId> {
    const id = this.newId();
    await this.made({ add: [[id, blockAt(position, fields)]] });
    return id;
  }
}

/** Opens a level's socket. Returns the status, and the page unless it's rejected. */
export async function connectBuild(
  ...request: Parameters<typeof requestSocket>
): Promise<{ client: BuildClient | null; status: number }> {
  const { webSocket, status } = await requestSocket(...request);
  return { client: webSocket && new BuildClient(webSocket), status };
}

/** Opens a page of a level and waits until it has its number. */
export async function openBuild(
  user: Browser,
  level: number,
  resume: { client: number; after: number } | null = null,
): Promise<BuildClient> {
  const { client, status } = await connectBuild(user, buildSocketPath(level, resume));
  if (!client) throw new Error(`The socket wasn't opened: ${status}`);
  await client.until(() => client.closed !== null || client.all("people").length > 0);
  if (client.closed !== null) throw new Error(`The socket was closed: ${client.closed}`);
  return client;
}

/** Opens a page that isn't let in. Returns the code. */
export async function rejectedBuild(
  user: Browser,
  level: number,
  resume: { client: number; after: number } | null = null,
): Promise<number> {
  const { client, status } = await connectBuild(user, buildSocketPath(level, resume));
  if (!client) throw new Error(`The socket wasn't opened: ${status}`);
  return client.end();
}

/** The document of a level that is being built. */
export const buildSnapshot = async (user: TestUser, level: number): Promise<BuildSnapshot> =>
  user.output(buildDocumentRoute, { id: level });

/** Applies what a page of another client has received to a document. */
export function replay(snapshot: BuildSnapshot, messages: readonly ServerMessage[]): BuildReplica {
  const replica = new BuildReplica(snapshot);
  for (const message of messages) {
    if (!("s" in message && "c" in message)) continue;
    const { s, c: _, ...edit } = message;
    replica.receive(s, edit);
  }
  return replica;
}

/** The parts of a document as JSON, for comparison. */
export const partsOf = ({ document }: BuildReplica): string => JSON.stringify([...document.entries()]);
