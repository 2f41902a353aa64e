import type { Host } from "#domain/hosts/api.ts";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import styles from "./hosts.module.css";
import { hostsText as text } from "./text.ts";

type State = keyof typeof text.states;

const hostState = ({ enabled, online, full }: Host): State => {
  if (!enabled) return "off";
  if (!online) return "silent";
  return full ? "full" : "online";
};

function Since({ state, changedAt }: { state: State; changedAt: string | null }) {
  if (state === "off") return text.notAccepting;
  if (changedAt === null) return text.neverConnected;
  return (
    <>
      {state === "silent" ? text.wentSilent : text.wentOnline} <RelativeTime value={changedAt} />
    </>
  );
}

/** Whether a host accepts players, and since when. */
export function HostState({ host }: { host: Host }) {
  const state = hostState(host);
  return (
    <>
      <span className={styles.state}>
        <span className={cx(styles.dot, styles[state])} aria-hidden />
        {text.states[state]}
      </span>
      <span className={styles.small}>
        <Since state={state} changedAt={host.changed_at} />
      </span>
    </>
  );
}
