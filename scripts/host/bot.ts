import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#db/seed/random.ts";
import type { BotAccount, BotAccounts } from "./accounts.ts";
import { fetchJson, jsonPost, RejectedError } from "./host-api.ts";
import type { Levels } from "./levels.ts";
import type { RedeemResponse } from "./player-list.ts";

const SECOND = 1_000;
/** Bots never clear a level faster than this or try for longer. */
const MIN_CLEAR_MS = 8 * SECOND;
const MAX_CLEAR_MS = 4 * 60 * SECOND;
/** The pause after a 429 without Retry-After. */
const PAUSE_MS = 60 * SECOND;

export interface BotContext {
  accounts: BotAccounts;
  levels: Levels;
  /** The URL of the host that runs the bots. */
  hostUrl: string;
  /** Returns the URL of a host by the IP address from the site. */
  hostUrlFor: (ipAddress: string) => string;
  signal: AbortSignal;
  count: (event: "join" | "clear" | "error") => void;
}

interface BotSession {
  hostUrl: string;
  session: string;
  file: string;
}

/** A simulated player: joins a level, clears it or gives up, rests, and repeats until the host stops. */
export class Bot {
  readonly #context: BotContext;
  readonly #random: Random;
  #account: BotAccount | undefined;

  constructor(context: BotContext, random: Random) {
    this.#context = context;
    this.#random = random;
  }

  async run(delay: number): Promise<void> {
    for (let rest = delay; await this.#wait(rest); ) {
      try {
        await this.#visitLevel();
        rest = this.#random.range(4, 25) * SECOND;
      } catch (error) {
        rest = this.#restAfter(error);
      }
    }
  }

  /** Waits. Returns false if the host is stopping. */
  async #wait(milliseconds: number): Promise<boolean> {
    const { signal } = this.#context;
    return sleep(milliseconds, true, { signal }).catch(() => false);
  }

  async #visitLevel(): Promise<void> {
    const { accounts, levels, count } = this.#context;
    this.#account ??= await accounts.take();
    const { member } = this.#account;
    const id = await levels.pick((path) => member.get(path), this.#random);
    if (id === undefined) return;
    const session = await this.#join(id);
    count("join");
    while (await this.#run(session)) if (this.#random.chance(0.4)) break;
    // A stopping host reports that its players left.
    const { signal, hostUrl } = this.#context;
    if (!(signal.aborted && session.hostUrl === hostUrl)) await this.#post(session, "/leave");
  }

  /** Gets a join token and sends it to the host, as the game client does. */
  async #join(id: number): Promise<BotSession> {
    const { member } = this.#account as BotAccount;
    const { host, token } = await member.post<{ host: { ip_address: string }; token: string }>(
      "/api/join-token",
      {
        destination_type: "Level",
        id,
      },
    );
    const hostUrl = this.#context.hostUrlFor(host.ip_address);
    const { data } = await fetchJson(`${hostUrl}/join`, jsonPost({ token }));
    const { session, level } = data as RedeemResponse & { session: string };
    return { hostUrl, session, file: level.file_url };
  }

  /** Plays the level for a while. Returns whether it was cleared. */
  async #run(session: BotSession): Promise<boolean> {
    const random = this.#random;
    const fastest = await this.#context.levels.fastest(session.file);
    const time = fastest === null ? Number.POSITIVE_INFINITY : plausibleClearMs(fastest, random);
    const givesUp = time > MAX_CLEAR_MS || random.chance(0.3);
    const tries = random.range(10, givesUp ? 120 : 45) * SECOND;
    if (!(await this.#wait(tries + (givesUp ? 0 : time))) || givesUp) return false;
    await this.#post(session, "/clear", { time_ms: Math.round(time) });
    this.#context.count("clear");
    return true;
  }

  async #post({ hostUrl, session }: BotSession, path: string, more: object = {}): Promise<void> {
    await fetchJson(hostUrl + path, jsonPost({ session, ...more }));
  }

  /** Milliseconds to rest after an error. */
  #restAfter(error: unknown): number {
    this.#context.count("error");
    const random = this.#random;
    if (!(error instanceof RejectedError)) return random.range(3, 15) * SECOND;
    if (error.status === 401 || error.status === 419) return this.#signInAgain();
    // Replace a banned account with another.
    if (error.code === "banned") this.#account = undefined;
    if (error.status === 429)
      return (error.retryAfter ?? PAUSE_MS / SECOND) * SECOND + random.range(0, 10) * SECOND;
    return random.range(5, 30) * SECOND;
  }

  #signInAgain(): number {
    const { accounts } = this.#context;
    const account = this.#account;
    if (account) accounts.signIn(account).catch(() => undefined);
    return this.#random.range(2, 10) * SECOND;
  }
}

/** A plausible clear time in milliseconds. */
const plausibleClearMs = (fastest: number, random: Random): number =>
  Math.max(MIN_CLEAR_MS, fastest * random.range(1.25, 2.4)) + random.range(0, 15 * SECOND);
