import { setTimeout as pause } from "node:timers/promises";
import type { ClientFrame } from "#domain/live/frames.ts";
import { SiteSocket } from "../client/site-socket.ts";

const TIMEOUT_MS = 30_000;
/** Distinguishes this run's messages from others. */
const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
let sent = 0;

/** A program in which users write to each other on their sockets. */
export interface ChatProgram {
  url: string;
  /** The id of its runtime process. */
  pid: number;
  users: readonly { id: number; readHeaders: Record<string, string> }[];
  socketPath: string;
  stop(): Promise<void>;
}

/** The times at which numbered messages arrived. */
class Arrivals {
  readonly #times = new Map<number, number>();
  readonly #waiting = new Map<number, (time: number) => void>();

  add(number: number): void {
    const time = performance.now();
    this.#times.set(number, time);
    this.#waiting.get(number)?.(time);
    this.#waiting.delete(number);
  }

  /** Resolves with the time at which a number arrived or will. */
  async of(number: number): Promise<number> {
    const known = this.#times.get(number);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(number, resolve);
    const late = setTimeout(() => reject(new Error(`Message ${number} wasn't received.`)), TIMEOUT_MS);
    return promise.finally(() => clearTimeout(late));
  }
}

const HELLO = 0;

/** Returns a message of 40 characters, a typical length. */
export const messageText = (n: number): string =>
  `#${n}# see you at the volcano tower soon`.padEnd(40, "!").slice(0, 40);

/** An open page of a user. */
export class ChatPage {
  readonly id: number;
  readonly received = new Arrivals();
  readonly acknowledged = new Arrivals();
  readonly socket: SiteSocket;
  pongs = 0;

  constructor({ url, socketPath }: ChatProgram, { id, readHeaders }: ChatProgram["users"][number]) {
    this.id = id;
    this.socket = new SiteSocket(url + socketPath, readHeaders, { onText: (text) => this.#receive(text) });
  }

  /** Opens a page and waits for its first frame. */
  static async open(program: ChatProgram, user: ChatProgram["users"][number]): Promise<ChatPage> {
    const page = new ChatPage(program, user);
    await page.socket.opened;
    await page.received.of(HELLO);
    return page;
  }

  #receive(text: string): void {
    if (text.includes('"MessageRejected"')) throw new Error(`A message was rejected: ${text}`);
    if (text === "pong") this.pongs++;
    const reply = /"MessageSent","client_id":"\w+-(\d+)"/.exec(text)?.[1];
    if (reply) this.acknowledged.add(Number(reply));
    else this.received.add(Number(/#(\d+)#/.exec(text)?.[1] ?? HELLO));
  }

  /** Sends a message. Returns its number. */
  send(user_id: number): number {
    const number = ++sent;
    const client_id = `${RUN}-${String(number).padStart(27, "0")}`;
    const frame = { type: "send", user_id, client_id, body: messageText(number) } satisfies ClientFrame;
    this.socket.send(JSON.stringify(frame));
    return number;
  }
}

/** Opens a page for each of the first users. Neighbors write to each other. */
export const openPages = (program: ChatProgram, count: number): Promise<ChatPage[]> =>
  Promise.all(program.users.slice(0, count).map((user) => ChatPage.open(program, user)));

/** Sends messages at a steady rate. Returns the milliseconds from sending each to the recipient's socket. */
export async function chat(pages: readonly ChatPage[], perSecond: number, ms: number): Promise<number[]> {
  const exchange = async (at: number) => {
    const [from, to] = [pages[at % pages.length], pages[(at % pages.length) ^ 1]];
    if (!from || !to) throw new Error("There are no pages.");
    const sentAt = performance.now();
    const number = from.send(to.id);
    const [received] = await Promise.all([to.received.of(number), from.acknowledged.of(number)]);
    return received - sentAt;
  };
  const started = performance.now();
  const every = 1000 / perSecond;
  const took: Promise<number>[] = [];
  for (let n = 0; n * every < ms; n++) {
    const wait = started + n * every - performance.now();
    if (wait > 0) await pause(wait);
    // Everyone sends, and no pair writes twice in a row.
    took.push(exchange(n * 37));
  }
  return Promise.all(took);
}

export function closePages(pages: readonly ChatPage[]): void {
  for (const { socket } of pages) socket.close();
}
