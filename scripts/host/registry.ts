import type { Host } from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { RejectedError, SiteClient } from "../client/site-client.ts";
import type { HostApi } from "./host-api.ts";
import type { SavedHost, StateFile } from "./state-file.ts";

/** The host's entry in the staff list. */
export interface HostListing {
  name: string;
  /** The address that players connect to. */
  ip_address: string;
  region: HostRegion;
  capacity: number;
}

export interface AdminSignIn {
  username: string;
  password: string;
  /** Their authenticator secret. Staff have two-factor authentication. */
  twoFactor?: string | undefined;
}

interface Options {
  site: string;
  port: number;
  listing: HostListing;
  admin: AdminSignIn;
  stateFile: StateFile;
  log: (line: string) => void;
}

/** A session older than this would have to confirm its password. */
const SIGN_IN_MS = 5 * 60 * 1000;

type HostWithKey = { host: Host; key: string };

/** Registers the reference host with a site as an admin does at /staff/hosts, and saves its key. */
export class HostRegistry {
  readonly #options: Options;
  #signedIn: { member: SiteClient; until: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns the saved key, or registers the host for a new one. */
  async key(): Promise<string> {
    const { stateFile, site, port } = this.#options;
    return stateFile.host(site, port)?.key ?? this.renew();
  }

  /** Gets a new key: the site rejects the old one, or there is none. */
  async renew(): Promise<string> {
    const { stateFile, site, port, listing, log } = this.#options;
    const admin = await this.#signIn();
    const before = stateFile.host(site, port);
    const { host, key } = (before && (await rotate(admin, before))) || (await register(admin, listing));
    stateFile.saveHost(site, port, { id: host.id, key });
    log(
      before?.id === host.id
        ? `Got a new key for host ${host.id}.`
        : `Registered as host ${host.id}, "${host.name}".`,
    );
    return key;
  }

  /** Updates the host's entry if it differs from the current options. */
  async updateListing(api: HostApi): Promise<void> {
    const { host } = await api.self();
    const { name: _, ...expected } = this.#options.listing;
    const differs = Object.entries(expected).some(
      ([name, value]) => host[name as keyof typeof expected] !== value,
    );
    if (!differs) return;
    const admin = await this.#signIn();
    await admin.post(`/api/staff/hosts/${host.id}`, expected);
  }

  /** Reuses a session for a while, because each code works only once. */
  async #signIn(): Promise<SiteClient> {
    const { site, admin } = this.#options;
    if (this.#signedIn && this.#signedIn.until > Date.now()) return this.#signedIn.member;
    const member = new SiteClient(site);
    await member.open();
    await member.signIn(admin.username, admin.password, admin.twoFactor);
    this.#signedIn = { member, until: Date.now() + SIGN_IN_MS };
    return member;
  }
}

/** Returns a new key for a host; null if the site doesn't have this host. */
async function rotate(admin: SiteClient, { id }: Pick<SavedHost, "id">): Promise<HostWithKey | null> {
  try {
    return await admin.post<HostWithKey>(`/api/staff/hosts/${id}/rotate-key`);
  } catch (error) {
    if (error instanceof RejectedError && error.status === 404) return null;
    throw error;
  }
}

async function register(admin: SiteClient, listing: HostListing): Promise<HostWithKey> {
  try {
    return await admin.post<HostWithKey>("/api/staff/hosts", listing);
  } catch (error) {
    // The name is taken, by this host itself if its saved state was lost.
    const known = await find(admin, listing);
    const again = known && (await rotate(admin, known));
    if (again) return again;
    throw error;
  }
}

/** Finds the host with this name and address in the staff list. */
async function find(admin: SiteClient, { name, ip_address }: HostListing): Promise<Host | undefined> {
  for (let page = 1; ; page++) {
    const { data, links } = await admin.get<{ data: Host[]; links: { next: string | null } }>(
      `/api/staff/hosts?page=${page}`,
    );
    const known = data.find((host) => host.name === name && host.ip_address === ip_address);
    if (known || !links.next) return known;
  }
}
