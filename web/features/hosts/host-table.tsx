import { Ellipsis, KeyRound, Pencil, Power, PowerOff } from "lucide-react";
import type { Host } from "#domain/hosts/api.ts";
import { Progress } from "#web/ui/card.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
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
function HostState({ host }: { host: Host }) {
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

const COLUMNS = [text.host, text.region, text.state, text.players, text.actions];

export type HostAction = "edit" | "rotate" | "switchOff" | "switchOn";
type OnHostAction = (action: HostAction, host: Host) => void;

function HostMenu({ host, onAction }: { host: Host; onAction: OnHostAction }) {
  const item = (action: HostAction) => ({ onSelect: () => onAction(action, host) });
  const power = host.enabled
    ? { label: text.switchOff, icon: PowerOff, danger: true, ...item("switchOff") }
    : { label: text.switchOn, icon: Power, ...item("switchOn") };
  const items =
    host.kind === "room"
      ? [power]
      : [
          { label: text.edit, icon: Pencil, ...item("edit") },
          { label: text.rotate, icon: KeyRound, ...item("rotate") },
          power,
        ];
  return (
    <Menu
      label={text.more(host.name)}
      groups={[{ id: "host", items }]}
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label={text.more(host.name)} />}
    />
  );
}

interface TableProps {
  hosts: readonly Host[];
  /** The rows are from the previous page while the next one loads. */
  stale: boolean;
  onAction: OnHostAction;
}

export function HostTable({ hosts, stale, onAction }: TableProps) {
  return (
    <CardTable label={text.title} columns={COLUMNS} stale={stale}>
      {hosts.map((host) => (
        <tr key={host.id} className={cardRow(styles.row)}>
          <td className={styles.host}>
            <span className={styles.name}>{host.name}</span>
            <span className={styles.small}>{host.kind === "room" ? text.rooms : host.ip_address}</span>
          </td>
          <td className={styles.region}>{text.regions[host.region]}</td>
          <td className={styles.status}>
            <HostState host={host} />
          </td>
          <td className={styles.players}>
            <span className={styles.seats}>{text.seats(host.players_count, host.capacity)}</span>
            <Progress label={text.seatsLabel(host.name)} share={host.players_count / host.capacity} />
          </td>
          <td className={styles.actions}>
            <HostMenu host={host} onAction={onAction} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}

const SKELETON_CELLS = [
  { width: 170, height: 40, className: styles.host },
  { width: 130, height: 20, className: styles.region },
  { width: 140, height: 40, className: styles.status },
  { width: 120, height: 30, className: styles.players },
  { width: 44, height: 44, className: styles.actions },
];

export function HostTableSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <CardTable label={text.title} columns={COLUMNS} busy>
        {["first", "second", "third"].map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {SKELETON_CELLS.map(({ width, height, className }) => (
              <td key={className} className={className}>
                <Skeleton width={width} height={height} />
              </td>
            ))}
          </tr>
        ))}
      </CardTable>
    </>
  );
}
