import type { Host } from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/regions.ts";
import { type HostApi, Refused } from "./client.ts";
import { Member } from "./member.ts";
import type { KnownHost, Memory } from "./memory.ts";

/** The host as staff have it in their list. */
export interface Listing {
  name: string;
  /** What players connect to. */
  ip_address: string;
  region: HostRegion;
  capacity: number;
}

export interface SignIn {
  username: string;
  password: string;
  /** The secret of their authenticator app, which staff have. */
  twoFactor?: string | undefined;
}

interface Options {
  site: string;
  port: number;
  listing: Listing;
  admin: SignIn;
  memory: Memory;
  log: (line: string) => void;
}

/** Longer ago it would have to confirm its password. */
const SIGNED_IN_MS = 5 * 60 * 1000;

type Keyed = { host: Host; key: string };

/** Registers the reference host with a site as an admin does at /staff/hosts, and keeps what it gets. */
export class Registry {
  readonly #options: Options;
  #signedIn: { member: Member; until: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The key it has, or one of a new registration. */
  async key(): Promise<string> {
    const { memory, site, port } = this.#options;
    return memory.host(site, port)?.key ?? this.renew();
  }

  /** Another key: the site does not take the one there was, or there was none. */
  async renew(): Promise<string> {
    const { memory, site, port, listing, log } = this.#options;
    const admin = await this.#signIn();
    const before = memory.host(site, port);
    const { host, key } = (before && (await rotate(admin, before))) || (await register(admin, listing));
    memory.keepHost(site, port, { id: host.id, key });
    log(
      before?.id === host.id
        ? `Has a new key for host ${host.id}.`
        : `Registered as host ${host.id}, "${host.name}".`,
    );
    return key;
  }

  /** Has the site list the host as it is started now. */
  async correct(api: HostApi): Promise<void> {
    const { host } = await api.self();
    const { name: _, ...wanted } = this.#options.listing;
    const differs = Object.entries(wanted).some(
      ([name, value]) => host[name as keyof typeof wanted] !== value,
    );
    if (!differs) return;
    const admin = await this.#signIn();
    await admin.post(`/api/staff/hosts/${host.id}`, wanted);
  }

  /** A code is good for signing in once, so what is done at a time is done with one. */
  async #signIn(): Promise<Member> {
    const { site, admin } = this.#options;
    if (this.#signedIn && this.#signedIn.until > Date.now()) return this.#signedIn.member;
    const member = new Member(site);
    await member.open();
    await member.signIn(admin.username, admin.password, admin.twoFactor);
    this.#signedIn = { member, until: Date.now() + SIGNED_IN_MS };
    return member;
  }
}

/** A new key for a host; null where the site has no such host. */
async function rotate(admin: Member, { id }: Pick<KnownHost, "id">): Promise<Keyed | null> {
  try {
    return await admin.post<Keyed>(`/api/staff/hosts/${id}/rotate-key`);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

async function register(admin: Member, listing: Listing): Promise<Keyed> {
  try {
    return await admin.post<Keyed>("/api/staff/hosts", listing);
  } catch (error) {
    // The name is taken: by this host itself, where what it had kept is lost.
    const known = await find(admin, listing);
    const again = known && (await rotate(admin, known));
    if (again) return again;
    throw error;
  }
}

/** The host of that name and address in the list of staff. */
async function find(admin: Member, { name, ip_address }: Listing): Promise<Host | undefined> {
  for (let page = 1; ; page++) {
    const { data, links } = await admin.get<{ data: Host[]; links: { next: string | null } }>(
      `/api/staff/hosts?page=${page}`,
    );
    const known = data.find((host) => host.name === name && host.ip_address === ip_address);
    if (known || !links.next) return known;
  }
}
