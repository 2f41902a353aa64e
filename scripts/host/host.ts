import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet } from "jose";
import type { HostRegion } from "#domain/hosts/regions.ts";
import { jwksRoute } from "#domain/play/api.ts";
import { type Acts, makeActs } from "./acts.ts";
import { Away, HostApi, Refused } from "./client.ts";
import { openDoor } from "./door.ts";
import { Heartbeat } from "./heartbeat.ts";
import { Memory } from "./memory.ts";
import { hostPage } from "./page.ts";
import { Registry, type SignIn } from "./register.ts";
import { type Player, Room } from "./room.ts";
import { checkToken, KEYS_COOLDOWN_MS, TokenRefusal } from "./tokens.ts";

export interface HostOptions {
  /** Origin of the site. */
  site: string;
  /** Where clients come in; any free port where it is 0. */
  port: number;
  /** What players connect to; this machine's own address unless told. */
  address?: string | undefined;
  name?: string | undefined;
  region: HostRegion;
  capacity: number;
  /** Who registers it, unless it has a key. */
  admin: SignIn;
  /** The key of a host that staff have registered. */
  key?: string | undefined;
  /** The file of what is kept from run to run. */
  memory: string;
  /** Says what happens, a line each. */
  log: (line: string) => void;
  /** The same for the comings and goings of players. */
  logPlayer?: (line: string) => void;
}

export interface RunningHost {
  id: number;
  /** Where its door is. */
  url: string;
  /** What the site tells players to connect to. */
  address: string;
  capacity: number;
  players(): Player[];
  /** Lets everybody go, and tells the site. */
  stop(): Promise<void>;
}

/** Starts a game host: registers it where needed, opens its door, and has the site hear of it every 15 seconds. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { site, log, logPlayer = log } = options;
  const room = new Room();
  let acts: Acts = {};
  let about = { id: 0, name: "", capacity: options.capacity };
  const shown = () => ({ ...about, site, players: room.players });
  const door = openDoor(
    {
      page: () => hostPage(shown()),
      state: () => ({ ...shown(), players: room.players.map(told) }),
      find: (path) => (Object.hasOwn(acts, path) ? acts[path] : undefined),
    },
    log,
  );
  const port = await listen(door, options);
  try {
    const registry = options.key === undefined ? makeRegistry(options, port) : undefined;
    const api = new HostApi(site, options.key ?? (await registry?.key()) ?? "");
    let self = await introduce(api, registry);
    about = self.host;
    const keys = createRemoteJWKSet(new URL(jwksRoute.path, site), { cooldownDuration: KEYS_COOLDOWN_MS });
    const check = (token: string) => checkToken(token, { keys, ...self }).catch(keysAway);
    acts = makeActs({ api, room, log: logPlayer, check });
    const renew = async () => {
      if (!registry) return;
      api.key = await registry.renew();
      self = await api.self();
      about = self.host;
    };
    const heartbeat = new Heartbeat({ api, room, log, renew });
    await heartbeat.start();
    return {
      id: about.id,
      url: `http://127.0.0.1:${port}`,
      address: self.host.ip_address,
      capacity: about.capacity,
      players: () => room.players,
      async stop() {
        acts = {};
        door.close();
        door.closeAllConnections();
        await heartbeat.stop();
      },
    };
  } catch (error) {
    door.close();
    throw error;
  }
}

const LOCAL = /^(?:127\.|localhost(?::|$)|\[::1\])/;

/** Opens the door, for others than this machine only where the host has an address that they can reach. Gives the port. */
async function listen(door: Server, { address = "127.0.0.1", port }: HostOptions): Promise<number> {
  await new Promise<void>((done, failed) => {
    door.once("error", failed).listen(port, LOCAL.test(address) ? "127.0.0.1" : undefined, done);
  });
  return (door.address() as AddressInfo).port;
}

function makeRegistry(options: HostOptions, port: number): Registry {
  const { site, region, capacity, admin, log } = options;
  const { name = `Reference host ${port}`, address = `127.0.0.1:${port}` } = options;
  const memory = new Memory(options.memory);
  return new Registry({
    site,
    port,
    listing: { name, ip_address: address, region, capacity },
    admin,
    memory,
    log,
  });
}

/** Who the host is by the site's word. A key of its own that is refused is followed by another. */
async function introduce(api: HostApi, registry: Registry | undefined) {
  try {
    await registry?.correct(api);
    return await api.self();
  } catch (error) {
    if (!registry || !(error instanceof Refused) || error.status !== 401) throw error;
    api.key = await registry.renew();
    await registry.correct(api);
    return api.self();
  }
}

/** What is no fault of the token kept the site's keys away. */
function keysAway(error: unknown): never {
  throw error instanceof TokenRefusal ? error : new Away("The site's keys can't be had", { cause: error });
}

/** A player as others may see them: without what their client shows. */
const told = ({ user, level, since }: Player) => ({
  user: { id: user.id, username: user.username },
  level: { id: level.id, title: level.title },
  since: new Date(since).toISOString(),
});
