import { useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#domain/auth/api.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { useLive } from "#web/lib/live/store.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { toast } from "#web/ui/toast-store.ts";

export type ChangeUser = (change: (user: SessionUser) => SessionUser) => void;

/** What a movement of coins or copies changes: the ledger itself, the day's challenge, what people own and can buy. */
const MOVED =
  /^\/api\/(?:auth\/(?:transactions|daily)|inventory|avatarinv|items|home|user\/achievements)(?:\/|\?|$)/;

/** Keeps a member's coins and XP what the ledger says, on every page, and asks anew for what moved with them. */
export function useWalletNews(user: SessionUser, setUser: ChangeUser): void {
  const client = useQueryClient();
  useLive((event) => {
    if (event.event !== "LedgerMoved" || event.ledger_id <= user.ledger_id) return;
    const { coins, xp, ledger_id } = event;
    const level = spiritLevel(xp);
    setUser((now) => (ledger_id > now.ledger_id ? { ...now, coins, xp, level, ledger_id } : now));
    if (level > user.level) toast(memberShellText.spiritReached(level), { tone: "good" });
    void invalidateUrls(client, MOVED);
  });
}
