import { createHash, randomUUID } from "node:crypto";
import { clearRoute, grantByLevelRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { UnavailableError } from "../client/site-client.ts";
import type { HostApi } from "./host-api.ts";
import { HostError, type RequestBody } from "./host-server.ts";
import type { HostPlayer, PlayerList } from "./player-list.ts";
import { type JoinClaims, UsedTokens } from "./tokens.ts";

interface CommandContext {
  api: HostApi;
  playerList: PlayerList;
  /** Verifies with the site's keys that the site made a token for this host. */
  check: (token: string) => Promise<JoinClaims>;
  /** Logs joins and leaves. */
  log: (line: string) => void;
}

export type HostCommands = Record<string, (body: RequestBody) => Promise<object>>;

/** Returns the commands for clients by path. */
export function createHostCommands({ api, playerList, check, log }: CommandContext): HostCommands {
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
