import { createHash, randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteJWKSet } from "jose";
import { clearRoute, grantByLevelRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { jwksRoute } from "#domain/play/api.ts";
import { RejectedError, UnavailableError } from "../client/site-client.ts";
import { Heartbeat } from "./heartbeat.ts";
import { HostApi } from "./host-api.ts";
import { createHostServer, HostError, type RequestBody } from "./host-server.ts";
import { type HostPlayer, PlayerList } from "./player-list.ts";
import { type AdminSignIn, HostRegistry } from "./registry.ts";
import { StateFile } from "./state-file.ts";
import { checkJoinToken, type JoinClaims, KEYS_COOLDOWN_MS, TokenError, UsedTokens } from "./tokens.ts";

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

interface CommandContext {
  api: HostApi;
  playerList: PlayerList;
  /** Verifies with the site's keys that the site made a token for this host. */
  check: (token: string) => Promise<JoinClaims>;
  /** Logs joins and leaves. */
  log: (line: string) => void;
}

type HostCommands = Record<string, (body: RequestBody) => Promise<object>>;

/** Returns the commands for clients by path. */
function createHostCommands({ api, playerList, check, log }: CommandContext): HostCommands {
  const usedTokens = new UsedTokens();
  const hostRun = randomUUID();
  const playerOf = ({ session }: RequestBody): HostPlayer => {
    const player = playerList.find(String(session));
    if (!player) throw new HostError(404, "no_session", "You're no longer playing here. Press Play again.");
    return player;
  };
  const playerIds = ({ user, level }: HostPlayer) => ({ user_id: user.id, level_id: level.id });

  return {
    async "/join"({ token }) {
      const claims = await check(String(token));
      usedTokens.markUsed(claims);
      // Each token has one idempotency key, so a retry after a lost response gets the same response.
      const idempotencyKey = createHash("sha256").update(`${hostRun} ${claims.jti}`).digest("base64url");
      try {
        const player = playerList.add(
          await api.post(redeemRoute, { token: String(token) }, { idempotencyKey, tries: 2 }),
        );
        log(`${player.user.username} joined "${player.level.title}" (${playerList.players.length} playing).`);
        return { session: player.session, user: player.user, level: player.level };
      } catch (error) {
        if (error instanceof UnavailableError) usedTokens.release(claims);
        throw error;
      }
    },
    async "/clear"(body) {
      const player = playerOf(body);
      const response = await api.post(clearRoute, { ...playerIds(player), time_ms: body.time_ms as number });
      const seconds = (response.time_ms / 1000).toFixed(3);
      log(
        `${player.user.username} cleared "${player.level.title}" in ${seconds} s${response.recorded ? "" : ` (${response.reason})`}.`,
      );
      return response;
    },
    async "/grant"(body) {
      const player = playerOf(body);
      const {
        coins = 0,
        xp = 0,
        item_ids = [],
      } = body as { coins?: number; xp?: number; item_ids?: number[] };
      const response = await api.post(grantByLevelRoute, { ...playerIds(player), coins, xp, item_ids });
      log(
        `${player.user.username} got ${response.coins} coins, ${response.xp} XP, ${response.item_ids.length} items.`,
      );
      return response;
    },
    async "/leave"(body) {
      const player = playerOf(body);
      playerList.remove(player.session);
      log(`${player.user.username} left (${playerList.players.length} playing).`);
      return api.post(leaveRoute, { user_id: player.user.id });
    },
  };
}
