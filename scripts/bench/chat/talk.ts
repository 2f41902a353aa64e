import type { Guest } from "./crowd.ts";
import { Hearing } from "./hearing.ts";
import { Line, type LineAnswer } from "./line.ts";
import type { Venue } from "./venue.ts";
import { Wire } from "./wire.ts";

/** Forty characters, as long as what people say to each other. */
const words = (n: number): string => `#${n}# see you at the volcano tower soon`.padEnd(40, "!").slice(0, 40);
const NUMBER = /#(\d+)#/;
/** A socket's first word, which is no message. */
const HELLO = 0;
/** Sets the messages of this run apart from all others. */
const RUN = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
let sent = 0;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface Listener {
  id: number;
  wire: Wire;
  hearing: Hearing;
}

/** A guest's socket, once it has said hello. */
export async function listen(venue: Venue, { id, headers }: Guest): Promise<Listener> {
  const hearing = new Hearing();
  const wire = await Wire.open(venue.url + venue.socketPath, headers, {
    heard: (payload) => hearing.hear(Number(NUMBER.exec(payload.toString("latin1"))?.[1] ?? HELLO)),
  });
  await hearing.moment(HELLO);
  return { id, wire, hearing };
}

/** Somebody who writes, on a connection of their own. */
export class Writer {
  readonly #venue: Venue;
  readonly #line: Line;

  private constructor(venue: Venue, line: Line) {
    this.#venue = venue;
    this.#line = line;
  }

  static async at(venue: Venue, { writeHeaders }: Guest): Promise<Writer> {
    const line = new Line(venue.url, writeHeaders);
    await line.open();
    return new Writer(venue, line);
  }

  /** Sends a message; its number is known at once. */
  say(to: number): { number: number; answer: Promise<LineAnswer> } {
    const number = ++sent;
    const { path, input } = this.#venue.message(to, words(number), `${RUN}-${number}`);
    const answer = this.#line.post(path, JSON.stringify(input)).then((answered) => {
      if (answered.status >= 300)
        throw new Error(`a message was answered ${answered.status}: ${answered.body}`);
      return answered;
    });
    return { number, answer };
  }

  close(): void {
    this.#line.close();
  }
}

/** Guests of a venue, each at an open socket and with a connection to write on; neighbours are pairs. */
export class Party {
  readonly #seats: { listener: Listener; writer: Writer }[];

  private constructor(seats: { listener: Listener; writer: Writer }[]) {
    this.#seats = seats;
  }

  static async gather(venue: Venue, count: number): Promise<Party> {
    const seats = venue.guests.slice(0, count).map(async (guest) => ({
      listener: await listen(venue, guest),
      writer: await Writer.at(venue, guest),
    }));
    return new Party(await Promise.all(seats));
  }

  #seat(at: number) {
    const seat = this.#seats[at % this.#seats.length];
    if (!seat) throw new Error("Nobody is here.");
    return seat;
  }

  /** Says as many messages a second for so long; answers the milliseconds from writing until the other's socket had it. */
  async chat(perSecond: number, milliseconds: number): Promise<number[]> {
    const started = performance.now();
    const every = 1000 / perSecond;
    const took: Promise<number>[] = [];
    for (let n = 0; n * every < milliseconds; n++) {
      const wait = started + n * every - performance.now();
      if (wait > 0) await pause(wait);
      // Everybody comes to speak, and no two in a row are a pair.
      took.push(this.#exchange(n * 37));
    }
    return Promise.all(took);
  }

  async #exchange(at: number): Promise<number> {
    const { listener } = this.#seat(at ^ 1);
    const said = performance.now();
    const { number, answer } = this.#seat(at).writer.say(listener.id);
    const [moment] = await Promise.all([listener.hearing.moment(number), answer]);
    return moment - said;
  }

  /** One of each pair speaks as fast as answers come; messages a second, all of them heard. */
  rush(milliseconds: number): Promise<number> {
    const speakers = this.#seats.flatMap(({ writer }, at) =>
      at % 2 ? [] : [{ writer, listeners: [this.#seat(at + 1).listener] }],
    );
    return rush(speakers, milliseconds);
  }

  /** Bytes that the sockets of two neighbours have got for a message between them, and what the POST took. */
  async weigh(): Promise<{ receiver: number; sender: number; answer: LineAnswer }> {
    const [{ writer, listener: own }, { listener: other }] = [this.#seat(0), this.#seat(1)];
    const [ownBefore, otherBefore] = [own.wire.bytes, other.wire.bytes];
    const said = writer.say(other.id);
    const answer = await said.answer;
    await Promise.all([own.hearing.moment(said.number), other.hearing.moment(said.number)]);
    return { sender: own.wire.bytes - ownBefore, receiver: other.wire.bytes - otherBefore, answer };
  }

  leave(): void {
    for (const { listener, writer } of this.#seats) {
      listener.wire.close();
      writer.close();
    }
  }
}

interface Speaker {
  writer: Writer;
  /** All of one person, who is spoken to. */
  listeners: readonly Listener[];
}

/** Everybody speaks to their listener as fast as answers come; messages a second, all of them heard. */
export async function rush(speakers: readonly Speaker[], milliseconds: number): Promise<number> {
  const started = performance.now();
  const end = started + milliseconds;
  let count = 0;
  await Promise.all(
    speakers.map(async ({ writer, listeners }) => {
      const [first] = listeners;
      if (!first) return;
      let last = 0;
      for (; performance.now() < end; count++) {
        const { number, answer } = writer.say(first.id);
        await answer;
        last = number;
      }
      await Promise.all(listeners.map(({ hearing }) => hearing.moment(last)));
    }),
  );
  return (count / (performance.now() - started)) * 1000;
}
