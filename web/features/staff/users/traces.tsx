import { MonitorSmartphone } from "lucide-react";
import type { StaffAccount } from "#domain/staff/api.ts";
import { Person } from "#web/components/person.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import { AccountBadges } from "./account-badges.tsx";
import styles from "./users.module.css";

type LoadedTraces = NonNullable<StaffAccount["traces"]>;

function Alts({ alts, shared }: Pick<LoadedTraces, "alts" | "shared">) {
  return (
    <Section heading={text.alts}>
      <p className={styles.muted}>{alts.length > 0 ? text.altsText : text.noAlts}</p>
      {alts.length > 0 && (
        <ul className={styles.rows}>
          {alts.map(({ user, role, banned, addresses, last_at }) => (
            <li key={user.id} className={styles.row}>
              <Person person={{ ...user, url: `/staff/users/${user.username}` }} size={36} />
              <AccountBadges account={{ role, banned }} />
              <span className={styles.side}>
                {text.common(addresses)}, <RelativeTime value={last_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {shared > 0 && <p className={styles.muted}>{text.shared(shared)}</p>}
    </Section>
  );
}

function Devices({ devices }: Pick<LoadedTraces, "devices">) {
  return (
    <Section heading={text.devices}>
      {devices.length === 0 ? (
        <p className={styles.muted}>{text.noDevices}</p>
      ) : (
        <ul className={styles.rows}>
          {devices.map(({ device, seen_at, created_at }) => (
            <li key={`${device} ${created_at} ${seen_at}`} className={styles.row}>
              <MonitorSmartphone aria-hidden />
              <b>{device}</b>
              <span className={styles.side}>
                <RelativeTime value={seen_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Accounts that share IP addresses with this one, and its signed-in browsers. */
export function Traces({ traces }: { traces: StaffAccount["traces"] }) {
  if (!traces) return <p className={styles.muted}>{text.hidden}</p>;
  return (
    <div className={styles.halves}>
      <Alts alts={traces.alts} shared={traces.shared} />
      <Devices devices={traces.devices} />
    </div>
  );
}
