import type { Host } from "#domain/hosts/api.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import styles from "./hosts.module.css";

type State = keyof typeof text.states;

const stateOf = ({ enabled, online, full }: Host): State => {
  if (!enabled) return "off";
  if (!online) return "silent";
  return full ? "full" : "online";
};

function Since({ state, changedAt }: { state: State; changedAt: string | null }) {
  if (state === "off") return text.takesNobody;
  if (changedAt === null) return text.neverHeard;
  return (
    <>
      {state === "silent" ? text.wentSilent : text.cameOnline} <Time value={changedAt} />
    </>
  );
}

/** Whether a host takes players in, and since when. */
export function HostState({ host }: { host: Host }) {
  const state = stateOf(host);
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
