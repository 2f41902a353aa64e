import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet } from "jose";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { jwksRoute } from "#domain/play/api.ts";
import { RejectedError, UnavailableError } from "../client/site-client.ts";
import { createHostCommands, type HostCommands } from "./commands.ts";
import { Heartbeat } from "./heartbeat.ts";
import { HostApi } from "./host-api.ts";
import { createHostServer } from "./host-server.ts";
import { type HostPlayer, PlayerList } from "./player-list.ts";
import { type AdminSignIn, HostRegistry } from "./registry.ts";
import { StateFile } from "./state-file.ts";
import { checkJoinToken, KEYS_COOLDOWN_MS, TokenError } from "./tokens.ts";

export interface HostOptions {
  /** The site's origin. */
  site: string;
  /** The port for clients; any free port if 0. */
  port: number;
  /** The address that players connect to; this machine by default. */
  ipAddress?: string | undefined;
  name?: string | undefined;
  region: HostRegion;
  capacity: number;
  /** The admin who registers the host if it has no key. */
  admin: AdminSignIn;
  /** The key of a host that staff have registered. */
  key?: string | undefined;
  /** The file with the state of earlier runs. */
  stateFile: string;
  /** Logs a line. */
  log: (line: string) => void;
  /** Logs a player's join or leave; `log` by default. */
  logPlayer?: (line: string) => void;
}

export interface RunningHost {
  id: number;
  /** The URL of its server on this machine. */
  url: string;
  /** The address that the site sends to players. */
  ipAddress: string;
  capacity: number;
  players(): HostPlayer[];
  /** Disconnects everyone and notifies the site. */
  stop(): Promise<void>;
}

/** Starts a game host: registers it if needed, opens its server and sends a heartbeat every 15 seconds. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { site, log, logPlayer = log } = options;
  const playerList = new PlayerList();
  let commands: HostCommands = {};
  let identity = { id: 0, name: "", capacity: options.capacity };
  const server = createHostServer(
    {
      state: () => ({ ...identity, site, players: playerList.players.map(publicPlayer) }),
      findCommand: (path) => (Object.hasOwn(commands, path) ? commands[path] : undefined),
    },
    log,
  );
  const port = await listen(server, options);
  try {
    const registry = options.key === undefined ? createRegistry(options, port) : undefined;
    const api = new HostApi(site, options.key ?? (await registry?.key()) ?? "");
    let self = await loadIdentity(api, registry);
    identity = self.host;
    const keys = createRemoteJWKSet(new URL(jwksRoute.path, site), { cooldownDuration: KEYS_COOLDOWN_MS });
    const check = (token: string) => checkJoinToken(token, { keys, ...self }).catch(keysUnavailable);
    commands = createHostCommands({ api, playerList, log: logPlayer, check });
    const renew = async () => {
      if (!registry) return;
      api.key = await registry.renew();
      self = await api.self();
      identity = self.host;
    };
    const heartbeat = new Heartbeat({ api, playerList, log, renew });
    await heartbeat.start();
    return {
      id: identity.id,
      url: `http://127.0.0.1:${port}`,
      ipAddress: self.host.ip_address,
      capacity: identity.capacity,
      players: () => playerList.players,
      async stop() {
        commands = {};
        server.close();
        server.closeAllConnections();
        await heartbeat.stop();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

const LOCAL = /^(?:127\.|localhost(?::|$)|\[::1\])/;

/** Starts listening and returns the port. Other machines can connect only if the host's address isn't local. */
async function listen(server: Server, { ipAddress = "127.0.0.1", port }: HostOptions): Promise<number> {
  await new Promise<void>((done, failed) => {
    server.once("error", failed).listen(port, LOCAL.test(ipAddress) ? "127.0.0.1" : undefined, done);
  });
  return (server.address() as AddressInfo).port;
}

function createRegistry(options: HostOptions, port: number): HostRegistry {
  const { site, region, capacity, admin, log } = options;
  const { name = `Reference host ${port}`, ipAddress = `127.0.0.1:${port}` } = options;
  const stateFile = new StateFile(options.stateFile);
  return new HostRegistry({
    site,
    port,
    listing: { name, ip_address: ipAddress, region, capacity },
    admin,
    stateFile,
    log,
  });
}

/** Loads the host's listing from the site. Replaces its own key if the site rejects it. */
async function loadIdentity(api: HostApi, registry: HostRegistry | undefined) {
  try {
    await registry?.updateListing(api);
    return await api.self();
  } catch (error) {
    if (!registry || !(error instanceof RejectedError) || error.status !== 401) throw error;
    api.key = await registry.renew();
    await registry.updateListing(api);
    return api.self();
  }
}

/** Any error besides a bad token means that the site's keys couldn't be fetched. */
function keysUnavailable(error: unknown): never {
  throw error instanceof TokenError
    ? error
    : new UnavailableError("Couldn't fetch the site's keys", { cause: error });
}

/** The public part of a player: without their session. */
const publicPlayer = ({ user, level, since }: HostPlayer) => ({
  user: { id: user.id, username: user.username },
  level: { id: level.id, title: level.title },
  since: new Date(since).toISOString(),
});
