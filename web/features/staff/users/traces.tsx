import { MonitorSmartphone } from "lucide-react";
import type { Account } from "#domain/staff/api.ts";
import { staffUsersText as text } from "#web/text/staff-users.ts";
import { Time } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { Person } from "#web/ui/person.tsx";
import { Standing } from "./look-up-screen.tsx";
import styles from "./users.module.css";

type Seen = NonNullable<Account["traces"]>;

function Alts({ alts, shared }: Pick<Seen, "alts" | "shared">) {
  return (
    <Section heading={text.alts}>
      <p className={styles.muted}>{alts.length > 0 ? text.altsText : text.noAlts}</p>
      {alts.length > 0 && (
        <ul className={styles.rows}>
          {alts.map(({ user, role, banned, addresses, last_at }) => (
            <li key={user.id} className={styles.row}>
              <Person person={{ ...user, url: `/staff/users/${user.username}` }} size={36} />
              <Standing of={{ role, banned }} />
              <span className={styles.side}>
                {text.common(addresses)}, <Time value={last_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {shared > 0 && <p className={styles.muted}>{text.shared(shared)}</p>}
    </Section>
  );
}

function Devices({ devices }: Pick<Seen, "devices">) {
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
                <Time value={seen_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Who else was seen where they were, and the browsers they are signed in with. */
export function Traces({ traces }: { traces: Account["traces"] }) {
  if (!traces) return <p className={styles.muted}>{text.hidden}</p>;
  return (
    <div className={styles.halves}>
      <Alts alts={traces.alts} shared={traces.shared} />
      <Devices devices={traces.devices} />
    </div>
  );
}
