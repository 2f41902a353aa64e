import { createHash, randomUUID } from "node:crypto";
import { clearRoute, grantByLevelRoute, leaveRoute, redeemRoute } from "#domain/hosts/api.ts";
import { Away, type HostApi } from "./client.ts";
import { DoorError, type Said } from "./door.ts";
import type { Player, Room } from "./room.ts";
import type { JoinClaims } from "./tokens.ts";
import { Used } from "./used.ts";

interface Parts {
  api: HostApi;
  room: Room;
  /** Whether the site has made a token for this host, by the site's keys alone. */
  check: (token: string) => Promise<JoinClaims>;
  /** Says who comes and goes. */
  log: (line: string) => void;
}

export type Acts = Record<string, (said: Said) => Promise<object>>;

/** What clients can do, by its path. */
export function makeActs({ api, room, check, log }: Parts): Acts {
  const used = new Used();
  const run = randomUUID();
  const playerOf = ({ session }: Said): Player => {
    const player = room.find(String(session));
    if (!player) throw new DoorError(404, "no_session", "You don't play here any more. Press Play again.");
    return player;
  };
  const about = ({ user, level }: Player) => ({ user_id: user.id, level_id: level.id });

  return {
    async "/join"({ token }) {
      const claims = await check(String(token));
      used.take(claims);
      // The same token is redeemed under the same name, so that a try whose answer was lost is answered again.
      const name = createHash("sha256").update(`${run} ${claims.jti}`).digest("base64url");
      try {
        const player = room.enter(await api.say(redeemRoute, { token: String(token) }, { name, tries: 2 }));
        log(`${player.user.username} plays "${player.level.title}" (${room.players.length} play).`);
        return { session: player.session, user: player.user, level: player.level };
      } catch (error) {
        if (error instanceof Away) used.giveBack(claims);
        throw error;
      }
    },
    async "/clear"(said) {
      const player = playerOf(said);
      const answer = await api.say(clearRoute, { ...about(player), time_ms: said.time_ms as number });
      const seconds = (answer.time_ms / 1000).toFixed(3);
      log(
        `${player.user.username} clears "${player.level.title}" in ${seconds} s${answer.recorded ? "" : ` (${answer.reason})`}.`,
      );
      return answer;
    },
    async "/grant"(said) {
      const player = playerOf(said);
      const {
        coins = 0,
        xp = 0,
        item_ids = [],
      } = said as { coins?: number; xp?: number; item_ids?: number[] };
      const answer = await api.say(grantByLevelRoute, { ...about(player), coins, xp, item_ids });
      log(
        `${player.user.username} gets ${answer.coins} coins, ${answer.xp} XP, ${answer.item_ids.length} items.`,
      );
      return answer;
    },
    async "/leave"(said) {
      const player = playerOf(said);
      room.leave(player.session);
      log(`${player.user.username} leaves (${room.players.length} play).`);
      return api.say(leaveRoute, { user_id: player.user.id });
    },
  };
}
