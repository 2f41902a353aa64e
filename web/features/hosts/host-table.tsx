import { Ellipsis, KeyRound, Pencil, Power, PowerOff } from "lucide-react";
import type { Host } from "#domain/hosts/api.ts";
import { hostsText as text } from "#web/text/hosts.ts";
import { Progress } from "#web/ui/card.tsx";
import { CardTable, cardRow } from "#web/ui/card-table.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { HostState } from "./host-state.tsx";
import styles from "./hosts.module.css";

const COLUMNS = [text.host, text.region, text.state, text.players, text.acts];

/** What is done with one host. */
export type HostAct = "edit" | "rotate" | "switchOff" | "switchOn";
type OnAct = (act: HostAct, host: Host) => void;

function Acts({ host, onAct }: { host: Host; onAct: OnAct }) {
  const item = (act: HostAct) => ({ onSelect: () => onAct(act, host) });
  const power = host.enabled
    ? { label: text.switchOff, icon: PowerOff, danger: true, ...item("switchOff") }
    : { label: text.switchOn, icon: Power, ...item("switchOn") };
  const items = [
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

function HostRow({ host, onAct }: { host: Host; onAct: OnAct }) {
  const { name, ip_address, region, players_count, capacity } = host;
  return (
    <tr className={cardRow(styles.row)}>
      <td className={styles.host}>
        <span className={styles.name}>{name}</span>
        <span className={styles.small}>{ip_address}</span>
      </td>
      <td className={styles.region}>{text.regions[region]}</td>
      <td className={styles.standing}>
        <HostState host={host} />
      </td>
      <td className={styles.players}>
        <span className={styles.seats}>{text.seats(players_count, capacity)}</span>
        <Progress label={text.seatsLabel(name)} share={players_count / capacity} />
      </td>
      <td className={styles.acts}>
        <Acts host={host} onAct={onAct} />
      </td>
    </tr>
  );
}

interface TableProps {
  hosts: readonly Host[];
  /** These are the ones from before; others are on their way. */
  stale: boolean;
  onAct: OnAct;
}

/** Game hosts, the newest first. */
export function HostTable({ hosts, stale, onAct }: TableProps) {
  return (
    <CardTable label={text.title} columns={COLUMNS} stale={stale}>
      {hosts.map((host) => (
        <HostRow key={host.id} host={host} onAct={onAct} />
      ))}
    </CardTable>
  );
}

const BONES = [
  { width: 170, height: 40, className: styles.host },
  { width: 130, height: 20, className: styles.region },
  { width: 140, height: 40, className: styles.standing },
  { width: 120, height: 30, className: styles.players },
  { width: 44, height: 44, className: styles.acts },
];

/** Hosts to come. */
export function HostTableSkeleton() {
  return (
    <>
      <p className="sr-only" role="status">
        {text.loading}
      </p>
      <CardTable label={text.title} columns={COLUMNS} busy>
        {["first", "second", "third"].map((row) => (
          <tr key={row} className={cardRow(styles.row)}>
            {BONES.map(({ width, height, className }) => (
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
