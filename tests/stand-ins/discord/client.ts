import type { Failure } from "./known.ts";
import type { DiscordPerson } from "./people.ts";

interface PersonState {
  person: DiscordPerson;
  connection: { platform_name: string; platform_username: string; metadata: Record<string, string> } | null;
  /** How many valid pairs of tokens the site has for them. */
  grants: number;
}

/** The stand-in's doors for tests. */
export class DiscordDoors {
  readonly #url: string;
  #made = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async #say<T>(path: string, said?: object): Promise<T> {
    const response = await fetch(
      `${this.#url}/stand-in/${path}`,
      said ? { method: "POST", body: JSON.stringify(said) } : {},
    );
    if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Makes somebody with an account at Discord. */
  make(names: Partial<DiscordPerson> = {}): Promise<DiscordPerson> {
    return this.#say("people", { username: `somebody.${++this.#made}`, ...names });
  }

  /** What has become of somebody. */
  look({ id }: DiscordPerson): Promise<PersonState> {
    return this.#say(`people/${id}`);
  }

  /** Changes somebody's names, or has their access tokens end before their time. */
  change({ id }: DiscordPerson, to: Partial<DiscordPerson> & { expire?: true }): Promise<unknown> {
    return this.#say(`people/${id}`, to);
  }

  /** Has somebody take away what the site may do. */
  revoke({ id }: DiscordPerson): Promise<unknown> {
    return this.#say(`people/${id}`, { revoke: true });
  }

  /** Keeps somebody's profile back from now on, or tells it. */
  hold({ id }: DiscordPerson, hold: boolean): Promise<unknown> {
    return this.#say(`people/${id}`, { hold });
  }

  /** Has the next calls of a part fail for somebody. */
  fail({ id }: DiscordPerson, part: Failure["part"], status = 503, times = 1): Promise<unknown> {
    return this.#say("fail", { person: id, part, status, times });
  }

  /** Says yes (or no) on the page at that address, and answers where that leads. */
  async consent(address: string, person: DiscordPerson | null): Promise<URL> {
    const page = await fetch(address);
    const form = new URLSearchParams(person ? { person: person.id } : { cancel: "1" });
    const response = await fetch(address, { method: "POST", body: form, redirect: "manual" });
    const text = await page.text();
    if (response.status !== 303) throw new Error(`no consent: ${response.status} ${text}`);
    return new URL(response.headers.get("Location") ?? "");
  }
}
