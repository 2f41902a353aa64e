import type { FoundAccount } from "#domain/staff/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import styles from "./users.module.css";

export function AccountBadges({
  account: { role, banned },
}: {
  account: Pick<FoundAccount, "role" | "banned">;
}) {
  return (
    <>
      {role !== "member" && <Badge tone="accent">{text.roles[role]}</Badge>}
      {banned && <Badge className={styles.banned}>{text.banned}</Badge>}
    </>
  );
}
