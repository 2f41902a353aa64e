import { useQueryClient } from "@tanstack/react-query";
import type { SessionUser } from "#domain/auth/api.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Updates the signed-in user. */
export type ChangeUser = (change: (user: SessionUser) => SessionUser) => void;

/** URLs that a ledger entry changes: transactions, the daily challenge, inventories and items for sale. */
const CHANGED_BY_LEDGER =
  /^\/api\/(?:auth\/(?:transactions|daily)|inventory|avatarinv|items|home|user\/achievements)(?:\/|\?|$)/;

/** Updates a member's coins and XP when the ledger changes, and refetches what depends on them. */
export function useWalletUpdates(user: SessionUser, setUser: ChangeUser): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event !== "LedgerMoved" || event.ledger_id <= user.ledger_id) return;
    const { coins, xp, ledger_id } = event;
    const level = spiritLevel(xp);
    setUser((now) => (ledger_id > now.ledger_id ? { ...now, coins, xp, level, ledger_id } : now));
    if (level > user.level) toast(memberShellText.spiritReached(level), { tone: "good" });
    void invalidateUrls(client, CHANGED_BY_LEDGER);
  });
}
