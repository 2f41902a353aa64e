import type { DiscordPerson, InjectedFailure } from "./discord-state.ts";

interface PersonState {
  person: DiscordPerson;
  connection: { platform_name: string; platform_username: string; metadata: Record<string, string> } | null;
  /** The number of the site's valid token pairs for them. */
  grants: number;
}

/** Controls the Discord stand-in from tests. */
export class DiscordControl {
  readonly #url: string;
  #count = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async #send<T>(path: string, input?: object): Promise<T> {
    const response = await fetch(
      `${this.#url}/stand-in/${path}`,
      input ? { method: "POST", body: JSON.stringify(input) } : {},
    );
    if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Adds a Discord user. */
  addPerson(names: Partial<DiscordPerson> = {}): Promise<DiscordPerson> {
    return this.#send("people", { username: `someone.${++this.#count}`, ...names });
  }

  /** Returns a user's current state. */
  getState = ({ id }: DiscordPerson): Promise<PersonState> => this.#send(`people/${id}`);

  /** Updates a user's names, or expires their access tokens. */
  update({ id }: DiscordPerson, to: Partial<DiscordPerson> & { expire?: true }): Promise<unknown> {
    return this.#send(`people/${id}`, to);
  }

  /** Revokes the site's access to a user. */
  revoke = ({ id }: DiscordPerson): Promise<unknown> => this.#send(`people/${id}`, { revoke: true });

  /** Delays a user's profile response, or releases it. */
  holdProfile({ id }: DiscordPerson, hold: boolean): Promise<unknown> {
    return this.#send(`people/${id}`, { hold });
  }

  /** Makes a user's next calls of a part fail. */
  failNext({ id }: DiscordPerson, part: InjectedFailure["part"], status = 503, times = 1): Promise<unknown> {
    return this.#send("fail", { person: id, part, status, times });
  }

  /** Authorizes as a person (or cancels) on the page at `url`. Returns the redirect. */
  async consent(url: string, person: DiscordPerson | null): Promise<URL> {
    const page = await fetch(url);
    const form = new URLSearchParams(person ? { person: person.id } : { cancel: "1" });
    const response = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    const text = await page.text();
    if (response.status !== 303) throw new Error(`The authorization failed: ${response.status} ${text}`);
    return new URL(response.headers.get("Location") ?? "");
  }
}
