import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#db/seed/random.ts";
import type { Account, Accounts } from "./accounts.ts";
import { fetchJson, posting, Refused } from "./client.ts";
import type { Levels } from "./levels.ts";
import type { Admitted } from "./room.ts";

const SECOND = 1_000;
/** Nobody clears anything faster than this, nor tries for longer than that. */
const QUICKEST_MS = 8 * SECOND;
const LONGEST_MS = 4 * 60 * SECOND;
/** Where the site says "not now" and not for how long. */
const PAUSE_MS = 60 * SECOND;

export interface Around {
  accounts: Accounts;
  levels: Levels;
  /** The door of the host that they belong to. */
  door: string;
  /** The door of a host by the address that the site has told. */
  doorOf: (address: string) => string;
  signal: AbortSignal;
  count: (what: "join" | "clear" | "refusal") => void;
}

interface Stay {
  door: string;
  session: string;
  file: string;
}

/** Somebody who plays as long as the host runs: comes, clears a level or gives up, rests, comes again. */
export class Bot {
  readonly #around: Around;
  readonly #random: Random;
  #account: Account | undefined;

  constructor(around: Around, random: Random) {
    this.#around = around;
    this.#random = random;
  }

  async live(delay: number): Promise<void> {
    for (let rest = delay; await this.#wait(rest); ) {
      try {
        await this.#visit();
        rest = this.#random.range(4, 25) * SECOND;
      } catch (error) {
        rest = this.#after(error);
      }
    }
  }

  /** Whether there is time left after so many milliseconds. */
  async #wait(milliseconds: number): Promise<boolean> {
    const { signal } = this.#around;
    return sleep(milliseconds, true, { signal }).catch(() => false);
  }

  async #visit(): Promise<void> {
    const { accounts, levels, count } = this.#around;
    this.#account ??= await accounts.take();
    const { member } = this.#account;
    const id = await levels.pick((path) => member.get(path), this.#random);
    if (id === undefined) return;
    const stay = await this.#join(id);
    count("join");
    while (await this.#run(stay)) if (this.#random.chance(0.4)) break;
    // Where the end of all has come, the own host tells of everybody at once.
    const { signal, door } = this.#around;
    if (!(signal.aborted && stay.door === door)) await this.#tell(stay, "/leave");
  }

  /** Presses Play and shows the token to the host, as the client does. */
  async #join(id: number): Promise<Stay> {
    const { member } = this.#account as Account;
    const { host, token } = await member.post<{ host: { ip_address: string }; token: string }>(
      "/api/join-token",
      {
        destination_type: "Level",
        id,
      },
    );
    const door = this.#around.doorOf(host.ip_address);
    const { data } = await fetchJson(`${door}/join`, posting({ token }));
    const { session, level } = data as Admitted & { session: string };
    return { door, session, file: level.file_url };
  }

  /** A few tries at the level, of which one may get to its end. Whether it was cleared. */
  async #run(stay: Stay): Promise<boolean> {
    const random = this.#random;
    const fastest = await this.#around.levels.fastest(stay.file);
    const time = fastest === null ? Number.POSITIVE_INFINITY : plausible(fastest, random);
    const givesUp = time > LONGEST_MS || random.chance(0.3);
    const tries = random.range(10, givesUp ? 120 : 45) * SECOND;
    if (!(await this.#wait(tries + (givesUp ? 0 : time))) || givesUp) return false;
    await this.#tell(stay, "/clear", { time_ms: Math.round(time) });
    this.#around.count("clear");
    return true;
  }

  async #tell({ door, session }: Stay, path: string, more: object = {}): Promise<void> {
    await fetchJson(door + path, posting({ session, ...more }));
  }

  /** How long to rest after something went wrong. */
  #after(error: unknown): number {
    this.#around.count("refusal");
    const random = this.#random;
    if (!(error instanceof Refused)) return random.range(3, 15) * SECOND;
    if (error.status === 401 || error.status === 419) return this.#signInAgain();
    // Whoever is banned comes no more; somebody else takes the place.
    if (error.code === "banned") this.#account = undefined;
    if (error.status === 429)
      return (error.retryAfter ?? PAUSE_MS / SECOND) * SECOND + random.range(0, 10) * SECOND;
    return random.range(5, 30) * SECOND;
  }

  #signInAgain(): number {
    const { accounts } = this.#around;
    const account = this.#account;
    if (account) accounts.signIn(account).catch(() => undefined);
    return this.#random.range(2, 10) * SECOND;
  }
}

/** A time in which somebody may have cleared a level, in milliseconds. */
const plausible = (fastest: number, random: Random): number =>
  Math.max(QUICKEST_MS, fastest * random.range(1.25, 2.4)) + random.range(0, 15 * SECOND);
